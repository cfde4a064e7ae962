using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Forecasting;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Rules;
using Advisor.Core.Scaling;
using Advisor.Core.Scaling.Guards;
using Advisor.Core.Scaling.Readings;
using Advisor.Core.Scaling.Saturation;
using Advisor.Core.Scaling.State;

namespace Advisor.Core;

/// <summary>Decides how many units a resource should have. Pure: the same arguments give the same result.</summary>
public static class ScalingAdvisor
{
    /// <summary>Decides about one resource in one minute. Call it for every minute in order, since each one is learned from.</summary>
    /// <param name="rules">Rules of the deployment.</param>
    /// <param name="reported">Present observation of the resource; impossible values of metrics count as missing.</param>
    /// <param name="before">State returned by the previous decision; null for the first.</param>
    /// <param name="now">Time of the decision; not before the observation's minute.</param>
    /// <returns>Decision and next state; or the problem of an invalid observation, with the state unchanged.</returns>
    public static DecisionOutcome Decide(RuleSet rules, Observation reported, ResourceState? before, DateTimeOffset now)
    {
        var readingsInRange = reported.Readings.DropImpossible();
        var observation = readingsInRange == reported.Readings ? reported : reported with { Readings = readingsInRange };
        var sku = rules.GetCatalog(observation.Service, observation.Settings).Find(observation.Sku);
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

        // Accept the readings, compute the required units, and learn from both.
        var state = input.BeginState(before);
        var measuredUnits =
            state.RecentUnits.Find(input.MeasuredMinute) ?? UnitsAtMinute.Find(sku, observation.Readings) ?? observation.Units;
        var maxUnconfirmedUnits = JumpConfirmation.FindMaxUnconfirmedUnits(sku!.Ladder, input.CurrentStep, state.LastUnitsRequired);
        var check = new ReadingCheck(
            state.Model!,
            input.MeasuredMinute,
            measuredUnits,
            observation.Units,
            state.RecentUnits,
            maxUnconfirmedUnits,
            state.LoadModel,
            rules.Policy.IdleBelow
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
        var isKnown = required.DataState != DataState.InsufficientData && !readings.IsInDoubt;
        var unitsRequired = Math.Max(confirmedUnits ?? 0, isKnown ? 0 : state.LastUnitsRequired);
        var full = FindFullSize(input, state, required, measuredUnits, unitsRequired);
        unitsRequired = full?.AtLeast ?? unitsRequired;
        var history = state.History;
        state = StateUpdater.AppendMinute(
            state with
            {
                LoadModel = loadModel,
                MeasuredMinute = input.MeasuredMinute,
                Readings = memory,
            },
            required,
            unitsRequired,
            full is not null,
            full is null
                && StateUpdater.IsKnown(required)
                && FullSize.IsFirstAfterFull(
                    history,
                    input.MeasuredMinute,
                    input.Observation.Readings.ServerLoad,
                    required.ExpectedLoad,
                    rules.Policy.FullSize
                ),
            input.Observation,
            rules
        );
        state = StateUpdater.CountUsage(state, input.MeasuredMinute, observation.Minutes, input.Observation.Readings, measuredUnits);

        // Forecast, and the size that the recently cheapest experts agree on.
        var limit = ForecastLimit.Compute(state, unitsRequired, input);
        var forecast = AnalogForecast
            .Create(state.History, state.Analogs, state.Persistence, input.Lag, unitsRequired, input.Levels)
            .CapAt(limit);
        var zone = input.Observation.Settings.TimeZone;
        var (regression, uncapped) = state.Lead.Advance(state.History, input.Lag, forecast, unitsRequired, input.Levels, zone);
        var lead = uncapped.CapAt(limit);
        var (from, to) = (AnalogForecast.ComputeLeadStart(input.Lag), AnalogForecast.ComputeLeadEnd(input.Lag));
        var usual = ClockForecast.Create(state.History, from, to, input.ClockRules, zone);
        var clock = usual.DropOnDayOff(state.History, unitsRequired, input.ClockRules, zone);
        if (full is { } size && clock != usual && state.History.FullMinutes.NewestLength >= AnalogForecast.LeadMinutes)
        {
            // The clients of a day off do not fill a size for as long as a scale-out takes; a burst of them does for a few minutes.
            (full, clock) = (size with { UsualUnits = usual.Units ?? 0 }, usual);
        }

        state = state with
        {
            Lead = regression,
            Shadows = StateUpdater.AdvanceExperts(state, history, input, unitsRequired, full, forecast, lead, clock),
        };

        // Preferred size, the guards on it, and the reasons.
        var (reviewReason, reviewedState) = ChangeReview.Compare(state, required, input.Observation);
        var context = new DecisionContext
        {
            Input = input,
            State = reviewedState,
            Required = required,
            UnitsRequired = unitsRequired,
            Forecast = forecast,
            Lead = lead,
            Clock = clock,
            AgreedStep = state.Shadows.ComputeAgreedStep(),
            ChangeReviewReason = reviewReason,
            Alternatives = awaitsSecondReading ? [] : AlternativeFinder.Find(input, reviewedState, required, full),
            SuspectReadings = readings.Suspects,
            AwaitsSecondReading = awaitsSecondReading,
            Full = full,
        };
        (context, var wanted) = SteadySelection.Select(context, SizeSelector.Select(context));
        var (allowedStep, isAdvisory) = GuardChain.Apply(context, wanted.Step);
        return DecisionBuilder.Build(context, wanted, allowedStep, isAdvisory);
    }

    private static FullSize? FindFullSize(
        DecisionInput input,
        ResourceState state,
        in RequiredUnits required,
        int measuredUnits,
        double unitsRequired
    )
    {
        var (policy, observation) = (input.Rules.Policy, input.Observation);
        return
            policy.Parts.HasFlag(PolicyParts.FullSizes)
            && FullSize.IsFull(
                observation.Readings,
                measuredUnits,
                input.Sku.ConnectionsPerUnit,
                required.ExpectedLoad,
                observation.ThrottledCloses,
                policy.FullSize
            )
            && required.Units is not null
            ? FullSize.Estimate(
                state.History,
                input.MeasuredMinute,
                measuredUnits,
                unitsRequired,
                observation.ThrottledCloses > 0
                    && FullSize.IsAtLimit(observation.Readings, measuredUnits, input.Sku.ConnectionsPerUnit, policy.FullSize),
                input.Targets,
                policy,
                observation.Settings.TimeZone
            )
            : null;
    }
}
