using Advisor.Core;
using Advisor.Core.Advice;
using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.Experts;
using Advisor.Core.Scaling.State;
using Advisor.Service.Alerts;

namespace Advisor.Service.Evaluation;

/// <summary>
/// Decides about one resource by replaying the minutes at hand, oldest first, so that a single call uses all available history.
/// </summary>
public static class ResourceReportBuilder
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    // Longer than almost every pending period; the reasons are computed for each minute in it.
    private static readonly TimeSpan AlertLookback = TimeSpan.FromMinutes(20);

    /// <summary>Minimum history for a scale-in: with less, a quiet hour or a quiet weekend could halve a resource.</summary>
    public static readonly TimeSpan MinHistoryForScaleIn = TimeSpan.FromDays(7);

    /// <param name="past">History before the minutes, in coarser buckets, ascending; empty when not known.</param>
    /// <param name="series">Minutes read, ascending; empty when there are none.</param>
    /// <param name="fleet">Constraints from the rest of the fleet.</param>
    /// <param name="now">Time of the evaluation.</param>
    /// <param name="minutesOfSample">
    /// Minutes that each of the series stands for; more than 1 in a file of coarser metrics, of which all but the newest are a past.
    /// </param>
    /// <param name="keepsUsage">Whether the report contains the required units of every interval of the past.</param>
    /// <param name="whatIfs">Other loads and sizes to compare; null = none.</param>
    public static ResourceReport Build(
        RuleSet rules,
        FleetResource resource,
        IReadOnlyList<HistorySample> past,
        IReadOnlyList<MinuteSample> series,
        FleetConstraints fleet,
        DateTimeOffset now,
        bool keepsUsage = false,
        int minutesOfSample = 1,
        IReadOnlyList<WhatIfCase>? whatIfs = null
    )
    {
        if (minutesOfSample > 1)
        {
            past = [.. past, .. CoarseHistory.Create([.. series.SkipLast(1)], TimeSpan.FromMinutes(minutesOfSample))];
            series = [.. series.TakeLast(1)];
        }

        var catalog = rules.GetCatalog(resource.Service, resource.Settings);
        var sku = catalog.Find(resource.Sku);
        var lag = rules.Policy.MetricLag;
        var template = CreateObservation(resource, new MinuteSample(now - lag, default), resource.Units, fleet);
        var ((state, earlier), alerts) = (HistoryBackfill.BuildLookBack(rules, template, past), ResourceAlerts.Empty);
        var subject = AlertSubjects.Create(resource);
        foreach (var sample in series.SkipLast(1))
        {
            // As seen at that time: the units of that minute, and metrics with their usual lag.
            var units = UnitsAtMinute.Find(sku, sample.Readings) ?? resource.Units;
            var seen = CreateObservation(resource, sample, units, fleet) with { ChangeInProgress = false, Minutes = minutesOfSample };
            var then = Min(sample.Time + lag, now);
            (var before, state, _) = ScalingAdvisor.Decide(rules, seen, state, then);
            alerts =
                before is null || now - then > AlertLookback
                    ? alerts
                    : alerts.AdvanceDecision(rules, subject, seen, before, state?.FindMaxRequiredUnits(rules.Alerts), then).After;
        }

        var newest = series.Count > 0 ? series[^1] : new MinuteSample(now - lag, default);
        var last = CreateObservation(resource, newest, resource.Units, fleet) with
        {
            Minutes = minutesOfSample,
            Steady = resource.Settings.Mode.GetSteadyAdvice(),
            Earlier = earlier,
        };
        var outcome = ScalingAdvisor.Decide(rules, last, state, now);
        if (outcome.Decision is not { } decision)
        {
            return BuildFailed(rules, resource, new ReportFailure(resource.Id, outcome.Problem!.Code, outcome.Problem.Text));
        }

        decision = AddAutopilot(rules, resource, sku, decision, outcome.State, earlier);
        var model = outcome.State?.Model;
        var load = model?.ComputeDemand(newest.Readings, resource.Units) ?? default;
        var report = CreateBase(rules, resource) with
        {
            State = FindState(resource, decision),
            Decision = alerts
                .AdvanceDecision(rules, subject, last, decision, outcome.State?.FindMaxRequiredUnits(rules.Alerts), now)
                .Decision.ComputeExplanations(),
            Cost = decision.CostNow,
            Month = outcome.State?.ComputeMonthBill(catalog, resource.Settings.Billing),
            Charges = outcome.State is { } kept ? DailyCharge.Compute(catalog, resource.Settings.Billing, [.. kept.Usage.Days]) : [],
            PastCost = PastCost.Compute(resource.ActualCost, catalog, outcome.State?.Usage.Days ?? []),
            Newest = series.Count > 0 ? newest : null,
            MinutesSeen = series.Count,
            History = MeasureHistory(past, series),
            Advisory = DescribeAdvisory(decision, MeasureHistory(past, series)),
            Limits = model is null ? [] : CapacityExplanation.Explain(model, load, resource.Units),
            Model = model,
            Load = load,
            Usage =
                keepsUsage && model is not null
                    ? UsageBuilder.Build(model, past, series, resource.Units, decision.DataState != DataState.SuspectMetric)
                    : [],
            ServerLeg = FindServerLeg(newest.Readings, load),
            FailoverLoad = MemberNeeds.IsMember(resource) ? outcome.State?.FindFailoverLoad() : null,
            WorkloadText = model is null ? null : WorkloadText.Describe(model.Workload, resource.Settings.Workload is not null),
        };
        return report with { WhatIfs = WhatIfBuilder.Build(rules, report, outcome.State, past, series, whatIfs ?? [], earlier) };
    }

    /// <summary>Returns the decision with what sizing every minute would have done, beside its steady size.</summary>
    private static Decision AddAutopilot(
        RuleSet rules,
        FleetResource resource,
        Sku? sku,
        Decision decision,
        ResourceState? state,
        EarlierRequirements? earlier
    ) =>
        sku is null || state is null || decision.Steady is not { } steady
            ? decision
            : decision with
            {
                Steady = steady with
                {
                    Autopilot = AutopilotReplay.Run(
                        rules,
                        resource.Settings,
                        sku,
                        state,
                        resource.Units,
                        units => steady.Find(units)?.Cost,
                        earlier
                    ),
                },
            };

    /// <summary>Builds the report of a resource that was listed and could not be read.</summary>
    public static ResourceReport BuildFailed(RuleSet rules, FleetResource resource, ReportFailure failure) =>
        CreateBase(rules, resource) with
        {
            State = ReportState.Failed,
            Failure = failure,
        };

    private static ResourceReport CreateBase(RuleSet rules, FleetResource resource) =>
        new()
        {
            Id = resource.Id,
            Name = resource.Name,
            Service = resource.Service,
            Region = resource.Region,
            Sku = resource.Sku,
            Units = resource.Units,
            State = ReportState.Ok,
            Cost = rules.GetCatalog(resource.Service, resource.Settings).Find(resource.Sku) is { } sku
                ? MonthlyBill.Compute(sku, resource.Units, null)
                : null,
            PriceOrigin = rules.GetCatalog(resource.Service, resource.Settings).Find(resource.Sku)?.PriceOrigin ?? new(PriceSource.List),
            PriceBasis = rules.GetCatalog(resource.Service, resource.Settings).Find(resource.Sku)?.PriceBasis ?? "no price",
            PastCost = PastCost.Compute(resource.ActualCost, rules.GetCatalog(resource.Service, resource.Settings), []),
            Settings = resource.Settings,
            AutoscaleSetting = resource.AutoscaleSetting,
            Replicas = [.. resource.Replicas.Select(r => new ReplicaReport(r.Name, r.Region, r.Units))],
        };

    private static TimeSpan MeasureHistory(IReadOnlyList<HistorySample> past, IReadOnlyList<MinuteSample> series) =>
        (past, series) switch
        {
            ([var oldest, ..], [.., var newest]) => newest.Time + Minute - oldest.Start,
            ([], [var oldest, .., var newest]) => newest.Time + Minute - oldest.Time,
            ([var oldest, .., var newest], []) => newest.Start + newest.Length - oldest.Start,
            _ => series.Count * Minute,
        };

    // The model's demand is the client side only; the rest of the measured traffic is the server leg.
    private static ServerLeg? FindServerLeg(in MetricReadings readings, in Demand load)
    {
        var leg = new ServerLeg((readings.InboundTraffic / 60) - load.InboundBytes, (readings.OutboundTraffic / 60) - load.OutboundBytes);
        return leg is { InboundBytes: > 0 } or { OutboundBytes: > 0 } ? leg : null;
    }

    private static string? DescribeAdvisory(Decision decision, TimeSpan history) =>
        decision.Action == ScalingAction.ScaleIn && history < MinHistoryForScaleIn
            ? $"only {Wording.FormatDuration(history)} of history"
            : null;

    private static ReportState FindState(FleetResource resource, Decision decision) =>
        decision.DataState switch
        {
            DataState.InsufficientData => ReportState.InsufficientData,
            DataState.SuspectMetric => ReportState.SuspectMetric,
            _ when resource.AutoscaleSetting is not null => ReportState.AutoscaleOn,
            _ => ReportState.Ok,
        };

    private static Observation CreateObservation(FleetResource resource, MinuteSample sample, int units, FleetConstraints fleet) =>
        ResourceObservation.Create(resource, fleet) with
        {
            Time = sample.Time,
            Units = units,
            ChangeInProgress = resource.IsUpdating,
            Readings = sample.Readings,
        };

    private static DateTimeOffset Min(DateTimeOffset one, DateTimeOffset other) => one < other ? one : other;
}
