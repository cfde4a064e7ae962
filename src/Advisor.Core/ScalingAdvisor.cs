using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;
using Advisor.Core.Metrics;
using Advisor.Core.Rules;
using Advisor.Core.Scaling;
using Advisor.Core.Scaling.Guards;

namespace Advisor.Core;

/// <summary>Decides how many units a resource should have. Pure: the same arguments give the same answer.</summary>
public static class ScalingAdvisor
{
    /// <summary>Decides about one resource in one minute. Give it every minute in turn: each is learned from.</summary>
    /// <param name="rules">All outside numbers.</param>
    /// <param name="observation">What is known of the resource now.</param>
    /// <param name="before">What the decision before gave; null on first sight.</param>
    /// <param name="now">When the decision is taken; not before the observation's minute.</param>
    /// <returns>The decision and the next state; or the problem that makes the observation impossible, with the state as it was.</returns>
    public static DecisionOutcome Decide(RuleSet rules, Observation observation, ResourceState? before, DateTimeOffset now)
    {
        var sku = rules.Catalog(observation.Service).Find(observation.Sku);
        if ((ObservationCheck.ProblemOf(observation, sku, now) ?? ObservationCheck.ProblemWith(before?.Time, before?.Model?.Workload, observation, rules)) is { } problem)
        {
            return new(null, before, problem);
        }

        var minute = new DecisionMinute(rules, observation, sku!, now);
        if (before is not null && before.Measured == minute.Measured)
        {
            return new(Conclusion.Repeated(minute, before), before, null);
        }

        // The readings that are believed; what they ask for, learned from and remembered.
        var state = minute.Begin(before);
        var measuredUnits = state.Sizes.At(minute.Measured) ?? ResourceHistory.SizeThen(sku, observation.Readings) ?? observation.Units;
        var farUnits = JumpConfirmation.FarUnits(sku!.Ladder, minute.InForce, state.LastNeed);
        var check = new ReadingCheck(state.Model!, minute.Measured, measuredUnits, observation.Units, state.Sizes, farUnits);
        var (readings, memory) = check.Check(observation.Readings, state.Readings);
        minute = readings.Suspects.Count > 0 ? minute.With(readings.Readings) : minute;
        (var need, var load) = NeedNow.Of(state.Model!, minute.Observation, measuredUnits, state.Load, rules.Policy.Parts);
        (var confirmed, var waits, memory) = JumpConfirmation.Confirm(
            need.Units, minute.Measured, farUnits, state.LastNeed, observation.Units, state.Readings, memory);
        var isKnown = need.State != DataState.InsufficientData && readings.Suspects.Count == 0;
        var units = Math.Max(confirmed ?? 0, isKnown ? 0 : state.LastNeed);
        state = Memory.Remember(state with { Load = load, Measured = minute.Measured, Readings = memory }, need, units, minute.Observation, rules);

        // What may come of it, and the size that the rules agree on that were cheap lately.
        var forecast = AnalogForecast.Of(state.Needs, state.Analogs, state.Persistence, minute.Lag, units, minute.Levels)
            .Within(ForecastLimit.Of(state, units, minute));
        var (from, to) = (AnalogForecast.LeadFrom(minute.Lag), AnalogForecast.LeadTo(minute.Lag));
        var zone = minute.Observation.Settings.TimeZone;
        var clock = ClockForecast.Of(state.Needs, from, to, minute.Clock, zone).UnlessTodayIsOff(state.Needs, units, minute.Clock, zone);
        state = Memory.Weigh(state, minute, units, forecast, clock);

        // The size to want, what the guards leave of it, and the reasons.
        var (promise, learned) = Aftermath.Compare(state, need, minute.Observation);
        var situation = new Situation
        {
            Minute = minute,
            State = learned,
            Need = need,
            Units = units,
            Forecast = forecast,
            Clock = clock,
            Agreed = state.Shadows.Agreed(),
            ComparedWithPromise = promise,
            WaysOut = waits ? [] : Conclusion.WaysOutOf(minute, learned, need),
            Suspects = readings.Suspects,
            WaitsForSecondReading = waits,
        };
        var (wanted, why) = Choice.Of(situation);
        var (allowed, adviceOnly) = GuardChain.Ask(situation, wanted);
        return Conclusion.Of(situation, wanted, why, allowed, adviceOnly);
    }

    /// <summary>
    /// Learns from a minute of the past without deciding on it: what was needed and how server load follows traffic, but not what each rule would have
    /// cost. For coarse metrics, which hide what a minute would have asked of the rules.
    /// </summary>
    /// <param name="isReading">Whether it was read; a minute drawn between two readings teaches nothing of the server load.</param>
    /// <returns>The next state; the one before where the observation is impossible or older.</returns>
    internal static ResourceState? Learn(RuleSet rules, Observation observation, ResourceState? before, bool isReading)
    {
        var (sku, now) = (rules.Catalog(observation.Service).Find(observation.Sku), observation.Time + rules.Policy.MetricLag);
        if ((ObservationCheck.ProblemOf(observation, sku, now) ?? ObservationCheck.ProblemWith(before?.Time, before?.Model?.Workload, observation, rules)) is not null)
        {
            return before;
        }

        var minute = new DecisionMinute(rules, observation, sku!, now);
        if (before is not null && before.Measured == minute.Measured)
        {
            return before;
        }

        // Buckets are no single readings: what is odd for a minute is smoothed in them, and nothing is scaled on them.
        var state = minute.Begin(before);
        var measuredUnits = state.Sizes.At(minute.Measured) ?? ResourceHistory.SizeThen(sku, observation.Readings) ?? observation.Units;
        var (need, load) = NeedNow.Of(state.Model!, observation, measuredUnits, state.Load, rules.Policy.Parts);
        var units = Math.Max(need.Units ?? 0, need.State == DataState.InsufficientData ? state.LastNeed : 0);
        return Memory.Remember(state with { Load = isReading ? load : state.Load, Measured = minute.Measured }, need, units, observation, rules);
    }
}
