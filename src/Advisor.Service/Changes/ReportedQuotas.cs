using Advisor.Core.Fleet;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Changes;

/// <summary>Quotas read from Azure, one per subscription and region, for readers that do not call Azure.</summary>
public sealed class ReportedQuotas
{
    private static readonly TimeSpan ValidFor = TimeSpan.FromHours(2);

    private readonly LatestReadings<ReportedQuota> readings;

    internal ReportedQuotas(BucketedRows rows) =>
        readings = new(rows, RecordCodecs.ReportedQuota, "usage-", quota => ($"{quota.Subscription}/{quota.Region}", quota.ReadAt));

    /// <summary>Lists the quotas read in the last two hours; an older reading counts as none.</summary>
    public async Task<IReadOnlyList<ReportedQuota>> ListAsync(DateTimeOffset now, CancellationToken cancellation) =>
        [.. (await readings.ListAsync(cancellation)).Where(quota => (now - quota.ReadAt).Duration() < ValidFor)];

    /// <summary>Saves readings.</summary>
    public async Task SaveAsync(IEnumerable<ReportedQuota> quotas, CancellationToken cancellation)
    {
        foreach (var quota in quotas)
        {
            await readings.SaveAsync(quota, cancellation);
        }
    }
}
