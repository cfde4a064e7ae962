using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;
using Advisor.Core.Metrics;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Scaling;

namespace Advisor.Core;

/// <summary>Decides how many units a resource should have. Pure: the same arguments give the same answer.</summary>
public static class ScalingAdvisor
{
    /// <summary>Decides about one resource in one minute.</summary>
    /// <param name="rules">All outside numbers.</param>
    /// <param name="observation">What is known of the resource now.</param>
    /// <param name="before">What the decision before gave; null on first sight.</param>
    /// <param name="now">When the decision is taken; not before the observation's minute.</param>
    public static DecisionOutcome Decide(RuleSet rules, Observation observation, ResourceState? before, DateTimeOffset now)
    {
        var sku = rules.Catalog(observation.Service).Find(observation.Sku);
        if (ObservationCheck.ProblemOf(observation, sku, now) is { } problem)
        {
            return new(null, before, problem);
        }

        var (measured, minute) = (MinuteOf(observation.Time), MinuteOf(now));
        if (measured < before?.Measured)
        {
            return new(null, before, new(ObservationProblemCodes.TimeWentBackwards, $"A minute at or after {before.Time:u} was expected."));
        }

        var ladder = sku!.Ladder;
        var inForce = ladder.IndexAtLeast(observation.Units);
        var state = Prepared(rules, observation, sku, before, measured, minute, inForce);

        var load = state.Load;
        var need = NeedNow.Of(state.Model!, observation.Readings, state.Sizes.At(measured) ?? observation.Units, observation.Units, ref load);
        state = Remembered(state with { Load = load, Measured = measured, Decided = minute }, need);

        var prices = observation.Settings.Prices ?? rules.Policy.Prices;
        var units = Math.Max(need.Units ?? 0, need.State == DataState.Ok ? 0 : state.LastNeed);
        var forecast = AnalogForecast.Of(
            state.Needs, state.Analogs, state.Persistence, minute - measured, units, QuantileLevels.For(prices.Overload / prices.Unit));
        state = state with { Shadows = Weighed(state, observation, sku, units, forecast, prices, inForce) };
        var wanted = observation.ChangeInProgress || !need.MayShrink && state.Shadows.Agreed() < inForce ? inForce : state.Shadows.Agreed();

        return new(Explained(observation, need, ladder[wanted]), state, null);
    }

    private static Decision Explained(Observation observation, NeedNow need, int units) => new()
    {
        ResourceId = observation.ResourceId,
        Time = observation.Time,
        Action = units > observation.Units ? ScalingAction.ScaleOut : units < observation.Units ? ScalingAction.ScaleIn : ScalingAction.Hold,
        Sku = observation.Sku,
        Units = units,
        Binding = Binding.Of(need.Utilization),
        Utilization = need.Utilization,
        Confidence = new Ratio(0.5),
        Reasons = [],
        Needs = need.Needs,
    };

    private static ResourceState Prepared(
        RuleSet rules, Observation observation, Sku sku, ResourceState? before, int measured, int minute, int inForce)
    {
        var state = before is null
            ? new ResourceState(sku.Name, measured, minute, new ShadowRuns(sku.Ladder.Count, inForce, minute))
            : before.Sku == sku.Name ? before
            : before with { Sku = sku.Name, Shadows = new ShadowRuns(sku.Ladder.Count, inForce, minute) };
        return state with { Model = ModelOf(rules, observation, sku, state.Model), Sizes = state.Sizes.With(minute, observation.Units) };
    }

    private static CapacityModel ModelOf(RuleSet rules, Observation observation, Sku sku, CapacityModel? last)
    {
        var table = rules.Table(observation.Service, observation.Settings.Edition);
        var workload = observation.Settings.Workload ?? last?.Workload ?? Workload.Of(UseCase.Echo);
        return last is not null && ReferenceEquals(last.Table, table) && ReferenceEquals(last.Sku, sku) && ReferenceEquals(last.Workload, workload)
            && ReferenceEquals(last.Policy, rules.Policy) && last.CountsServerLeg == observation.CountsServerLeg
            ? last
            : new CapacityModel(table, sku, workload, observation.CountsServerLeg, rules.Policy);
    }

    /// <summary>Adds the minute to the history; looks for past moments like it; learns how long deviations last.</summary>
    private static ResourceState Remembered(ResourceState state, NeedNow need)
    {
        const int slopeMinutes = 15;
        var units = need.State == DataState.Ok ? need.Units : null;
        var needs = state.Needs.Append(state.Measured, units is { } known ? NeedCode.Of(known) : NeedCode.Unknown);
        var (now, then) = (needs.At(state.Measured), needs.At(state.Measured - slopeMinutes));
        var slope = now == NeedCode.Unknown || then == NeedCode.Unknown ? state.MeanSlope : Math.Abs(now - then) / NeedCode.PerE;
        var meanSlope = state.MeanSlope + ((slope - state.MeanSlope) / 1440);
        var analogs = state.Measured / NeedHistory.GridMinutes != state.Analogs.Minute / NeedHistory.GridMinutes
            ? AnalogSearch.Find(needs, meanSlope)
            : state.Analogs;
        return state with
        {
            Needs = needs,
            MeanSlope = meanSlope,
            Analogs = analogs,
            Persistence = state.Persistence.Learn(needs, analogs),
            LastNeed = units ?? state.LastNeed,
        };
    }

    private static ShadowRuns Weighed(
        ResourceState state, Observation observation, Sku sku, double need, Forecast forecast, ObjectivePrices prices, int inForce)
    {
        const int trendMinutes = 5;
        Span<double> asked = stackalloc double[SizeRules.Triggers];
        Span<double> kept = stackalloc double[SizeRules.Floors];
        var then = state.Needs.At(state.Measured - trendMinutes);
        var rise = then == NeedCode.Unknown ? 0 : (need - NeedCode.Need(then)) / trendMinutes;
        SizeRules.Asked(need, rise, forecast, asked);
        SizeRules.Kept(forecast, kept);
        return state.Shadows.Next(new ShadowMinute
        {
            Now = state.Decided,
            Measured = state.Measured,
            Need = need,
            Asked = asked,
            Kept = kept,
            Ladder = sku.Ladder,
            InForce = inForce,
            Lowest = 0,
            Highest = sku.Ladder.Count - 1,
            Prices = prices,
        });
    }

    private static int MinuteOf(DateTimeOffset time) => (int)(time.ToUnixTimeSeconds() / 60);
}
