using Advisor.Core.Advice;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Reports;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.Scenarios;
using Advisor.Core.Scaling.State;

namespace Advisor.Service.Evaluation;

/// <summary>Computes what another load or size would mean for a resource.</summary>
internal static class WhatIfBuilder
{
    private static readonly TimeSpan ExpectedHorizon = TimeSpan.FromHours(1);

    /// <summary>
    /// Returns each case that applies to the resource: not a SKU of another service, a size that is not sold, or a load of which there is
    /// no reading.
    /// </summary>
    /// <param name="fleet">Constraints from the rest of the fleet, such as the regional quota.</param>
    /// <param name="state">State after the newest minute; null when nothing was read.</param>
    /// <param name="past">History before the minutes, in coarser buckets, ascending.</param>
    /// <param name="series">Minutes read, ascending.</param>
    /// <param name="earlier">Required units before the 14 days of the state; null = none were read.</param>
    public static IReadOnlyList<WhatIf> Build(
        RuleSet rules,
        ResourceReport resource,
        FleetConstraints fleet,
        ResourceState? state,
        IReadOnlyList<HistorySample> past,
        IReadOnlyList<MinuteSample> series,
        IReadOnlyList<WhatIfCase> cases,
        EarlierRequirements? earlier
    )
    {
        if (cases.Count == 0)
        {
            return [];
        }

        var minute = TimeSpan.FromMinutes(1);
        var samples = past.Concat(series.Select(sample => new HistorySample(sample.Time, minute, sample.Readings))).ToList();
        var scenario = LoadScenario.Create(rules, resource.Settings, state, samples, resource.Units, earlier);
        return [.. cases.Select(asked => Build(rules, resource, fleet, state, scenario, asked)).OfType<WhatIf>()];
    }

    private static WhatIf? Build(
        RuleSet rules,
        ResourceReport resource,
        FleetConstraints fleet,
        ResourceState? state,
        LoadScenario? scenario,
        WhatIfCase asked
    )
    {
        var factors =
            scenario is not null ? scenario.FindFactors(asked.Connections, asked.Messages)
            : asked.ChangesLoad ? null
            : LoadFactors.Measured;
        var catalog = rules.GetCatalog(resource.Service, resource.Settings);
        if (catalog.Find(asked.Sku ?? resource.Sku) is not { } sku || factors is not { } known)
        {
            return null;
        }

        var messages = resource.Decision?.Messages;
        var expected = resource.Decision?.Forecast.FirstOrDefault(quantiles => quantiles.Horizon == ExpectedHorizon)?.Median;
        var steady = scenario?.SelectSteady(asked is { Sku: null, Units: null } ? catalog : null, sku, known, messages, expected);
        sku = steady is { IsNextSku: true } ? catalog.Find(steady.Sku)! : sku;
        var units = asked.Units ?? steady?.Units ?? resource.Units;
        if (!sku.Ladder.Contains(units))
        {
            return null;
        }

        var model = resource.Model?.WithSku(sku);
        var utilization =
            model is not null && scenario is not null ? model.ComputeUtilization(scenario.Scale(resource.Load, known), units) : default;
        var exceedsRouting = utilization.Routing is { Value: > 1 } && units >= model?.RoutingWallUnits;
        var refused = FindRefused(sku, units, state?.Usage.FindMostMessages() * known.Messages);
        var isShort = refused is not null || (units == steady?.Units && (exceedsRouting || steady.NoneSuffices()));
        var quota = fleet.FindMaxUnits(rules.GetCatalog(resource.Service), resource.Units);
        return new(
            asked,
            known,
            sku.Name,
            units,
            utilization,
            // A server load that contradicts the other metrics is not a limiting factor, at this size as at the one in force.
            LimitingFactor.Find(
                resource.State == ReportState.SuspectMetric ? utilization with { ServerLoad = null } : utilization,
                rules.Policy.NoLimitingFactorBelow.Value
            ),
            MonthlyBill.Compute(sku, units, messages?.Scale(known.Messages)),
            steady
        )
        {
            ExceedsRouting = exceedsRouting,
            RefusedMessages = refused,
            Alternatives =
                isShort && scenario is not null
                    ? scenario.FindAlternatives(
                        catalog.WithQuota(quota),
                        sku,
                        resource.Load,
                        known,
                        steady,
                        messages,
                        resource.Cost,
                        refused is not null
                    )
                    : [],
        };
    }

    private static (double BusiestDay, long PerDay)? FindRefused(Sku sku, int units, double? busiest)
    {
        var perDay = sku.IncludedMessagesPerUnitPerDay * units;
        return !sku.SellsMessages && busiest >= perDay ? (busiest.Value, perDay) : null;
    }
}
