using Advisor.Core.Capacity;
using Advisor.Core.Metrics;
using Advisor.Core.Reports;

namespace Advisor.Service.Evaluation;

/// <summary>Computes required units and utilization of every interval of a window, by the limits of one model.</summary>
internal static class UsageBuilder
{
    /// <param name="catalog">SKUs, one of which may have been in force before the present one.</param>
    /// <param name="past">History in coarse buckets, ascending.</param>
    /// <param name="series">Minutes after the history, ascending.</param>
    /// <param name="units">Units in force now, used for intervals whose metrics do not show the units.</param>
    /// <param name="trustsServerLoad">Whether the server load is explained by the traffic; otherwise it is ignored.</param>
    public static IReadOnlyList<UsagePoint> Build(
        CapacityModel model,
        SkuCatalog catalog,
        IReadOnlyList<HistorySample> past,
        IReadOnlyList<MinuteSample> series,
        int units,
        bool trustsServerLoad
    )
    {
        var minute = TimeSpan.FromMinutes(1);
        return
        [
            .. past.Concat(series.Select(sample => new HistorySample(sample.Time, minute, sample.Readings)))
                .Select(sample => CreatePoint(model, catalog, sample, units, trustsServerLoad)),
        ];
    }

    private static UsagePoint CreatePoint(
        CapacityModel model,
        SkuCatalog catalog,
        in HistorySample sample,
        int units,
        bool trustsServerLoad
    )
    {
        var readings = sample.NormalizeToMinute();
        readings = trustsServerLoad ? readings : readings with { ServerLoad = null };
        var inForce = UnitsAtMinute.FindOfAnySku(catalog, model.Sku, readings) ?? units;
        var demand = model.ComputeDemand(readings, inForce);
        var (required, utilization) = (DrawnUnits.Compute(model, demand, inForce), model.ComputeUtilization(demand, inForce));
        var limit = LimitingFactor.Limits.MaxBy(limit => utilization[limit]?.Value ?? -1);
        return utilization[limit] is { Value: var highest }
            ? new UsagePoint(sample.Start, sample.Length, LimitingFactor.Limits.Max(one => required[one]), highest, limit, inForce)
            : new UsagePoint(sample.Start, sample.Length, required: null, utilization: null, Limit.None, inForce);
    }
}
