using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.Cost;
using Advisor.Core.Scaling.Explanations;
using Advisor.Core.Scaling.State;

namespace Advisor.Core.Scaling;

/// <summary>Puts what was found into a decision, and notes what it asks for.</summary>
internal static class DecisionBuilder
{
    private const double MinutesOfMonth = 1440.0 * Sku.DaysOfMonth;
    private const double RepeatedConfidence = 0.5;

    /// <summary>The decision after the guards, and the state that goes with it.</summary>
    public static DecisionOutcome Build(DecisionContext s, int wanted, string code, int allowed, bool isAdvisory)
    {
        var units = isAdvisory ? s.Observation.Units : s.Ladder[allowed];
        var tier = isAdvisory || allowed == s.CurrentStep ? TierSelector.Select(s, wanted) : null;
        var verdict =
            tier is null ? TierVerdict.Hold
            : isAdvisory ? TierVerdict.Advise
            : TierSelector.Evaluate(s, tier);
        var (action, sku, advisorySku, advisoryUnits) = ChooseAction(s, wanted, allowed, isAdvisory, tier, verdict);
        var changed = action == ScalingAction.ChangeTier ? advisoryUnits!.Value : units;
        var messages = s.MessagesPerMonth;
        var costs = ComputeCosts(s, advisorySku ?? sku, advisoryUnits ?? changed, messages);
        var decision = new Decision
        {
            ResourceId = s.Observation.ResourceId,
            Time = s.Observation.Time,
            Action = action,
            Sku = sku,
            Units = changed,
            AdvisorySku = action == ScalingAction.Advise ? advisorySku : null,
            AdvisoryUnits = action == ScalingAction.Advise ? advisoryUnits : null,
            IsUrgent = action == ScalingAction.ScaleOut && Guards.ChangeRateGuard.IsUrgent(s, allowed),
            LimitingFactor = LimitingFactor.Find(TrustedUtilization(s.Required), s.Rules.Policy.NoLimitingFactorBelow.Value),
            Utilization = s.Required.Utilization,
            Targets = s.Input.Targets,
            DataState =
                s.IsStale ? DataState.InsufficientData
                : s.SuspectReadings.Count > 0 ? DataState.SuspectMetric
                : s.Required.DataState,
            Confidence = ConfidenceFactors.Compute(s),
            ConfidenceFactors = new LazyList<string>(() => [.. ConfidenceFactors.Describe(s)]),
            Reasons = new LazyList<Reason>(() =>
                tier is null
                    ? Explanation.Build(s, wanted, code, allowed)
                    : [.. TierSelector.Explain(s, tier, verdict), .. Explanation.Build(s, wanted, code, allowed)]
            ),
            RequiredUnits = s.Required.ByLimit,
            UnitsRequired = s.Required.Units is null ? null : s.UnitsRequired,
            Forecast = new LazyList<ForecastQuantiles>(() => ListQuantiles(s)),
            Sizes = new LazyList<SizeCost>(() => ExpectedCost.ComputeAround(s, wanted)),
            Alternatives = s.Alternatives,
            MessagesPerMinute = messages / MinutesOfMonth,
            CostNow = costs.Now,
            CostAfter = costs.After,
        };
        var state =
            changed == s.Observation.Units
                ? s.State
                : s.State with
                {
                    Changes = s.State.Changes.Request(
                        s.State.DecisionMinute,
                        changed,
                        s.Observation.Readings.ServerLoad,
                        s.Required.PriorLoad
                    ),
                };
        return new(decision, state, null);
    }

    /// <summary>A minute that was decided before: hold, and nothing is learned.</summary>
    public static Decision BuildRepeated(DecisionInput minute, ResourceState state)
    {
        var model = minute.BeginState(state).Model!;
        var readings = minute.Observation.Readings;
        var measuredUnits = state.RecentUnits.Find(minute.MeasuredMinute) ?? minute.Observation.Units;
        var utilization = model.Utilization(readings, measuredUnits, minute.Observation.Units);
        return new Decision
        {
            ResourceId = minute.Observation.ResourceId,
            Time = minute.Observation.Time,
            Action = ScalingAction.Hold,
            Sku = minute.Observation.Sku,
            Units = minute.Observation.Units,
            LimitingFactor = LimitingFactor.Find(utilization, minute.Rules.Policy.NoLimitingFactorBelow.Value),
            Utilization = utilization,
            Targets = minute.Targets,
            Confidence = new Ratio(RepeatedConfidence),
            Reasons = [new(ReasonCodes.RepeatedObservation, "This minute was already decided: no change, and nothing is learned from it.")],
            RequiredUnits = model.RequiredUnits(readings, measuredUnits),
        };
    }

    /// <summary>What helps where no size of this SKU holds the need.</summary>
    public static IReadOnlyList<Alternative> FindAlternatives(DecisionInput minute, ResourceState state, RequiredUnits need) =>
        need.ByLimit.Routing is { } routing && double.IsInfinity(routing) || need.Units > minute.Sku.Ladder.Max
            ? Alternatives.Find(
                state.Model!,
                minute.Rules.Catalog(minute.Observation.Service),
                ComputeDemand(minute, state, need),
                (sku, units) => MonthlyBill.Compute(sku, units, minute.MessagesPerMonth(state)),
                MonthlyBill.Compute(minute.Sku, minute.Observation.Units, minute.MessagesPerMonth(state))
            )
            : [];

    /// <summary>
    /// The demand of the minute; what was learned of the server load stands in for the noisy reading, and for a suspect one.
    /// </summary>
    public static Demand ComputeDemand(DecisionInput minute, ResourceState state, RequiredUnits need) =>
        state.Model!.Demand(minute.Observation.Readings, need.MeasuredUnits) with
        {
            ServerLoadUnits = need.ExpectedLoad * need.MeasuredUnits / minute.Targets.ServerLoad.Percent,
        };

    /// <summary>A server load that contradicts traffic and connections binds nothing: what they say does.</summary>
    private static Utilizations TrustedUtilization(RequiredUnits need) =>
        need.DataState == DataState.SuspectMetric ? need.Utilization with { ServerLoad = null } : need.Utilization;

    private static (ScalingAction Action, string Sku, string? AdvisorySku, int? AdvisoryUnits) ChooseAction(
        DecisionContext s,
        int wanted,
        int allowed,
        bool isAdvisory,
        TierProposal? tier,
        TierVerdict verdict
    )
    {
        var sku = s.Observation.Sku;
        if (isAdvisory)
        {
            return wanted == s.CurrentStep && tier is null
                ? (ScalingAction.Hold, sku, null, null)
                : (ScalingAction.Advise, sku, tier?.Sku.Name ?? sku, tier?.Units ?? s.Ladder[wanted]);
        }

        if (allowed != s.CurrentStep)
        {
            return (allowed > s.CurrentStep ? ScalingAction.ScaleOut : ScalingAction.ScaleIn, sku, null, null);
        }

        return tier is null
            ? (ScalingAction.Hold, sku, null, null)
            : verdict switch
            {
                TierVerdict.Change => (ScalingAction.ChangeTier, tier.Sku.Name, tier.Sku.Name, tier.Units),
                TierVerdict.Advise => (ScalingAction.Advise, sku, tier.Sku.Name, tier.Units),
                _ => (ScalingAction.Hold, sku, null, null),
            };
    }

    private static (MonthlyCost? Now, MonthlyCost? After) ComputeCosts(DecisionContext s, string sku, int units, double? messages)
    {
        var now = MonthlyBill.Compute(s.Sku, s.Observation.Units, messages);
        var to = sku == s.Sku.Name ? s.Sku : s.Rules.Catalog(s.Observation.Service).Find(sku) ?? s.Sku;
        return (now, ReferenceEquals(to, s.Sku) && units == s.Observation.Units ? now : MonthlyBill.Compute(to, units, messages));
    }

    private static List<ForecastQuantiles> ListQuantiles(DecisionContext s)
    {
        var quantiles = new List<ForecastQuantiles>(Forecasting.Forecast.Horizons);
        for (var horizon = 0; horizon < Forecasting.Forecast.Horizons; horizon++)
        {
            quantiles.Add(
                new(
                    TimeSpan.FromMinutes(
                        horizon == 0 ? Forecasting.AnalogForecast.LeadMinutes : Forecasting.Forecast.HoldMinutes[horizon - 1]
                    ),
                    s.ShownForecast.Quantiles[horizon, 0],
                    s.ShownForecast.Quantiles[horizon, 1],
                    s.ShownForecast.Quantiles[horizon, 2]
                )
            );
        }

        return quantiles;
    }
}
