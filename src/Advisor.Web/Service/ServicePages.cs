using Advisor.Core.Quantities;
using Advisor.Core.Text;
using Advisor.Service.Notifications.Delivery;
using Advisor.Web.Fleet;
using Advisor.Web.Shared;

namespace Advisor.Web.Service;

/// <summary>Builds the page of Advisor itself.</summary>
internal static class ServicePages
{
    /// <param name="resend">Form to send a dead-lettered message again; null when resending is not available.</param>
    public static ServiceView BuildView(
        ServiceStatus status,
        FormView? resume,
        string? who,
        Func<DeadLetterEntry, FormView?> resend,
        DateTimeOffset now
    ) =>
        new(
            CreateTiles(status, now),
            status.Stop is { } stop ? $"Since {stop.At.UtcDateTime:yyyy-MM-dd HH:mm} UTC, by {stop.By}: {stop.Reason}" : null,
            resume,
            who,
            [.. status.Ticks.Select(tick => CreateTick(tick, status.Interval, now))],
            [
                .. status
                    .Channels.OrderByDescending(channel => channel.FailedInARow)
                    .Select(channel => new ChannelRow(
                        channel.Name,
                        channel.FailedInARow > 0 ? $"{Wording.FormatCount(channel.FailedInARow, "failure")} in a row" : "delivers again",
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
                    UntrustedText.Sanitize(message.Text),
                    message.Length > message.Text.Length
                        ? $"{Wording.FormatCount(message.Length - message.Text.Length, "character")} left out."
                        : null,
                    message.ResentAt is null ? resend(message) : null,
                    message.ResentAt is { } at ? $"Sent again at {at.UtcDateTime:yyyy-MM-dd HH:mm} UTC by {message.ResentBy}." : null
                )),
            ]
        );

    private static List<FleetTile> CreateTiles(ServiceStatus status, DateTimeOffset now)
    {
        var (completed, last) = (status.LastTick?.CompletedAt, status.Ticks.FirstOrDefault(tick => tick.Complete));
        var isLate = ServiceNotices.IsLate(completed, TimeSpan.FromSeconds(status.Interval), now);
        var age = FleetText.FormatAge(completed, now);
        var unsent = status.DeadLetters.Count(message => message.ResentAt is null);
        var mayBeMore = status.DeadLetters.Count == ServiceEndpoint.MaxDeadLetters;
        return
        [
            new(
                "Last tick",
                completed is null ? "none" : age,
                isLate ? "late"
                    : age == FleetText.Now ? null
                    : "ago",
                isLate ? Tone.Bad : Tone.Good
            ),
            new("Duration", FormatDuration(last), "of the last complete tick"),
            new(
                "Calls to Azure Monitor",
                last is null ? FleetText.Unknown : Wording.FormatNumber(last.MetricCalls),
                status.Totals is { } totals ? $"{Wording.FormatNumber(totals.MetricCalls)} in total" : null
            ),
            new(
                "Evaluations failed",
                last is null ? FleetText.Unknown : Wording.FormatNumber(last.Failures),
                last is null ? null : $"of {Wording.FormatNumber(last.Resources)} in the last tick",
                last?.Failures > 0 ? Tone.Warning : Tone.Neutral
            ),
            new(
                "Outbox",
                Wording.FormatNumber(status.Outbox.ChangeRequests + status.Outbox.Events + status.Outbox.Deliveries),
                status.Outbox.OldestAt is { } oldest ? $"oldest {FleetText.FormatAge(oldest, now)}" : "all delivered"
            ),
            new(
                "Dead letters",
                Wording.FormatNumber(unsent) + (unsent > 0 && mayBeMore ? "+" : ""),
                unsent > 0 ? "could not be processed"
                    : mayBeMore ? $"of the newest {ServiceEndpoint.MaxDeadLetters}"
                    : "none",
                unsent > 0 ? Tone.Warning
                    : mayBeMore ? Tone.Neutral
                    : Tone.Good
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
            message.Attempts > 0 ? Wording.FormatCount(message.Attempts, "attempt") : null,
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
            FormatDuration(tick),
            $"{tick.CompletedBatches} / {tick.Batches}",
            Wording.FormatNumber(tick.Resources),
            Wording.FormatNumber(tick.Failures),
            tick.Failures > 0 ? Tone.Warning : Tone.Neutral,
            Wording.FormatNumber(tick.MetricCalls)
        );
    }

    private static string FormatDuration(ServiceTickProgress? tick) =>
        tick?.Duration is { } seconds ? seconds.ToString("0.0") + " s" : FleetText.Unknown;
}
