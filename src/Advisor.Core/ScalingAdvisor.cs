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
        if ((ObservationCheck.ProblemOf(observation, sku, now) ?? ObservationCheck.ProblemWith(before, observation, rules)) is { } problem)
        {
            return new(null, before, problem);
        }

        var minute = new DecisionMinute(rules, observation, sku!, now);
        if (before is not null && before.Measured == minute.Measured)
        {
            return new(Conclusion.Repeated(minute, before), before, null);
        }

        // What this minute asks for, learned from and remembered.
        var state = minute.Begin(before);
        (var need, var load) = NeedNow.Of(state.Model!, observation, state.Sizes.At(minute.Measured), state.Load, rules.Policy.Parts);
        var units = Math.Max(need.Units ?? 0, need.State == DataState.InsufficientData ? state.LastNeed : 0);
        state = Memory.Remember(state with { Load = load, Measured = minute.Measured }, need, units, observation);

        // What may come of it, and the size that the rules agree on that were cheap lately.
        var forecast = AnalogForecast.Of(state.Needs, state.Analogs, state.Persistence, minute.Lag, units, minute.Levels);
        state = Memory.Weigh(state, minute, units, forecast);

        // The size to want, what the guards leave of it, and the reasons.
        var (promise, learned) = Aftermath.Compare(state, need, observation);
        var situation = new Situation
        {
            Minute = minute,
            State = learned,
            Need = need,
            Units = units,
            Forecast = forecast,
            Agreed = state.Shadows.Agreed(),
            ComparedWithPromise = promise,
            WaysOut = Conclusion.WaysOutOf(minute, learned, need),
        };
        var (wanted, why) = Choice.Of(situation);
        var (allowed, adviceOnly) = GuardChain.Ask(situation, wanted);
        return Conclusion.Of(situation, wanted, why, allowed, adviceOnly);
    }
}
