using System.Globalization;
using Advisor.Core.Quantities;
using Advisor.Core.Text;
using Advisor.Pages.Fleet;
using Advisor.Pages.Service;
using Advisor.Pages.Shared;
using Advisor.State.Fleet;
using Advisor.State.Notifications;

namespace Advisor.Api.Dashboard;

/// <summary>Builds the page of Advisor itself.</summary>
internal static class ServicePages
{
    private const int MaxMissedTicks = 3;

    /// <param name="resend">Form to send a dead-lettered message again; null when resending is not available.</param>
    public static ServiceView View(
        ServiceOverview status,
        FormView? resume,
        string? who,
        Func<DeadLetter, FormView?> resend,
        TimeSpan interval,
        DateTimeOffset now
    ) =>
        new(
            CreateTiles(status, interval, now),
            status.Stop is { } stop
                ? string.Create(
                    CultureInfo.InvariantCulture,
                    $"Since {stop.At.UtcDateTime:yyyy-MM-dd HH:mm} UTC, by {stop.By}: {stop.Reason}"
                )
                : null,
            resume,
            who,
            [.. status.Ticks.Select(tick => CreateTick(tick, interval, now))],
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
            [
                .. status.DeadLetters.Select(message => new DeadLetterRow(
                    message.Id,
                    message.Queue,
                    message.At,
                    message.Problem,
                    UntrustedText.Plain(message.Text),
                    message.OmittedCharacters > 0 ? $"{Wording.Count(message.OmittedCharacters, "character")} left out." : null,
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

    private static List<FleetTile> CreateTiles(ServiceOverview status, TimeSpan interval, DateTimeOffset now)
    {
        var (heartbeat, last) = (status.Heartbeat, status.Ticks.FirstOrDefault(tick => tick.IsComplete));
        var isLate = heartbeat is null || now - heartbeat.CompletedAt > MaxMissedTicks * interval;
        return
        [
            new(
                "Last tick",
                heartbeat is null ? "none" : FleetText.Age(heartbeat.CompletedAt, now),
                isLate ? "late" : "ago",
                isLate ? Tone.Bad : Tone.Good
            ),
            new("Duration", last is null ? FleetText.Unknown : DurationOf(last), "of the last complete tick"),
            new(
                "Calls to Azure Monitor",
                last is null ? FleetText.Unknown : Wording.Number(last.CompletedBatches.Sum(batch => batch.MetricCalls)),
                heartbeat is null ? null : $"{Wording.Number(heartbeat.MetricCalls)} since the beginning"
            ),
            new(
                "Evaluations failed",
                last is null ? FleetText.Unknown : Wording.Number(last.CompletedBatches.Sum(batch => batch.Failures)),
                last is null ? null : $"of {Wording.Number(last.CompletedBatches.Sum(batch => batch.Resources))} in the last tick",
                last?.CompletedBatches.Any(batch => batch.Failures > 0) == true ? Tone.Warning : Tone.Neutral
            ),
            new(
                "Outbox",
                Wording.Number(status.Outbox.ChangeRequests + status.Outbox.Events + status.Outbox.Deliveries),
                status.Outbox.OldestAt is { } oldest ? $"oldest {FleetText.Age(oldest, now)}" : "all delivered"
            ),
            new(
                "Dead letters",
                Wording.Number(status.DeadLetters.Count),
                status.DeadLetters.Count > 0 ? "could not be worked on" : "none",
                status.DeadLetters.Count > 0 ? Tone.Warning : Tone.Good
            ),
        ];
    }

    private static TickRow CreateTick(TickProgress tick, TimeSpan interval, DateTimeOffset now)
    {
        var failures = tick.CompletedBatches.Sum(batch => batch.Failures);
        var isOverdue = !tick.IsComplete && now - tick.Tick.StartedAt > interval;
        return new TickRow(
            tick.Tick.Tick,
            tick.IsComplete ? "complete"
                : isOverdue ? "incomplete"
                : "in progress",
            tick.IsComplete ? Tone.Good
                : isOverdue ? Tone.Warning
                : Tone.Active,
            DurationOf(tick),
            FormattableString.Invariant($"{tick.CompletedBatches.Count} / {tick.Tick.Batches}"),
            Wording.Number(tick.CompletedBatches.Sum(batch => batch.Resources)),
            Wording.Number(failures),
            failures > 0 ? Tone.Warning : Tone.Neutral,
            Wording.Number(tick.CompletedBatches.Sum(batch => batch.MetricCalls))
        );
    }

    private static string DurationOf(TickProgress tick) =>
        tick.CompletedBatches.Count == 0
            ? FleetText.Unknown
            : (tick.CompletedBatches.Max(batch => batch.CompletedAt) - tick.Tick.StartedAt).TotalSeconds.ToString(
                "0.0",
                CultureInfo.InvariantCulture
            ) + " s";
}
