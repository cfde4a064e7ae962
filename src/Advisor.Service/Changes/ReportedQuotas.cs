using Advisor.Core.Fleet;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Changes;

/// <summary>Quotas read from Azure, one per subscription and region, for readers that do not call Azure.</summary>
public sealed class ReportedQuotas
{
    private const string Prefix = "usage-";

    private static readonly TimeSpan ValidFor = TimeSpan.FromHours(2);

    private readonly IStateStore store;

    internal ReportedQuotas(IStateStore store) => this.store = store;

    /// <summary>Lists the quotas read in the last two hours; an older reading counts as none.</summary>
    public async Task<IReadOnlyList<ReportedQuota>> ListAsync(DateTimeOffset now, CancellationToken cancellation) =>
        [
            .. (await store.QueryAsync(RowQuery.FromPrefix(StateKeys.Fleet, Prefix), cancellation))
                .Rows.Select(RecordCodecs.ReportedQuota.Read)
                .Where(quota => (now - quota.ReadAt).Duration() < ValidFor),
        ];

    /// <summary>Saves readings.</summary>
    public async Task SaveAsync(IEnumerable<ReportedQuota> quotas, CancellationToken cancellation)
    {
        foreach (var quota in quotas)
        {
            await OptimisticRow.UpdateAsync(
                store,
                StateKeys.Fleet,
                Prefix + StateKeys.Hash($"{quota.Subscription}/{quota.Region}"),
                RecordCodecs.ReportedQuota,
                quota.ReadAt,
                before => before?.ReadAt > quota.ReadAt ? before : quota,
                cancellation
            );
        }
    }
}
