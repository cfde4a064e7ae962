using Advisor.Core.Advice;
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

namespace Advisor.Service.Evaluation;

/// <summary>
/// Builds the report on one resource from the metrics at hand: of a <see cref="ResourceReplay"/>, as often as the constraints from the rest
/// of the fleet change.
/// </summary>
public sealed class ResourceReportBuilder
{
    /// <summary>Minimum history for a scale-in: with less, a quiet hour or a quiet weekend could halve a resource.</summary>
    public static readonly TimeSpan MinHistoryForScaleIn = TimeSpan.FromDays(7);

    private readonly RuleSet rules;
    private readonly FleetResource resource;
    private readonly ResourceReplay replay;
    private readonly ReportParts parts;
    private readonly DateTimeOffset now;

    // Two weeks have 200 KB a resource, which only some parts of a report need once they are learned.
    private readonly IReadOnlyList<HistorySample> past;

    /// <summary>Learns from the past.</summary>
    /// <param name="past">History before the minutes, in coarser buckets, ascending; empty when not known.</param>
    /// <param name="series">Minutes read, ascending; empty when there are none.</param>
    /// <param name="minutesOfSample">
    /// Minutes that each of the series stands for; more than 1 in a file of coarser metrics, of which all but the newest are a past.
    /// </param>
    /// <param name="now">Time of the evaluation.</param>
    public ResourceReportBuilder(
        RuleSet rules,
        FleetResource resource,
        IReadOnlyList<HistorySample> past,
        IReadOnlyList<MinuteSample> series,
        int minutesOfSample,
        DateTimeOffset now,
        ReportParts parts
    )
    {
        if (minutesOfSample > 1)
        {
            past = [.. past, .. CoarseHistory.Create([.. series.SkipLast(1)], TimeSpan.FromMinutes(minutesOfSample))];
            series = [.. series.TakeLast(1)];
        }

        (this.rules, this.resource, this.parts, this.now) = (rules, resource, parts, now);
        replay = new ResourceReplay(rules, resource, past, series, minutesOfSample, now);
        this.past = parts.NeedPast ? past : [];
    }

    /// <summary>Returns what the other members of its groups have to know of the resource.</summary>
    /// <param name="fleet">Constraints from the rest of the fleet, as far as they are known.</param>
    internal MemberNeed FindNeed(FleetConstraints fleet) =>
        replay.Run(fleet).Outcome is { Decision: { } decision, State: var state }
            ? new(state?.FindFailoverLoad(), decision.OwnUnits)
            : default;

    /// <param name="fleet">Constraints from the rest of the fleet.</param>
    public ResourceReport Build(FleetConstraints fleet)
    {
        var ((decided, state, problem), newest) = replay.Run(fleet);
        if (decided is null)
        {
            return BuildFailed(rules, resource, new ReportFailure(resource.Id, problem!.Code, problem.Text));
        }

        var (series, earlier) = (replay.Series, replay.Earlier);
        var catalog = rules.GetCatalog(resource.Service, resource.Settings);
        var decision = AddAutopilot(rules, resource, catalog.Find(resource.Sku), decided, state, earlier).ComputeExplanations();
        var model = state?.Model;
        var load = model?.ComputeDemand(newest.Readings, resource.Units) ?? default;
        var report = CreateBase(rules, resource) with
        {
            State = FindState(resource, decision),
            Decision = decision,
            Cost = decision.CostNow,
            Month = ResourceState.ComputeMonthBill(state, catalog, resource.Settings.Billing, resource.Size, resource.CreatedAt, now),
            Charges = state is not null
                ? DailyCharge.Compute(catalog, resource.Settings.Billing, [.. state.Usage.Days], resource.CreatedAt)
                : [],
            PastCost = PastCost.Compute(resource.ActualCost, catalog, state?.Usage.Days ?? []),
            Newest = series.Count > 0 ? newest : null,
            MinutesSeen = series.Count,
            History = replay.History,
            Advisory = DescribeAdvisory(decision, replay.History),
            Limits = model is null ? [] : CapacityExplanation.Explain(model, load, resource.Units),
            Model = model,
            Load = load,
            Usage =
                parts.Usage && model is not null
                    ? UsageBuilder.Build(model, catalog, past, series, resource.Units, decision.DataState != DataState.SuspectMetric)
                    : [],
            ServerLeg = FindServerLeg(newest.Readings, load),
            WorkloadText = model is null ? null : WorkloadText.Describe(model.Workload, resource.Settings.Workload is not null),
        };
        return report with { WhatIfs = WhatIfBuilder.Build(rules, report, fleet, state, past, series, parts.WhatIfs, earlier) };
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
}
