using Advisor.Core.Observations;
using Advisor.Core.Rules;
using Advisor.State.Fleet;

namespace Advisor.Service.Tick;

/// <summary>
/// What all batches of a subscription and region read in the last tick that evaluated them: an outage of the metrics is one where all of
/// them have zeros. Batches differ from tick to tick while idle resources are skipped, so that only whole ticks are compared.
/// </summary>
internal sealed class RegionActivities(OutageRules rules)
{
    private Dictionary<string, RegionActivity> regions = [];

    /// <summary>Takes what the last ticks wrote down; of one that is not complete nothing.</summary>
    /// <param name="ticks">The newest first.</param>
    public void Learn(IEnumerable<TickProgress> ticks) =>
        regions = ticks
            .Where(tick => tick.IsComplete)
            .SelectMany(tick => tick.CompletedBatches.Where(batch => batch.Activity is not null).GroupBy(batch => RegionOf(batch.Batch)))
            .DistinctBy(region => region.Key)
            .ToDictionary(
                region => region.Key,
                region => region.Aggregate(default(RegionActivity), (sum, batch) => RegionActivity.Combine(sum, batch.Activity, rules))!,
                StringComparer.Ordinal
            );

    /// <summary>What was read of the region of a batch; null where nothing was.</summary>
    public RegionActivity? Find(string batch) => regions.GetValueOrDefault(RegionOf(batch));

    /// <summary>
    /// Resources of a region whose metrics all went to zero at once; 0 where there is no such outage, null where nothing is known.
    /// </summary>
    /// <param name="subscription">In lower case.</param>
    /// <param name="region">In lower case.</param>
    public int? CountResourcesOut(string subscription, string region) =>
        regions.GetValueOrDefault($"{subscription}/{region}")?.CountResourcesOut(rules);

    // subscription/region/service/number
    private static string RegionOf(string batch) => string.Join('/', batch.Split('/').Take(2));
}
