using Advisor.Core.Observations;
using Advisor.Core.Rules;

namespace Advisor.Service.Tick;

/// <summary>
/// Metric activity of each subscription and region, over all batches of the last tick that evaluated them: during an outage of the metrics
/// all of them have zeros. Batches vary from tick to tick while idle resources are skipped, so that only whole ticks are comparable.
/// </summary>
internal sealed class RegionActivities(OutageRules rules)
{
    private Dictionary<string, RegionActivity> regions = [];

    /// <summary>Learns from the records of the last ticks; incomplete ticks are ignored.</summary>
    /// <param name="ticks">Ticks, newest first.</param>
    public void Learn(IEnumerable<TickProgress> ticks) =>
        regions = ticks
            .Where(tick => tick.IsComplete)
            .SelectMany(tick => tick.CompletedBatches.Where(batch => batch.Activity is not null).GroupBy(batch => ParseRegion(batch.Batch)))
            .DistinctBy(region => region.Key)
            .ToDictionary(
                region => region.Key,
                region => region.Aggregate(default(RegionActivity), (sum, batch) => RegionActivity.Combine(sum, batch.Activity, rules))!,
                StringComparer.Ordinal
            );

    /// <summary>Returns what was read of the region of a batch; null when nothing was.</summary>
    public RegionActivity? Find(string batch) => regions.GetValueOrDefault(ParseRegion(batch));

    /// <summary>
    /// Counts the resources of a region whose metrics all went to zero at once; 0 when there is no such outage, null when not known.
    /// </summary>
    /// <param name="subscription">In lower case.</param>
    /// <param name="region">In lower case.</param>
    public int? CountResourcesOut(string subscription, string region) =>
        regions.GetValueOrDefault($"{subscription}/{region}")?.CountResourcesOut(rules);

    // subscription/region/service/number
    private static string ParseRegion(string batch) => string.Join('/', batch.Split('/').Take(2));
}
