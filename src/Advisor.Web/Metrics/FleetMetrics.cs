using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Reporting.Json;
using Advisor.Reporting.OpenMetrics;
using Advisor.Service.Evaluation.Records;

namespace Advisor.Web.Metrics;

/// <summary>
/// Metrics of the resources for GET /metrics, from their newest evaluations. Labels are the resource and constants of this program, so that
/// the number of series depends on the size of the fleet only. docs/metrics.md has the list.
/// </summary>
internal static class FleetMetrics
{
    // The first horizon (until a change could take effect) and one hour: sizes are chosen by these two.
    private static readonly TimeSpan Hour = TimeSpan.FromHours(1);

    public static IEnumerable<MetricFamily> Create(IReadOnlyList<EvaluationRecord> evaluations, DateTimeOffset now) =>
        [
            new("advisor_resource", OpenMetricsType.Info, null, "A monitored resource.", evaluations.Select(CreateInfo)),
            CreateGauge("advisor_units", null, "Current units.", evaluations.Select(e => CreateSample(e, e.Units))),
            CreateGauge(
                "advisor_recommended_units",
                null,
                "Units chosen by the newest decision; the current units if it makes no change.",
                evaluations
                    .Where(e => e.RecommendedUnits is not null)
                    .Select(e => CreateSample(e, e.RecommendedUnits!.Value, ("sku", e.RecommendedSku ?? e.Sku)))
            ),
            CreateGauge(
                "advisor_steady_units",
                null,
                "Units recommended to people, to keep until they look again; the current units if none are.",
                evaluations.Select(e =>
                    CreateSample(e, (e.Recommendation?.To ?? e.Size).Units, ("sku", (e.Recommendation?.To ?? e.Size).Sku))
                )
            ),
            CreateGauge(
                "advisor_cost_per_month",
                null,
                "Cost of the current size for 30 days, by what is billed.",
                evaluations.SelectMany(CreateCost)
            ),
            CreateGauge(
                "advisor_saving_per_month",
                null,
                "What the recommended size would save in 30 days, negative if it costs more; "
                    + "0 if none is recommended, or a person set it aside.",
                evaluations.SelectMany(CreateSaving)
            ),
            CreateGauge(
                "advisor_required_units",
                null,
                "Units currently needed to keep a limit at its target, not rounded.",
                evaluations.SelectMany(e => CreateByLimit(e, e.RequiredUnits))
            ),
            CreateGauge(
                "advisor_forecast_units",
                null,
                "Forecast maximum of the needed units over a horizon: median, upper (80 % likely to stay under it) and high (95 %).",
                evaluations.SelectMany(CreateForecast)
            ),
            CreateGauge(
                "advisor_utilization_ratio",
                "ratio",
                "Used / (target x limit) at the current size; 1 is the target.",
                evaluations.SelectMany(e => CreateByLimit(e, e.Utilization))
            ),
            CreateGauge(
                "advisor_data_age_seconds",
                "seconds",
                "Time since the newest minute in which Azure reported any metric.",
                evaluations.Where(e => e.DataAt is not null).Select(e => CreateSample(e, Math.Max((now - e.DataAt!.Value).TotalSeconds, 0)))
            ),
            new(
                "advisor_decisions",
                OpenMetricsType.Counter,
                null,
                "Decisions by action and first reason since the resource was first seen.",
                evaluations.SelectMany(e =>
                    e.Decisions.Select(d => CreateSample(e, d.Count, ("action", d.Action.ToWireName()), ("reason", d.Reason)))
                )
            ),
            CreateGauge(
                "advisor_alerts",
                null,
                "1 for each alert of a resource that is pending, firing or without data.",
                evaluations.SelectMany(e =>
                    e.Alerts.DistinctBy(a => (a.Id, a.Severity, a.Phase))
                        .Select(a =>
                            CreateSample(e, 1, ("alert", a.Id), ("severity", a.Severity.FormatName()), ("state", a.Phase.FormatName()))
                        )
                )
            ),
        ];

    /// <param name="unit">Unit, which the name ends in; null = none.</param>
    internal static MetricFamily CreateGauge(string name, string? unit, string help, IEnumerable<MetricSample> samples) =>
        new(name, OpenMetricsType.Gauge, unit, help, samples);

    private static MetricSample CreateInfo(EvaluationRecord e) =>
        CreateSample(
            e,
            1,
            ("service", e.Service),
            ("sku", e.Sku),
            ("region", e.Region),
            ("resource_group", ResourceIds.GetResourceGroup(e.ResourceId)),
            ("subscription_id", ResourceIds.GetSubscription(e.ResourceId)),
            ("team", e.Team ?? "")
        );

    private static IEnumerable<MetricSample> CreateByLimit(EvaluationRecord e, IReadOnlyDictionary<Limit, double> values) =>
        values.Select(pair => CreateSample(e, pair.Value, ("limit", pair.Key.ToWireName())));

    private static IEnumerable<MetricSample> CreateCost(EvaluationRecord e)
    {
        if (e.CostNow is not { } cost)
        {
            yield break;
        }

        yield return CreateSample(e, (double)cost.Units, ("currency", cost.Currency), ("part", "units"));
        if (cost.Messages is { } messages)
        {
            yield return CreateSample(e, (double)messages, ("currency", cost.Currency), ("part", "messages"));
        }
    }

    // A change of an unknown amount has no sample.
    private static IEnumerable<MetricSample> CreateSaving(EvaluationRecord e) =>
        (e, e.IsSetAside() ? null : e.Recommendation) switch
        {
            (_, { CostChange: { } change, Currency: { } currency }) => [CreateSample(e, (double)-change, ("currency", currency))],
            ({ CostNow: { } cost }, null) => [CreateSample(e, 0, ("currency", cost.Currency))],
            _ => [],
        };

    private static IEnumerable<MetricSample> CreateForecast(EvaluationRecord e) =>
        e
            .Forecast.Where((forecast, i) => i == 0 || forecast.Horizon == Hour)
            .DistinctBy(forecast => forecast.Horizon)
            .SelectMany(forecast =>
                new (string Name, double Units)[]
                {
                    ("median", forecast.Median),
                    ("upper", forecast.Upper),
                    ("high", forecast.High),
                }.Select(estimate =>
                    CreateSample(e, estimate.Units, ("horizon", $"{forecast.Horizon.TotalMinutes:0}m"), ("estimate", estimate.Name))
                )
            );

    private static MetricSample CreateSample(EvaluationRecord e, double value, params ReadOnlySpan<(string Name, string Value)> labels)
    {
        var all = new KeyValuePair<string, string>[labels.Length + 2];
        (all[0], all[1]) = (new("resource_id", e.ResourceId), new("name", ResourceIds.GetName(e.ResourceId)));
        for (var i = 0; i < labels.Length; i++)
        {
            all[i + 2] = new(labels[i].Name, labels[i].Value);
        }

        return new MetricSample(value, all);
    }
}
