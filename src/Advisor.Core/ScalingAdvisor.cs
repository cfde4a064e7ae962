using Advisor.Core.Decisions;
using Advisor.Core.Forecasting;
using Advisor.Core.Observations;
using Advisor.Core.Rules;
using Advisor.Core.Scaling;
using Advisor.Core.Scaling.Guards;
using Advisor.Core.Scaling.Readings;
using Advisor.Core.Scaling.State;

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
        if (
            (
                ObservationCheck.FindProblem(observation, sku, now)
                ?? ObservationCheck.FindProblemWithState(before?.Time, before?.Model?.Workload, observation, rules)
            ) is
            { } problem
        )
        {
            return new(null, before, problem);
        }

        var input = new DecisionInput(rules, observation, sku!, now);
        if (before is not null && before.MeasuredMinute == input.MeasuredMinute)
        {
            return new(DecisionBuilder.BuildRepeated(input, before), before, null);
        }

        // The readings that are believed; what they ask for, learned from and remembered.
        var state = input.BeginState(before);
        var measuredUnits =
            state.RecentUnits.Find(input.MeasuredMinute) ?? HistoryBackfill.FindUnits(sku, observation.Readings) ?? observation.Units;
        var maxUnconfirmedUnits = JumpConfirmation.MaxUnconfirmedUnits(sku!.Ladder, input.CurrentStep, state.LastUnitsRequired);
        var check = new ReadingCheck(
            state.Model!,
            input.MeasuredMinute,
            measuredUnits,
            observation.Units,
            state.RecentUnits,
            maxUnconfirmedUnits
        );
        var (readings, memory) = check.Check(observation.Readings, state.Readings);
        input = readings.Suspects.Count > 0 ? input.WithReadings(readings.Readings) : input;
        (var required, var loadModel) = RequiredUnits.Compute(
            state.Model!,
            input.Observation,
            measuredUnits,
            state.LoadModel,
            rules.Policy.Parts
        );
        (var confirmedUnits, var awaitsSecondReading, memory) = JumpConfirmation.Confirm(
            required.Units,
            input.MeasuredMinute,
            maxUnconfirmedUnits,
            state.LastUnitsRequired,
            observation.Units,
            state.Readings,
            memory
        );
        var isKnown = required.DataState != DataState.InsufficientData && readings.Suspects.Count == 0;
        var unitsRequired = Math.Max(confirmedUnits ?? 0, isKnown ? 0 : state.LastUnitsRequired);
        state = StateUpdater.AppendMinute(
            state with
            {
                LoadModel = loadModel,
                MeasuredMinute = input.MeasuredMinute,
                Readings = memory,
            },
            required,
            unitsRequired,
            input.Observation,
            rules
        );

        // What may come of it, and the size that the rules agree on that were cheap lately.
        var forecast = AnalogForecast
            .Create(state.History, state.Analogs, state.Persistence, input.Lag, unitsRequired, input.Levels)
            .CapAt(ForecastLimit.Compute(state, unitsRequired, input));
        var (from, to) = (AnalogForecast.LeadFrom(input.Lag), AnalogForecast.LeadTo(input.Lag));
        var zone = input.Observation.Settings.TimeZone;
        var clock = ClockForecast
            .Create(state.History, from, to, input.ClockRules, zone)
            .NoneOnDayOff(state.History, unitsRequired, input.ClockRules, zone);
        state = StateUpdater.UpdateExperts(state, input, unitsRequired, forecast, clock);

        // The size to want, what the guards leave of it, and the reasons.
        var (reviewReason, reviewedState) = ChangeReview.Compare(state, required, input.Observation);
        var context = new DecisionContext
        {
            Input = input,
            State = reviewedState,
            Required = required,
            UnitsRequired = unitsRequired,
            Forecast = forecast,
            Clock = clock,
            AgreedStep = state.Shadows.AgreedStep(),
            ChangeReviewReason = reviewReason,
            Alternatives = awaitsSecondReading ? [] : DecisionBuilder.FindAlternatives(input, reviewedState, required),
            SuspectReadings = readings.Suspects,
            AwaitsSecondReading = awaitsSecondReading,
        };
        var (wantedStep, code) = SizeSelector.Select(context);
        var (allowedStep, isAdvisory) = GuardChain.Apply(context, wantedStep);
        return DecisionBuilder.Build(context, wantedStep, code, allowedStep, isAdvisory);
    }

    /// <summary>
    /// Learns from a minute of the past without deciding on it: what was needed and how server load follows traffic, but not what each rule
    /// would have cost. For coarse metrics, which hide what a minute would have asked of the rules.
    /// </summary>
    /// <param name="isReading">Whether it was read; a minute drawn between two readings teaches nothing of the server load.</param>
    /// <returns>The next state; the one before where the observation is impossible or older.</returns>
    internal static ResourceState? LearnFrom(RuleSet rules, Observation observation, ResourceState? before, bool isReading)
    {
        var (sku, now) = (rules.Catalog(observation.Service).Find(observation.Sku), observation.Time + rules.Policy.MetricLag);
        if (
            (
                ObservationCheck.FindProblem(observation, sku, now)
                ?? ObservationCheck.FindProblemWithState(before?.Time, before?.Model?.Workload, observation, rules)
            )
            is not null
        )
        {
            return before;
        }

        var input = new DecisionInput(rules, observation, sku!, now);
        if (before is not null && before.MeasuredMinute == input.MeasuredMinute)
        {
            return before;
        }

        // Buckets are no single readings: what is odd for a minute is smoothed in them, and nothing is scaled on them.
        var state = input.BeginState(before);
        var measuredUnits =
            state.RecentUnits.Find(input.MeasuredMinute) ?? HistoryBackfill.FindUnits(sku, observation.Readings) ?? observation.Units;
        var (required, loadModel) = RequiredUnits.Compute(state.Model!, observation, measuredUnits, state.LoadModel, rules.Policy.Parts);
        var unitsRequired = Math.Max(required.Units ?? 0, required.DataState == DataState.InsufficientData ? state.LastUnitsRequired : 0);
        return StateUpdater.AppendMinute(
            state with
            {
                LoadModel = isReading ? loadModel : state.LoadModel,
                MeasuredMinute = input.MeasuredMinute,
            },
            required,
            unitsRequired,
            observation,
            rules
        );
    }
}
