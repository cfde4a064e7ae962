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

/// <summary>What is given for one decision: the rules, the observation and the clock, in the terms that the steps work with.</summary>
internal sealed class DecisionInput(RuleSet rules, Observation observation, Sku sku, DateTimeOffset now)
{
    public RuleSet Rules { get; } = rules;

    public Observation Observation { get; } = observation;

    public Sku Sku { get; } = sku;

    public DateTimeOffset Now { get; } = now;

    /// <summary>The minute that the metrics describe, counted from 1970.</summary>
    public int MeasuredMinute { get; } = Minutes.Number(observation.Time);

    /// <summary>The minute of the decision.</summary>
    public int DecisionMinute { get; } = Minutes.Number(now);

    /// <summary>Minutes from the metrics to the decision.</summary>
    public int Lag => DecisionMinute - MeasuredMinute;

    /// <summary>The step in force.</summary>
    public int CurrentStep { get; } = sku.Ladder.IndexAtLeast(observation.Units);

    public ObjectivePrices Prices { get; } = observation.Settings.Prices ?? rules.Policy.Prices;

    /// <summary>The targets of the resource: its settings over those of the policy.</summary>
    public TargetUtilizations Targets { get; } = observation.Settings.Targets.Over(rules.Policy.Targets);

    /// <summary>How the clock counts; not at all where that part is left out.</summary>
    public ClockRules ClockRules => Rules.Policy.Parts.HasFlag(PolicyParts.Clock) ? Rules.Policy.Clock : NoClockRules;

    public QuantileLevels Levels => QuantileLevels.FromOverloadPrice(Prices.Overload / Prices.Unit);

    /// <summary>
    /// 2-KB pieces of outbound traffic that are billed in a month: as the fleet says, else as metered; null where it is unknown.
    /// </summary>
    public double? MessagesPerMonth(ResourceState state) => Observation.Fleet.MonthlyMessages ?? state.MessagesPerMonth;

    /// <summary>The same minute with the readings that are believed.</summary>
    public DecisionInput WithReadings(in MetricReadings believed) => new(Rules, Observation with { Readings = believed }, Sku, Now);

    /// <summary>
    /// The state to begin with: a fresh one on first sight, and a fresh ladder where the SKU has changed; the size in force noted.
    /// </summary>
    public ResourceState BeginState(ResourceState? before)
    {
        var state =
            before is null
                ? new ResourceState(
                    Sku.Name,
                    MeasuredMinute,
                    DecisionMinute,
                    new ShadowPolicies(Sku.Ladder.Count, CurrentStep, DecisionMinute)
                )
            : before.Sku == Sku.Name && before.Shadows.Steps == Sku.Ladder.Count ? before
            : before with { Sku = Sku.Name, Shadows = new ShadowPolicies(Sku.Ladder.Count, CurrentStep, DecisionMinute) };
        var inferred = Observation.Settings.Workload is null ? InferWorkload(state.InferredWorkload) : state.InferredWorkload;
        return state with
        {
            DecisionMinute = DecisionMinute,
            InferredWorkload = inferred,
            Model = CreateModel(Observation.Settings.Workload ?? inferred!.Workload, state.Model),
            RecentUnits = state.RecentUnits.Append(DecisionMinute, Observation.Units),
            Changes = state.Changes.Observe(DecisionMinute, Observation.Units),
        };
    }

    private static ClockRules NoClockRules { get; } = new(Days: 0);

    // A guess is kept, so that the need does not jump with it; only one that hardly deserves the name is made again.
    private InferredWorkload InferWorkload(InferredWorkload? last)
    {
        const double kept = 0.25;
        if (
            last is not null
            && (last.Confidence.Value >= kept || Observation.Readings is not { InboundTraffic: not null, OutboundTraffic: not null })
        )
        {
            return last;
        }

        var guess = WorkloadInference.Infer(FindTable(), Observation.ServiceMode, Observation.CountsServerLeg, Observation.Readings);
        return last is not null && guess.Confidence.Value < kept ? last : guess;
    }

    private CapacityTable FindTable() => Rules.Table(Observation.Service, Observation.Settings.Edition);

    private CapacityModel CreateModel(Workload workload, CapacityModel? last)
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
