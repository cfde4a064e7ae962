using Advisor.Core.Fleet;
using Advisor.Service.Alerts;
using Advisor.Service.Changes;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Notifications.Grouping;
using Advisor.Service.Store;
using Advisor.Service.Telemetry;

namespace Advisor.Service.Tick;

/// <summary>Work that earlier ticks left open.</summary>
/// <param name="Messages">Change requests and deliveries that are due; their queue messages may have been lost.</param>
/// <param name="Changes">Changes in progress.</param>
/// <param name="Failures">Rows that cannot be read.</param>
internal sealed record OpenWork(
    IReadOnlyList<OutboxKey> Messages,
    IReadOnlyList<ChangeRecord> Changes,
    IReadOnlyList<FleetFailure> Failures
);

/// <summary>Finds the work that earlier ticks left open, and groups its notifications.</summary>
/// <param name="faults">Rows that could not be read since the last tick.</param>
internal sealed class OpenWorkReader(AdvisorState state, NotificationGrouping grouping, RowFaults faults)
{
    // Of each kind and tick in the whole store, which has 1 to 999 buckets; the rest follows at the next tick.
    private const int MaxOpenRows = 12_800;

    private int MaxOpenRowsOfBucket => MaxOpenRows / state.Buckets;

    public async Task<OpenWork> ReadAsync(DateTimeOffset tick, DateTimeOffset now, CancellationToken cancellation)
    {
        var silences = await state.Silences.ReadAsync(cancellation);
        var open = await state.QueryOpenItemsAsync(now, MaxOpenRowsOfBucket, cancellation);
        var (unreadable, notices) = await NotifyUnreadableAsync(
            [.. open.Problems, .. silences.Problems, .. faults.Take()],
            now,
            cancellation
        );
        ServiceTelemetry.RecordOutbox(open.Count, open.OldestAt is { } oldest ? now - oldest : TimeSpan.Zero);

        var grouped = await grouping.GroupEarlierAsync(tick, now, cancellation, open.SourceBuckets);
        IEnumerable<OutboxKey> due = open.Due.OrderBy(GetOrderInTick).Select(OutboxKey.FromItem);
        return new OpenWork(
            [.. due.Concat(grouped).DistinctBy(key => (key.Kind, key.Scope, key.Id, key.CreatedAt)), .. notices],
            open.Changes,
            [.. unreadable, .. grouping.Problem is { } problem ? [CreateFailure(problem)] : (FleetFailure[])[]]
        );
    }

    /// <summary>Reads the deliveries only, which are sent even while this machine's clock is wrong.</summary>
    /// <param name="now">Time of the tick.</param>
    public async Task<IReadOnlyList<OutboxKey>> ReadDeliveriesAsync(DateTimeOffset now, CancellationToken cancellation)
    {
        var open = await state.QueryOpenItemsAsync(now, MaxOpenRowsOfBucket, cancellation);
        var deliveries = open.Due.Where(item => item.Kind == OutboxKind.Delivery).Select(OutboxKey.FromItem);
        return [.. deliveries.Concat(await grouping.RunAsync(now, cancellation)).Distinct()];
    }

    // Deliveries keep their order; changes are sorted by priority, so that the most urgent acquire their share of the limits first.
    private static int GetOrderInTick(OutboxItem item) =>
        item.Kind == OutboxKind.Change ? 1 + (int)(ChangeRequest.FindPriority(item) ?? ChangePriority.ScaleIn) : 0;

    /// <summary>Returns the rows that cannot be read, at every tick, and notifies people once a day.</summary>
    private async Task<(IEnumerable<FleetFailure> Failures, IReadOnlyList<OutboxKey> Notices)> NotifyUnreadableAsync(
        IReadOnlyList<string> problems,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        if (problems.Count == 0)
        {
            return ([], []);
        }

        var item = StateNotices.CreateUnreadableRows(problems, now).ToItem();
        var isNew = await state.Outbox.EnqueueAsync(item, cancellation);
        return (problems.Select(CreateFailure), isNew ? [OutboxKey.FromItem(item)] : []);
    }

    private static FleetFailure CreateFailure(string problem) => new("state", FailureCode.Unreadable, problem);
}
