using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.Experts;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;

namespace Advisor.Core.Scaling;

/// <summary>Input of one decision: the rules, the observation and the clock, and values derived from them.</summary>
internal sealed class DecisionInput(RuleSet rules, Observation observation, Sku sku, DateTimeOffset now)
{
    public RuleSet Rules { get; } = rules;

    public Observation Observation { get; } = observation;

    public Sku Sku { get; } = sku;

    public DateTimeOffset Now { get; } = now;

    /// <summary>Minute that the metrics describe, counted from 1970.</summary>
    public int MeasuredMinute { get; } = Minutes.ToNumber(observation.Time);

    /// <summary>Minute of the decision.</summary>
    public int DecisionMinute { get; } = Minutes.ToNumber(now);

    /// <summary>Minutes from the metrics to the decision.</summary>
    public int Lag => DecisionMinute - MeasuredMinute;

    /// <summary>Step in force.</summary>
    public int CurrentStep { get; } = sku.Ladder.FindIndexAtLeast(observation.Units);

    public ObjectivePrices Prices { get; } = observation.Settings.Prices ?? rules.Policy.Prices;

    /// <summary>Targets of the resource: those of its settings over those of the policy.</summary>
    public TargetUtilizations Targets { get; } = observation.Settings.Targets.CompleteWith(rules.Policy.Targets);

    /// <summary>Weights of previous days; zero days if that part of the policy is disabled.</summary>
    public ClockRules ClockRules => Rules.Policy.Parts.HasFlag(PolicyParts.Clock) ? Rules.Policy.Clock : NoClockRules;

    public QuantileLevels Levels => QuantileLevels.FromOverloadPrice(Prices.Overload / Prices.Unit);

    /// <summary>Returns the same minute with the trusted readings.</summary>
    public DecisionInput WithReadings(in MetricReadings accepted) => new(Rules, Observation with { Readings = accepted }, Sku, Now);

    /// <summary>
    /// Returns the initial state: a new one for a new resource, a new ladder after a change of SKU, without the past
    /// where it says nothing of the new SKU; records the size in force.
    /// </summary>
    public ResourceState BeginState(ResourceState? before)
    {
        var state =
            before is null
                ? new ResourceState(
                    Sku.Name,
                    MeasuredMinute,
                    DecisionMinute,
                    new ShadowPolicies(Sku.Ladder.Count, CurrentStep, DecisionMinute),
                    RequiredUnitsHistory.Empty
                )
            : before.Sku == Sku.Name && before.Shadows.Steps == Sku.Ladder.Count ? before
            : !before.IsPastOf(Rules, Observation.Service, Observation.Settings, Observation.Sku)
                ? before.ForgetPast(Sku, CurrentStep, DecisionMinute)
            : before with { Sku = Sku.Name, Shadows = new ShadowPolicies(Sku.Ladder.Count, CurrentStep, DecisionMinute) };
        var inferred = Observation.Settings.Workload is null
            ? InferWorkload(FindTable(), Observation, Observation.Readings, state.InferredWorkload)
            : state.InferredWorkload;
        var changesBefore = state.Changes.MoveFutureTo(DecisionMinute);
        var changes = changesBefore.Observe(DecisionMinute, Observation.Units);
        return state with
        {
            DecisionMinute = DecisionMinute,
            InferredWorkload = inferred,
            Model = CreateModel(Observation.Settings.Workload ?? inferred!.Workload, state.Model),
            RecentUnits = state.RecentUnits.Append(DecisionMinute, Observation.Units),
            Changes = changes,
            OtherController = OtherController.Observe(state.OtherController, changesBefore, changes, DecisionMinute, Rules.Policy),
            IneffectiveChanges = Observation.AppliesDecisions
                ? IneffectiveChanges.Observe(
                    state.IneffectiveChanges,
                    changes.Units == changesBefore.Units && before?.Sku == Sku.Name,
                    Observation.ChangeInProgress,
                    DecisionMinute
                )
                : null,
            FirstScaleIn =
                state.FirstScaleIn?.MoveFutureTo(DecisionMinute)
                ?? (Observation.Settings.StartsGradually ? FirstScaleIn.Find(changes) : null),
        };
    }

    private static ClockRules NoClockRules { get; } = new(Days: 0);

    // An inference is kept, so that the requirement does not jump with it; only one with very low confidence is repeated.
    internal static InferredWorkload InferWorkload(
        CapacityTable table,
        Observation observation,
        in MetricReadings readings,
        InferredWorkload? last
    )
    {
        const double kept = 0.25;
        if (last?.Confidence.Value >= kept)
        {
            return last;
        }

        var guess = WorkloadInference.Infer(table, observation.ServiceMode, observation.CountsServerLeg, readings);
        return last is not null && guess.Confidence.Value < kept ? last : guess;
    }

    internal CapacityTable FindTable() => Rules.GetTable(Observation.Service, Observation.Settings.Edition);

    internal CapacityModel CreateModel(Workload workload, CapacityModel? last)
    {
        var table = FindTable();
        return
            last is not null
            && ReferenceEquals(last.Table, table)
            && ReferenceEquals(last.Sku, Sku)
            && ReferenceEquals(last.Workload, workload)
            && last.PolicyTargets == Rules.Policy.Targets
            && last.CountsServerLeg == Observation.CountsServerLeg
            && last.Targets == Targets
            ? last
            : new CapacityModel(table, Sku, workload, Observation.CountsServerLeg, Rules.Policy.Targets, Targets);
    }
}
