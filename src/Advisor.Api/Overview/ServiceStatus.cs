using Advisor.State.Fleet;
using Advisor.State.Notifications;

namespace Advisor.Api.Overview;

/// <summary>What GET /api/service answers: Advisor itself.</summary>
/// <param name="Interval">Seconds between two ticks.</param>
/// <param name="LastTick">Absent before the first tick is complete.</param>
/// <param name="Totals">Since the state was made; absent before the first tick is complete.</param>
/// <param name="Stop">Why applying is stopped; absent where it is not.</param>
/// <param name="ClockAhead">Seconds by which the clock was found wrong, while work is held for it; negative = behind.</param>
/// <param name="DeadLetters">Lists messages, newest first.</param>
/// <param name="Problems">A sentence for each dead letter that cannot be read.</param>
internal sealed record ServiceStatus(
    double Interval,
    ServiceTick? LastTick,
    ServiceTotals? Totals,
    PauseMark? Stop,
    double? ClockAhead,
    IReadOnlyList<ChannelHealth> Channels,
    OutboxCounts Outbox,
    IReadOnlyList<ServiceCalls>? Calls,
    IReadOnlyList<DeadLetterEntry> DeadLetters,
    IReadOnlyList<string> Problems
);

/// <summary>The newest tick whose evaluations are all done.</summary>
/// <param name="Duration">Seconds from its start to its end; absent where its rows are gone.</param>
/// <param name="MetricCalls">Calls to Azure Monitor.</param>
internal sealed record ServiceTick(
    DateTimeOffset Tick,
    DateTimeOffset CompletedAt,
    double? Duration,
    int? Batches,
    int? Resources,
    int? Failures,
    int? MetricCalls
);

internal sealed record ServiceTotals(long Ticks, long Evaluations, long Failures, long MetricCalls);

/// <summary>Calls of this process to Azure and to the state's tables since it started.</summary>
internal sealed record ServiceCalls(string Api, string Operation, string StatusClass, long Count);

/// <param name="Text">Its first characters; GET /api/dead-letters/ID has all.</param>
/// <param name="Length">Characters of the whole text.</param>
internal sealed record DeadLetterEntry(
    string Id,
    string Queue,
    string? Channel,
    DateTimeOffset At,
    string Problem,
    string Text,
    int Length,
    DateTimeOffset? ResentAt,
    string? ResentBy
)
{
    private const int MaxTextLength = 4000;

    public static DeadLetterEntry Create(DeadLetter message) =>
        new(
            message.Id,
            message.Queue,
            message.Delivery?.Target,
            message.At,
            message.Problem,
            message.Text.Length > MaxTextLength ? message.Text[..MaxTextLength] : message.Text,
            message.Text.Length + message.OmittedCharacters,
            message.ResentAt,
            message.ResentBy
        );
}
