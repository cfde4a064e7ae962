using Advisor.Core.Decisions;
using Advisor.State.Rows;

namespace Advisor.State.Resources;

/// <summary>The audit trail: appended to, never changed, purged by age only.</summary>
public sealed class DecisionLog
{
    private readonly BucketedRows rows;

    internal DecisionLog(BucketedRows rows) => this.rows = rows;

    /// <summary>Appends; false where the resource has a decision of this tick and action already.</summary>
    public async Task<bool> AppendAsync(DecisionRecord decision, CancellationToken cancellation)
    {
        var resource = StateKeys.Hash(decision.ResourceId);
        return (await rows.CommitAsync(resource, [CreateInsert(resource, decision)], cancellation)).IsCommitted;
    }

    /// <summary>Decisions of a resource in [from, before), newest first.</summary>
    /// <param name="after">Where an earlier page ended; null for the first.</param>
    /// <param name="limit">1 to 1000.</param>
    public async Task<HistoryPage<DecisionRecord>> QueryAsync(
        string resourceId,
        DateTimeOffset from,
        DateTimeOffset before,
        string? after,
        int limit,
        CancellationToken cancellation
    )
    {
        var resource = StateKeys.Hash(resourceId);
        var page = await rows.Store.QueryAsync(
            History.CreateQuery(rows.GetPartition(resource), StateKeys.Decisions(resource), from, before, after, limit),
            cancellation
        );
        return new HistoryPage<DecisionRecord>([.. page.Rows.Select(RecordCodecs.Decision.Read)], page.Next);
    }

    internal static RowWrite CreateInsert(string resource, DecisionRecord decision) =>
        RecordCodecs.Decision.Insert(
            $"{StateKeys.Decisions(resource)}{StateKeys.Descending(decision.Tick)}-{CreateName(decision.Action)}",
            decision.Tick,
            decision
        );

    private static string CreateName(ScalingAction action) => action.ToString();
}

/// <summary>A page of a history, newest first.</summary>
/// <param name="Next">Where it ended; null where nothing older is in the range.</param>
public sealed record HistoryPage<T>(IReadOnlyList<T> Records, string? Next);

/// <summary>Ranges over keys that sort newest first.</summary>
internal static class History
{
    // Newest first: later instants have smaller keys, so [from, before) runs from the key after before's to the end of from's.
    public static RowQuery CreateQuery(
        string partition,
        string prefix,
        DateTimeOffset from,
        DateTimeOffset before,
        string? after,
        int limit
    ) => new(partition, prefix + StateKeys.Descending(before.UtcTicks - 1), prefix + StateKeys.Descending(from) + ".", after, limit);
}
