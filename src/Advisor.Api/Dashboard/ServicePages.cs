using System.Globalization;
using Advisor.Api.Overview;
using Advisor.Core.Quantities;
using Advisor.Core.Text;
using Advisor.Pages.Fleet;
using Advisor.Pages.Service;
using Advisor.Pages.Shared;
using Advisor.State.Notifications;

namespace Advisor.Api.Dashboard;

/// <summary>Builds the page of Advisor itself.</summary>
internal static class ServicePages
{
    private const int MaxMissedTicks = 3;

    /// <param name="resend">Form to send a dead-lettered message again; null when resending is not available.</param>
    public static ServiceView View(
        ServiceStatus status,
        FormView? resume,
        string? who,
        Func<DeadLetterEntry, FormView?> resend,
        DateTimeOffset now
    ) =>
        new(
            CreateTiles(status, now),
            status.Stop is { } stop
                ? string.Create(
                    CultureInfo.InvariantCulture,
                    $"Since {stop.At.UtcDateTime:yyyy-MM-dd HH:mm} UTC, by {stop.By}: {stop.Reason}"
                )
                : null,
            resume,
            who,
            [.. status.Ticks.Select(tick => CreateTick(tick, status.Interval, now))],
            [
                .. status
                    .Channels.OrderByDescending(channel => channel.FailedInARow)
                    .Select(channel => new ChannelRow(
                        channel.Name,
                        channel.FailedInARow > 0 ? $"{Wording.Count(channel.FailedInARow, "failure")} in a row" : "delivers again",
                        channel.FailedInARow > 0 ? Tone.Bad : Tone.Good,
                        channel.At,
                        channel.Problem
                    )),
            ],
            [.. status.OpenMessages.Select(CreateOpenMessage)],
            [
                .. status.DeadLetters.Select(message => new DeadLetterRow(
                    message.Id,
                    message.Queue,
                    message.At,
                    message.Problem,
                    UntrustedText.Plain(message.Text),
                    message.Length > message.Text.Length
                        ? $"{Wording.Count(message.Length - message.Text.Length, "character")} left out."
                        : null,
                    message.ResentAt is null ? resend(message) : null,
                    message.ResentAt is { } at
                        ? string.Create(
                            CultureInfo.InvariantCulture,
                            $"Sent again at {at.UtcDateTime:yyyy-MM-dd HH:mm} UTC by {message.ResentBy}."
                        )
                        : null
                )),
            ]
        );

    private static List<FleetTile> CreateTiles(ServiceStatus status, DateTimeOffset now)
    {
        var (completed, last) = (status.LastTick?.CompletedAt, status.Ticks.FirstOrDefault(tick => tick.Complete));
        var isLate = completed is null || (now - completed.Value).TotalSeconds > MaxMissedTicks * status.Interval;
        return
        [
            new(
                "Last tick",
                completed is null ? "none" : FleetText.Age(completed, now),
                isLate ? "late" : "ago",
                isLate ? Tone.Bad : Tone.Good
            ),
            new("Duration", DurationOf(last), "of the last complete tick"),
            new(
                "Calls to Azure Monitor",
                last is null ? FleetText.Unknown : Wording.Number(last.MetricCalls),
                status.Totals is { } totals ? $"{Wording.Number(totals.MetricCalls)} since the beginning" : null
            ),
            new(
                "Evaluations failed",
                last is null ? FleetText.Unknown : Wording.Number(last.Failures),
                last is null ? null : $"of {Wording.Number(last.Resources)} in the last tick",
                last?.Failures > 0 ? Tone.Warning : Tone.Neutral
            ),
            new(
                "Outbox",
                Wording.Number(status.Outbox.ChangeRequests + status.Outbox.Events + status.Outbox.Deliveries),
                status.Outbox.OldestAt is { } oldest ? $"oldest {FleetText.Age(oldest, now)}" : "all delivered"
            ),
            new(
                "Dead letters",
                Wording.Number(status.DeadLetters.Count),
                status.DeadLetters.Count > 0 ? "could not be processed" : "none",
                status.DeadLetters.Count > 0 ? Tone.Warning : Tone.Good
            ),
        ];
    }

    private static OpenMessageRow CreateOpenMessage(OpenMessage message) =>
        new(
            message.Kind switch
            {
                OutboxKind.Delivery => $"Notification to {message.Channel}",
                OutboxKind.Change => "Change request",
                OutboxKind.Alert => "Alert, not grouped yet",
                _ => "Notice, not grouped yet",
            },
            message.CreatedAt,
            message.Attempts > 0 ? Wording.Count(message.Attempts, "attempt") : null,
            message.LastAttemptAt,
            message.NextAttemptAt,
            message.LastError
        );

    private static TickRow CreateTick(ServiceTickProgress tick, double interval, DateTimeOffset now)
    {
        var isOverdue = !tick.Complete && (now - tick.StartedAt).TotalSeconds > interval;
        return new TickRow(
            tick.Tick,
            tick.Complete ? "complete"
                : isOverdue ? "incomplete"
                : "in progress",
            tick.Complete ? Tone.Good
                : isOverdue ? Tone.Warning
                : Tone.Active,
            DurationOf(tick),
            FormattableString.Invariant($"{tick.CompletedBatches} / {tick.Batches}"),
            Wording.Number(tick.Resources),
            Wording.Number(tick.Failures),
            tick.Failures > 0 ? Tone.Warning : Tone.Neutral,
            Wording.Number(tick.MetricCalls)
        );
    }

    private static string DurationOf(ServiceTickProgress? tick) =>
        tick?.Duration is { } seconds ? seconds.ToString("0.0", CultureInfo.InvariantCulture) + " s" : FleetText.Unknown;
}
