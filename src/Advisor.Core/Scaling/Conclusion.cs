using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.Cost;

namespace Advisor.Core.Scaling;

/// <summary>Puts what was found into a decision, and notes what it asks for.</summary>
internal static class Conclusion
{
    private const double MinutesOfMonth = 1440.0 * Sku.DaysOfMonth;
    private const double FewDataAt = 0.7, SuspectAt = 0.5, StaleAt = 0.3;
    private const double WithoutHistory = 0.5, WithHistory = 0.95, FullSet = 40;

    /// <summary>The decision after the guards, and the state that goes with it.</summary>
    public static DecisionOutcome Of(Situation s, int wanted, string why, int allowed, bool adviceOnly)
    {
        var units = adviceOnly ? s.Observation.Units : s.Ladder[allowed];
        var (action, sku, advisedSku, advisedUnits) = Action(s, wanted, allowed, adviceOnly);
        var changed = action == ScalingAction.ChangeTier ? advisedUnits!.Value : units;
        var decision = new Decision
        {
            ResourceId = s.Observation.ResourceId,
            Time = s.Observation.Time,
            Action = action,
            Sku = sku,
            Units = changed,
            AdvisedSku = action == ScalingAction.Advise ? advisedSku : null,
            AdvisedUnits = action == ScalingAction.Advise ? advisedUnits : null,
            Binding = Binding.Of(Believed(s.Need), s.Rules.Policy.NothingBindsBelow.Value),
            Utilization = s.Need.Utilization,
            DataState = s.IsStale ? DataState.InsufficientData : s.Need.State,
            Confidence = Confidence(s),
            Reasons = new Deferred<Reason>(() => Explanation.Of(s, wanted, why, allowed)),
            Needs = s.Need.Needs,
            Forecast = new Deferred<ForecastQuantiles>(() => Quantiles(s)),
            Sizes = new Deferred<SizeCost>(() => ExpectedCost.Around(s, wanted)),
            WaysOut = s.WaysOut,
            MonthlyCostChange = CostChange(s, action, advisedSku ?? sku, advisedUnits ?? changed),
        };
        var state = units == s.Observation.Units ? s.State : s.State with
        {
            Changes = s.State.Changes.Asked(s.State.Decided, units, s.Observation.Readings.ServerLoad, LearnedLoad.PriorLoad(s.Need.Needs)),
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
            Confidence = new Ratio(SuspectAt),
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
                state.Model!.Demand(minute.Observation.Readings, need.MeasuredUnits) with
                {
                    // What was learned stands in for the noisy reading, and for a suspect one.
                    ServerLoadUnits = need.ExpectedLoad * need.MeasuredUnits / minute.Rules.Policy.ServerLoadTarget.Percent,
                })
            : [];

    /// <summary>A server load that contradicts traffic and connections binds nothing: what they say does.</summary>
    private static Utilizations Believed(NeedNow need) =>
        need.State == DataState.SuspectMetric ? need.Utilization with { ServerLoad = null } : need.Utilization;

    private static (ScalingAction Action, string Sku, string? AdvisedSku, int? AdvisedUnits) Action(Situation s, int wanted, int allowed, bool adviceOnly)
    {
        var sku = s.Observation.Sku;
        var tier = TierChange(s);
        if (adviceOnly)
        {
            return wanted == s.InForce && tier is null ? (ScalingAction.Hold, sku, null, null)
                : (ScalingAction.Advise, sku, tier?.Sku ?? sku, tier?.Units ?? s.Ladder[wanted]);
        }

        if (allowed != s.InForce)
        {
            return (allowed > s.InForce ? ScalingAction.ScaleOut : ScalingAction.ScaleIn, sku, null, null);
        }

        return tier is null || s.Observation.ChangeInProgress || s.IsStale ? (ScalingAction.Hold, sku, null, null)
            : s.Settings.AllowTierChange && tier.Units <= s.Settings.GreatestUnits ? (ScalingAction.ChangeTier, tier.Sku!, tier.Sku, tier.Units)
            : (ScalingAction.Advise, sku, tier.Sku ?? sku, tier.Units);
    }

    private static WayOut? TierChange(Situation s)
    {
        foreach (var way in s.WaysOut)
        {
            if (way is { Instances: 1, Sku: not null, Units: not null } && way.Sku != s.Sku.Name)
            {
                return way;
            }
        }

        return null;
    }

    private static Money? CostChange(Situation s, ScalingAction action, string sku, int units)
    {
        if (action == ScalingAction.Hold)
        {
            return s.Sku.UnitPricePerDay * 0;
        }

        var to = sku == s.Sku.Name ? s.Sku : s.Rules.Catalog(s.Observation.Service).Find(sku) ?? s.Sku;
        var messages = s.Observation.Fleet.MonthlyMessages ?? (s.State.PiecesPerMinute * MinutesOfMonth);
        return MonthlyBill.Change(s.Sku, s.Observation.Units, to, units, messages);
    }

    /// <summary>Half of it is knowing the past; what is missing, suspect, stale or only inferred takes its share away.</summary>
    private static Ratio Confidence(Situation s)
    {
        var known = Math.Min(s.Forecast.Analogs / FullSet, 1);
        var confidence = WithoutHistory + ((WithHistory - WithoutHistory) * known);
        confidence *= s.Need.MayShrink ? 1 : FewDataAt;
        confidence *= s.Need.State == DataState.SuspectMetric ? SuspectAt : 1;
        confidence *= s.IsStale ? StaleAt : 1;
        confidence *= s.Settings.Workload is null && s.State.Inferred is { } guess ? 0.5 + (guess.Confidence.Value / 2) : 1;
        return new Ratio(confidence);
    }

    private static List<ForecastQuantiles> Quantiles(Situation s)
    {
        var quantiles = new List<ForecastQuantiles>(Forecasting.Forecast.Horizons);
        for (var horizon = 0; horizon < Forecasting.Forecast.Horizons; horizon++)
        {
            quantiles.Add(new(
                TimeSpan.FromMinutes(horizon == 0 ? Forecasting.AnalogForecast.LeadMinutes : Forecasting.Forecast.HoldMinutes[horizon - 1]),
                s.Forecast[horizon, 0],
                s.Forecast[horizon, 1],
                s.Forecast[horizon, 2]));
        }

        return quantiles;
    }
}
