using Advisor.Core.Decisions;
using Advisor.State.Rows;

namespace Advisor.State.Resources;

/// <summary>Audit trail of decisions: append-only, purged by age.</summary>
public sealed class DecisionLog
{
    private readonly BucketedRows rows;

    internal DecisionLog(BucketedRows rows) => this.rows = rows;

    /// <summary>Returns the decisions of a resource in [from, before), newest first.</summary>
    /// <param name="after">End of an earlier page; null for the first.</param>
    /// <param name="limit">Maximum number of records, 1 to 1000.</param>
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

/// <summary>Page of a history, newest first.</summary>
/// <param name="Next">Position to continue from; null if the range has no older records.</param>
public sealed record HistoryPage<T>(IReadOnlyList<T> Records, string? Next);

/// <summary>Queries ranges of keys that sort newest first.</summary>
internal static class History
{
    // Newest first: later instants have smaller keys, so [from, before) runs from the key after that of before to the end of that of from.
    public static RowQuery CreateQuery(
        string partition,
        string prefix,
        DateTimeOffset from,
        DateTimeOffset before,
        string? after,
        int limit
    ) => new(partition, prefix + StateKeys.Descending(before.UtcTicks - 1), prefix + StateKeys.Descending(from) + ".", after, limit);
}
