using Advisor.Core.Metrics;
using Advisor.Core.Rules;

namespace Advisor.Core.Observations;

/// <summary>When the metrics of some resources of a subscription and region were last other than zero.</summary>
/// <param name="ReadAt">The newest minute with any metric.</param>
/// <param name="ActiveAt">The newest minute in which any of them had a metric above zero.</param>
/// <param name="InUse">Resources in use until then.</param>
/// <param name="AllZero">Those of them that have been read since and had nothing but zeros.</param>
public sealed record RegionActivity(DateTimeOffset ReadAt, DateTimeOffset ActiveAt, int InUse, int AllZero)
{
    /// <summary>The activity of some resources; null where none of them was ever active.</summary>
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

    /// <summary>Two groups of other resources together; those that went to zero earlier than the last activity count no more.</summary>
    public static RegionActivity? Combine(RegionActivity? one, RegionActivity? other, OutageRules rules) =>
        Join(one, other, rules, static (x, y) => x + y);

    /// <summary>A part of the region now, and all of it a while before: who was in use then is in use now.</summary>
    /// <param name="before">With the resources of the part among others.</param>
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
            count(Recent(one).InUse, Recent(other).InUse),
            count(Recent(one).AllZero, Recent(other).AllZero)
        );

        RegionActivity Recent(RegionActivity activity) =>
            activity.ActiveAt >= active - rules.Within ? activity : activity with { InUse = 0, AllZero = 0 };
    }

    /// <summary>
    /// The outage of the metrics: of enough resources in use none has shown anything since a certain minute. Null where there is none, and
    /// after <see cref="OutageRules.MaxDuration"/>. Those that were not read yet count: sizes are held in doubt.
    /// </summary>
    public ZeroMetrics? FindOutage(OutageRules rules) =>
        IsZero(rules) && InUse >= rules.Resources ? new(ActiveAt.AddMinutes(1), InUse) : null;

    /// <summary>Resources that an outage is certain of: all of them were read and had zeros; 0 where there is none.</summary>
    public int CountResourcesOut(OutageRules rules) => IsZero(rules) && AllZero >= rules.Resources ? AllZero : 0;

    private bool IsZero(OutageRules rules) => ReadAt > ActiveAt && ReadAt - ActiveAt <= rules.MaxDuration;
}
