using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;
using Advisor.Service.Tick;

namespace Advisor.Web.Service;

/// <summary>Response of GET /api/service: the status of Advisor itself.</summary>
/// <param name="Interval">Time between two ticks, in seconds.</param>
/// <param name="LastTick">The last complete tick; absent before the first.</param>
/// <param name="Ticks">The newest ticks of the last hour, at most 15, newest first, complete or not.</param>
/// <param name="Totals">Totals since the state was created; absent before the first complete tick.</param>
/// <param name="Stop">The stop of applying and its reason; absent when applying is not stopped.</param>
/// <param name="ClockAhead">Clock error in seconds, while work is on hold because of it; negative = behind.</param>
/// <param name="OpenMessages">The oldest open messages of the outbox, oldest first.</param>
/// <param name="DeadLetters">Dead-lettered messages, newest first.</param>
/// <param name="Problems">One sentence for each dead letter that cannot be read.</param>
internal sealed record ServiceStatus(
    double Interval,
    ServiceTick? LastTick,
    IReadOnlyList<ServiceTickProgress> Ticks,
    ServiceTotals? Totals,
    PauseMark? Stop,
    double? ClockAhead,
    IReadOnlyList<ChannelHealth> Channels,
    OutboxCounts Outbox,
    IReadOnlyList<OpenMessage> OpenMessages,
    IReadOnlyList<ServiceCalls>? Calls,
    IReadOnlyList<DeadLetterEntry> DeadLetters,
    IReadOnlyList<string> Problems
);

/// <summary>The newest tick whose evaluations are all complete.</summary>
/// <param name="Duration">Duration in seconds; absent when its rows have been deleted.</param>
/// <param name="Batches">Number of batches.</param>
/// <param name="Resources">Number of resources evaluated.</param>
/// <param name="Failures">Number of resources that could not be evaluated.</param>
/// <param name="MetricCalls">Number of calls to Azure Monitor.</param>
internal sealed record ServiceTick(
    DateTimeOffset Tick,
    DateTimeOffset CompletedAt,
    double? Duration,
    int? Batches,
    int? Resources,
    int? Failures,
    int? MetricCalls
);

/// <summary>A tick and its completed batches.</summary>
/// <param name="Duration">Seconds from its start to the newest completed batch; absent when there is none.</param>
/// <param name="Batches">Number of all batches.</param>
internal sealed record ServiceTickProgress(
    DateTimeOffset Tick,
    DateTimeOffset StartedAt,
    bool Complete,
    double? Duration,
    int Batches,
    int CompletedBatches,
    int Resources,
    int Failures,
    int MetricCalls
)
{
    public static ServiceTickProgress Create(TickProgress progress)
    {
        var done = progress.CompletedBatches;
        return new(
            progress.Tick.Tick,
            progress.Tick.StartedAt,
            progress.IsComplete,
            done.Count == 0 ? null : (done.Max(batch => batch.CompletedAt) - progress.Tick.StartedAt).TotalSeconds,
            progress.Tick.Batches,
            done.Count,
            done.Sum(batch => batch.Resources),
            done.Sum(batch => batch.Failures),
            done.Sum(batch => batch.MetricCalls)
        );
    }
}

internal sealed record ServiceTotals(long Ticks, long Evaluations, long Failures, long MetricCalls);

/// <summary>Calls of this process to Azure and to the state's tables since its start.</summary>
internal sealed record ServiceCalls(string Api, string Operation, string StatusClass, long Count);

/// <summary>A message of the outbox that is not sent yet.</summary>
/// <param name="Scope">The resource, or the channel and the incident, that it belongs to.</param>
/// <param name="Channel">Channel of a delivery; absent for other kinds.</param>
/// <param name="Attempts">Number of attempts so far.</param>
/// <param name="LastAttemptAt">Time of the last attempt; absent before the first.</param>
/// <param name="NextAttemptAt">Earliest time of the next attempt; absent = at once.</param>
/// <param name="LastError">Reason for the last failed attempt, without secrets; absent when none failed.</param>
internal sealed record OpenMessage(
    OutboxKind Kind,
    string Scope,
    string? Channel,
    DateTimeOffset CreatedAt,
    int Attempts,
    DateTimeOffset? LastAttemptAt,
    DateTimeOffset? NextAttemptAt,
    string? LastError
)
{
    public static OpenMessage Create(OutboxItem item) =>
        new(
            item.Kind,
            item.Scope,
            item.Kind == OutboxKind.Delivery ? item.Target : null,
            item.CreatedAt,
            item.Attempts,
            item.SentAt,
            item.NextAttemptAt,
            item.LastError
        );
}

/// <param name="Text">First characters of the text; GET /api/dead-letters/ID returns all of it.</param>
/// <param name="Length">Length of the whole text in characters.</param>
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
