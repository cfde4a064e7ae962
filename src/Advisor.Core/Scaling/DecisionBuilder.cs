using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.Cost;
using Advisor.Core.Scaling.Explanations;
using Advisor.Core.Scaling.Saturation;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;

namespace Advisor.Core.Scaling;

/// <summary>Builds the decision from the results of its steps, and records the change that it requests.</summary>
internal static class DecisionBuilder
{
    private const double RepeatedConfidence = 0.5;

    /// <summary>Returns the decision after the guards, and the next state.</summary>
    public static DecisionOutcome Build(DecisionContext context, PreferredSize preferred, int allowed, bool isAdvisory)
    {
        var (wanted, code, own) = preferred;
        var units = isAdvisory ? context.Observation.Units : context.Ladder[allowed];
        var (tier, verdict) = TierSelector.SelectVerdict(context, wanted, allowed, isAdvisory);
        var (action, sku, advised) = SelectAction(context, wanted, allowed, isAdvisory, tier, verdict);
        var changed = action == ScalingAction.ChangeTier ? advised!.Value.Units : units;
        var messages = context.Messages;
        var costs = ComputeCosts(context, advised ?? new(sku, changed), messages);
        var decision = new Decision
        {
            ResourceId = context.Observation.ResourceId,
            Time = context.Observation.Time,
            Action = action,
            Sku = sku,
            Units = changed,
            Advisory = action == ScalingAction.Advise ? advised : null,
            IsUrgent = action == ScalingAction.ScaleOut && Guards.ChangeRateGuard.IsUrgent(context),
            LimitingFactor = LimitingFactor.Find(GetTrustedUtilization(context.Required), context.Rules.Policy.NoLimitingFactorBelow.Value),
            Utilization = context.Required.Utilization,
            Targets = context.Input.Targets,
            DataState =
                context.IsStale ? DataState.InsufficientData
                : context.SuspectReadings.Count > 0 ? DataState.SuspectMetric
                : context.Required.DataState,
            Confidence = ConfidenceFactors.Compute(context),
            ConfidenceFactors = new LazyList<string>(() => [.. ConfidenceFactors.Describe(context)]),
            Reasons = new LazyList<Reason>(() =>
                tier is null
                    ? Explanation.Build(context, wanted, code, allowed)
                    : TierSelector.Explain(
                        context,
                        tier,
                        verdict,
                        Explanation.Build(
                            context with
                            {
                                IsSkuTooLarge = !tier.IsScaleOut && verdict != TierVerdict.Hold,
                            },
                            wanted,
                            code,
                            allowed
                        )
                    )
            ),
            RequiredUnits = context.Required.ByLimit,
            UnitsRequired = context.Required.Units is null ? null : context.UnitsRequired,
            Forecast = new LazyList<ForecastQuantiles>(() => context.IsLoadUnknown ? [] : ListQuantiles(context)),
            Sizes = new LazyList<SizeCost>(() => context.IsLoadUnknown ? [] : ExpectedCost.ComputeAround(context, wanted)),
            Alternatives = context.Alternatives,
            Messages = messages,
            MeanConnections = context.State.Usage.ComputeMeanConnections(),
            CostNow = costs.Now,
            CostAfter = costs.After,
            Steady = context.Steady,
            IsSteady = context.IsSteady,
            OwnUnits = context.Observation.Fleet.Endpoints is { Sizes: EndpointSizes.Together } ? context.Ladder[own] : null,
            EndpointUnits = context.EndpointUnits,
            FailoverUnits = context.FailoverUnits is { } failover ? context.Ladder[context.Ladder.FindIndexAtLeast(failover)] : null,
        };
        var state = context.State;
        if (context.Observation.AppliesDecisions && action is not (ScalingAction.Hold or ScalingAction.Advise))
        {
            state = state with
            {
                IneffectiveChanges = IneffectiveChanges.Request(
                    state.IneffectiveChanges,
                    action is ScalingAction.ScaleIn,
                    state.DecisionMinute
                ),
            };
        }

        state =
            changed == context.Observation.Units
                ? state
                : state with
                {
                    Changes = context.State.Changes.RecordRequest(
                        context.State.DecisionMinute,
                        changed,
                        context.Observation.Readings.ServerLoad,
                        context.Required.PriorLoad
                    ),
                };
        return new(decision, state, null);
    }

    /// <summary>Returns the decision for a minute that was already decided: Hold, with the state unchanged.</summary>
    public static Decision BuildRepeated(DecisionInput input, ResourceState state)
    {
        var model = input.BeginState(state).Model!;
        var readings = input.Observation.Readings;
        var measuredUnits = state.RecentUnits.Find(input.MeasuredMinute) ?? input.Observation.Units;
        var utilization = model.ComputeUtilization(readings, measuredUnits, input.Observation.Units);
        return new Decision
        {
            ResourceId = input.Observation.ResourceId,
            Time = input.Observation.Time,
            Action = ScalingAction.Hold,
            Sku = input.Observation.Sku,
            Units = input.Observation.Units,
            LimitingFactor = LimitingFactor.Find(utilization, input.Rules.Policy.NoLimitingFactorBelow.Value),
            Utilization = utilization,
            Targets = input.Targets,
            Confidence = new Ratio(RepeatedConfidence),
            Reasons =
            [
                new(
                    ReasonCodes.RepeatedObservation,
                    "Advisor has already decided on this minute: no change, and nothing new to learn from it."
                ),
            ],
            RequiredUnits = model.ComputeRequiredUnits(readings, measuredUnits),
        };
    }

    /// <summary>Returns the demand of the minute, with the load model's server load instead of the noisy or suspect reading.</summary>
    public static Demand ComputeDemand(DecisionInput input, ResourceState state, RequiredUnits need) =>
        state.Model!.ComputeDemand(input.Observation.Readings, need.MeasuredUnits) with
        {
            ServerLoadUnits = need.ExpectedLoad * need.MeasuredUnits / input.Targets.ServerLoad.Percent,
        };

    /// <summary>Returns the utilization without a server load that contradicts traffic and connections.</summary>
    private static PerLimit<Ratio> GetTrustedUtilization(RequiredUnits need) =>
        need.DataState == DataState.SuspectMetric ? need.Utilization with { ServerLoad = null } : need.Utilization;

    private static (ScalingAction Action, string Sku, Size? Advised) SelectAction(
        DecisionContext context,
        int wanted,
        int allowed,
        bool isAdvisory,
        TierProposal? tier,
        TierVerdict verdict
    )
    {
        var sku = context.Observation.Sku;
        if (isAdvisory)
        {
            return wanted == context.CurrentStep && tier is null
                ? (ScalingAction.Hold, sku, null)
                : (ScalingAction.Advise, sku, tier?.Size ?? new(sku, context.Ladder[wanted]));
        }

        if (tier is not null && verdict == TierVerdict.Change)
        {
            return (ScalingAction.ChangeTier, tier.Sku.Name, tier.AllowedSize);
        }

        if (allowed != context.CurrentStep)
        {
            return (allowed > context.CurrentStep ? ScalingAction.ScaleOut : ScalingAction.ScaleIn, sku, null);
        }

        return tier is not null && verdict == TierVerdict.Advise ? (ScalingAction.Advise, sku, tier.Size) : (ScalingAction.Hold, sku, null);
    }

    private static (MonthlyCost? Now, MonthlyCost? After) ComputeCosts(DecisionContext context, Size size, DailyMessages? messages)
    {
        var (sku, units) = size;
        var now = MonthlyBill.Compute(context.Sku, context.Observation.Units, messages);
        var to = sku == context.Sku.Name ? context.Sku : TierSelector.GetCatalog(context).Find(sku) ?? context.Sku;
        return (
            now,
            ReferenceEquals(to, context.Sku) && units == context.Observation.Units ? now : MonthlyBill.Compute(to, units, messages)
        );
    }

    private static List<ForecastQuantiles> ListQuantiles(DecisionContext context)
    {
        var quantiles = new List<ForecastQuantiles>(Forecasting.Forecast.Horizons);
        for (var horizon = 0; horizon < Forecasting.Forecast.Horizons; horizon++)
        {
            quantiles.Add(
                new(
                    TimeSpan.FromMinutes(
                        horizon == 0 ? Forecasting.AnalogForecast.LeadMinutes : Forecasting.Forecast.HoldMinutes[horizon - 1]
                    ),
                    context.ShownForecast.Quantiles[horizon, 0],
                    context.ShownForecast.Quantiles[horizon, 1],
                    context.ShownForecast.Quantiles[horizon, 2]
                )
            );
        }

        return quantiles;
    }
}
