using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;
using Advisor.Core.Metrics;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.Cost;

namespace Advisor.Core.Scaling;

/// <summary>Puts what was found into a decision, and notes what it asks for.</summary>
internal static class Conclusion
{
    private const double MinutesOfMonth = 1440.0 * Sku.DaysOfMonth;
    private const double RepeatedAt = 0.5;

    /// <summary>The decision after the guards, and the state that goes with it.</summary>
    public static DecisionOutcome Of(Situation s, int wanted, string why, int allowed, bool adviceOnly)
    {
        var units = adviceOnly ? s.Observation.Units : s.Ladder[allowed];
        var tier = adviceOnly || allowed == s.InForce ? TierChoice.Of(s, wanted) : null;
        var verdict = tier is null ? TierVerdict.Hold : adviceOnly ? TierVerdict.Advise : TierChoice.Ask(s, tier);
        var (action, sku, advisedSku, advisedUnits) = Action(s, wanted, allowed, adviceOnly, tier, verdict);
        var changed = action == ScalingAction.ChangeTier ? advisedUnits!.Value : units;
        var messages = s.MessagesPerMonth;
        var costs = Costs(s, advisedSku ?? sku, advisedUnits ?? changed, messages);
        var decision = new Decision
        {
            ResourceId = s.Observation.ResourceId,
            Time = s.Observation.Time,
            Action = action,
            Sku = sku,
            Units = changed,
            AdvisedSku = action == ScalingAction.Advise ? advisedSku : null,
            AdvisedUnits = action == ScalingAction.Advise ? advisedUnits : null,
            IsUrgent = action == ScalingAction.ScaleOut && Guards.ChangeRateLimit.IsUrgent(s, allowed),
            Binding = Binding.Of(Believed(s.Need), s.Rules.Policy.NothingBindsBelow.Value),
            Utilization = s.Need.Utilization,
            Targets = s.Minute.Targets,
            DataState = s.IsStale ? DataState.InsufficientData : s.Suspects.Count > 0 ? DataState.SuspectMetric : s.Need.State,
            Confidence = ConfidenceParts.Confidence(s),
            ConfidenceParts = new Deferred<string>(() => [.. ConfidenceParts.Lines(s)]),
            Reasons = new Deferred<Reason>(() => tier is null
                ? Explanation.Of(s, wanted, why, allowed)
                : [.. TierChoice.Reasons(s, tier, verdict), .. Explanation.Of(s, wanted, why, allowed)]),
            Needs = s.Need.Needs,
            UnitsRequired = s.Need.Units is null ? null : s.Units,
            Forecast = new Deferred<ForecastQuantiles>(() => Quantiles(s)),
            Sizes = new Deferred<SizeCost>(() => ExpectedCost.Around(s, wanted)),
            WaysOut = s.WaysOut,
            MessagesPerMinute = messages / MinutesOfMonth,
            CostNow = costs.Now,
            CostAfter = costs.After,
        };
        var state = changed == s.Observation.Units ? s.State : s.State with
        {
            Changes = s.State.Changes.Asked(s.State.Decided, changed, s.Observation.Readings.ServerLoad, s.Need.PriorLoad),
        };
        return new(decision, state, null);
    }

    /// <summary>A minute that was decided upon before: hold, and nothing is learned.</summary>
    public static Decision Repeated(DecisionMinute minute, ResourceState state)
    {
        var model = minute.Begin(state).Model!;
        var readings = minute.Observation.Readings;
        var measuredUnits = state.Sizes.At(minute.Measured) ?? minute.Observation.Units;
        var utilization = model.Utilization(readings, measuredUnits, minute.Observation.Units);
        return new Decision
        {
            ResourceId = minute.Observation.ResourceId,
            Time = minute.Observation.Time,
            Action = ScalingAction.Hold,
            Sku = minute.Observation.Sku,
            Units = minute.Observation.Units,
            Binding = Binding.Of(utilization, minute.Rules.Policy.NothingBindsBelow.Value),
            Utilization = utilization,
            Targets = minute.Targets,
            Confidence = new Ratio(RepeatedAt),
            Reasons = [new(ReasonCodes.RepeatedObservation, "This minute was decided upon before: the size is held, and nothing is learned from it.")],
            Needs = model.Needs(readings, measuredUnits),
        };
    }

    /// <summary>What helps where no size of this SKU holds the need.</summary>
    public static IReadOnlyList<WayOut> WaysOutOf(DecisionMinute minute, ResourceState state, NeedNow need) =>
        need.Needs.Routing is { } routing && double.IsInfinity(routing) || need.Units > minute.Sku.Ladder.Greatest
            ? WaysOut.Of(
                state.Model!,
                minute.Rules.Catalog(minute.Observation.Service),
                DemandOf(minute, state, need),
                (sku, units) => MonthlyBill.Of(sku, units, minute.MessagesPerMonth(state)),
                MonthlyBill.Of(minute.Sku, minute.Observation.Units, minute.MessagesPerMonth(state)))
            : [];

    /// <summary>The demand of the minute; what was learned of the server load stands in for the noisy reading, and for a suspect one.</summary>
    public static Demand DemandOf(DecisionMinute minute, ResourceState state, NeedNow need) =>
        state.Model!.Demand(minute.Observation.Readings, need.MeasuredUnits) with
        {
            ServerLoadUnits = need.ExpectedLoad * need.MeasuredUnits / minute.Targets.ServerLoad.Percent,
        };

    /// <summary>A server load that contradicts traffic and connections binds nothing: what they say does.</summary>
    private static Utilizations Believed(NeedNow need) =>
        need.State == DataState.SuspectMetric ? need.Utilization with { ServerLoad = null } : need.Utilization;

    private static (ScalingAction Action, string Sku, string? AdvisedSku, int? AdvisedUnits) Action(
        Situation s, int wanted, int allowed, bool adviceOnly, TierMove? tier, TierVerdict verdict)
    {
        var sku = s.Observation.Sku;
        if (adviceOnly)
        {
            return wanted == s.InForce && tier is null ? (ScalingAction.Hold, sku, null, null)
                : (ScalingAction.Advise, sku, tier?.To.Name ?? sku, tier?.Units ?? s.Ladder[wanted]);
        }

        if (allowed != s.InForce)
        {
            return (allowed > s.InForce ? ScalingAction.ScaleOut : ScalingAction.ScaleIn, sku, null, null);
        }

        return tier is null ? (ScalingAction.Hold, sku, null, null) : verdict switch
        {
            TierVerdict.Change => (ScalingAction.ChangeTier, tier.To.Name, tier.To.Name, tier.Units),
            TierVerdict.Advise => (ScalingAction.Advise, sku, tier.To.Name, tier.Units),
            _ => (ScalingAction.Hold, sku, null, null),
        };
    }

    private static (MonthlyCost? Now, MonthlyCost? After) Costs(Situation s, string sku, int units, double? messages)
    {
        var now = MonthlyBill.Of(s.Sku, s.Observation.Units, messages);
        var to = sku == s.Sku.Name ? s.Sku : s.Rules.Catalog(s.Observation.Service).Find(sku) ?? s.Sku;
        return (now, ReferenceEquals(to, s.Sku) && units == s.Observation.Units ? now : MonthlyBill.Of(to, units, messages));
    }

    private static List<ForecastQuantiles> Quantiles(Situation s)
    {
        var quantiles = new List<ForecastQuantiles>(Forecasting.Forecast.Horizons);
        for (var horizon = 0; horizon < Forecasting.Forecast.Horizons; horizon++)
        {
            quantiles.Add(new(
                TimeSpan.FromMinutes(horizon == 0 ? Forecasting.AnalogForecast.LeadMinutes : Forecasting.Forecast.HoldMinutes[horizon - 1]),
                s.Shown.Quantiles[horizon, 0],
                s.Shown.Quantiles[horizon, 1],
                s.Shown.Quantiles[horizon, 2]));
        }

        return quantiles;
    }
}
