using Advisor.Core.Metrics;
using Advisor.Core.Rules;

namespace Advisor.Core.Observations;

/// <summary>Times at which the metrics of some resources of a subscription and region were last read and last above zero.</summary>
/// <param name="ReadAt">Newest minute with any metric.</param>
/// <param name="ActiveAt">Newest minute in which any of the resources had a metric above zero.</param>
/// <param name="InUse">Resources in use until then.</param>
/// <param name="AllZero">Resources in use that have since been read and reported only zeros.</param>
public sealed record RegionActivity(DateTimeOffset ReadAt, DateTimeOffset ActiveAt, int InUse, int AllZero)
{
    /// <summary>Computes the activity of some resources; null if none was ever active.</summary>
    public static RegionActivity? Compute(IReadOnlyCollection<MetricActivity> resources, OutageRules rules)
    {
        if (resources.Max(resource => resource.ActiveAt) is not { } active || resources.Max(resource => resource.ReadAt) is not { } read)
        {
            return null;
        }

        List<MetricActivity> inUse =
        [
            .. resources.Where(resource =>
                resource.ActiveAt >= active - rules.Within && resource.ActiveAt - resource.ActiveSince >= rules.InUseFor
            ),
        ];
        return new(read, active, inUse.Count, inUse.Count(resource => resource.IsZero));
    }

    /// <summary>
    /// Adds two disjoint groups of resources. A group whose last activity lies more than <see cref="OutageRules.Within"/> before the latest
    /// one counts no resources.
    /// </summary>
    public static RegionActivity? Combine(RegionActivity? one, RegionActivity? other, OutageRules rules) =>
        Join(one, other, rules, static (x, y) => x + y);

    /// <summary>
    /// Merges the present activity of a part of the region with an earlier activity of all of it, taking the higher counts: resources in
    /// use then are in use now.
    /// </summary>
    /// <param name="before">Earlier activity, which includes the resources of the part.</param>
    public static RegionActivity? Continue(RegionActivity? part, RegionActivity? before, OutageRules rules) =>
        Join(part, before, rules, Math.Max);

    private static RegionActivity? Join(RegionActivity? one, RegionActivity? other, OutageRules rules, Func<int, int, int> count)
    {
        if (one is null || other is null)
        {
            return one ?? other;
        }

        var active = one.ActiveAt > other.ActiveAt ? one.ActiveAt : other.ActiveAt;
        return new(
            one.ReadAt > other.ReadAt ? one.ReadAt : other.ReadAt,
            active,
            count(ClearIfStale(one).InUse, ClearIfStale(other).InUse),
            count(ClearIfStale(one).AllZero, ClearIfStale(other).AllZero)
        );

        RegionActivity ClearIfStale(RegionActivity activity) =>
            activity.ActiveAt >= active - rules.Within ? activity : activity with { InUse = 0, AllZero = 0 };
    }

    /// <summary>
    /// Returns the outage of the metrics: enough resources in use have reported nothing above zero since a certain minute. Null if there is
    /// none, and after <see cref="OutageRules.MaxDuration"/>. Resources not yet read count, so that no size changes while in doubt.
    /// </summary>
    public ZeroMetrics? FindOutage(OutageRules rules) =>
        IsZero(rules) && InUse >= rules.Resources ? new(ActiveAt.AddMinutes(1), InUse) : null;

    /// <summary>Returns the resources of a confirmed outage: all were read and reported zeros. 0 if there is none.</summary>
    public int CountResourcesOut(OutageRules rules) => IsZero(rules) && AllZero >= rules.Resources ? AllZero : 0;

    private bool IsZero(OutageRules rules) => ReadAt > ActiveAt && ReadAt - ActiveAt <= rules.MaxDuration;
}
