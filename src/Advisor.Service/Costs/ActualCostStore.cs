using Advisor.Core.Capacity.Costs;
using Advisor.Core.Fleet;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Costs;

/// <summary>Actual costs as last read from Azure: a row per resource, and a mark per subscription.</summary>
public sealed class ActualCostStore
{
    private const string Prefix = "cost-";
    private const string MarkPrefix = "costmark-";

    private readonly BucketedRows rows;

    internal ActualCostStore(BucketedRows rows) => this.rows = rows;

    /// <summary>Lists the costs of all resources.</summary>
    public async Task<IReadOnlyList<ActualCost>> ListAsync(CancellationToken cancellation) =>
        await EnumerateRowsAsync(Prefix, cancellation).Select(RecordCodecs.ActualCost.Read).ToListAsync(cancellation);

    /// <summary>Lists the marks of all subscriptions.</summary>
    public async Task<IReadOnlyList<CostMark>> ListMarksAsync(CancellationToken cancellation) =>
        await EnumerateRowsAsync(MarkPrefix, cancellation).Select(RecordCodecs.CostMark.Read).ToListAsync(cancellation);

    /// <summary>Marks the begin of an attempt to read, so that no other instance reads at the same time.</summary>
    /// <param name="isDue">Whether an attempt is due, by the mark before; null = there is none.</param>
    /// <returns>False when none is due.</returns>
    public async Task<bool> TryBeginAsync(
        string subscription,
        Func<CostMark?, bool> isDue,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var begins = false;
        await GetMark(subscription)
            .UpdateAsync(
                now,
                before =>
                {
                    begins = isDue(before);
                    return begins ? new CostMark(subscription, now, before?.ReadAt, before?.Window, before?.Failure) : null;
                },
                cancellation
            );
        return begins;
    }

    /// <summary>Records why an attempt failed; the costs stay.</summary>
    public Task SaveFailureAsync(string subscription, string failure, DateTimeOffset now, CancellationToken cancellation) =>
        GetMark(subscription)
            .UpdateAsync(now, before => new CostMark(subscription, now, before?.ReadAt, before?.Window, failure), cancellation);

    /// <summary>Replaces the costs of a subscription; those of a resource that has none any more are deleted.</summary>
    public async Task SaveAsync(
        string subscription,
        IReadOnlyList<ActualCost> costs,
        CostWindow window,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var writes = costs.ToDictionary(
            cost => CreateKey(cost.ResourceId),
            cost => RecordCodecs.ActualCost.Put(CreateKey(cost.ResourceId), now, cost)
        );
        foreach (var part in writes.Values.Chunk(RowLimits.MaxCommitWrites))
        {
            await rows.Store.CommitAsync(StateKeys.Fleet, part, cancellation);
        }

        foreach (var row in await EnumerateRowsAsync(Prefix, cancellation).ToListAsync(cancellation))
        {
            if (!writes.ContainsKey(row.Key) && IsOf(subscription, RecordCodecs.ActualCost.Read(row)))
            {
                await rows.Store.CommitAsync(StateKeys.Fleet, [RowWrite.Delete(row.Key, row.ETag)], cancellation);
            }
        }

        await GetMark(subscription).UpdateAsync(now, _ => new CostMark(subscription, now, now, window, null), cancellation);
    }

    private static bool IsOf(string subscription, ActualCost cost) =>
        string.Equals(ResourceIds.GetSubscription(cost.ResourceId), subscription, StringComparison.OrdinalIgnoreCase);

    private static string CreateKey(string resourceId) => Prefix + StateKeys.Hash(resourceId);

    private OptimisticRow<CostMark> GetMark(string subscription) =>
        new(rows.Store, StateKeys.Fleet, MarkPrefix + StateKeys.Hash(subscription), RecordCodecs.CostMark);

    private IAsyncEnumerable<Row> EnumerateRowsAsync(string prefix, CancellationToken cancellation) =>
        rows.EnumerateAsync(RowQuery.FromPrefix(StateKeys.Fleet, prefix), cancellation);
}
