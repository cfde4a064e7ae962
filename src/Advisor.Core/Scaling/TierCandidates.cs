using Advisor.Core.Advice;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Forecasting;
using Advisor.Core.Observations;

namespace Advisor.Core.Scaling;

/// <summary>
/// Finds the SKU to change to, before any guard: up if no size of the present one suffices, now, as the size to keep or for a
/// minimum; down if a smaller one does.
/// </summary>
internal static class TierCandidates
{
    private const int LongestHorizon = Forecast.Horizons - 1,
        HighQuantile = 2;

    /// <summary>Returns the change of SKU; null if the present one is the right one.</summary>
    /// <param name="wanted">Preferred step of the present SKU.</param>
    public static TierProposal? Find(DecisionContext context, int wanted)
    {
        var larger = FindSteadyTier(context) ?? FindLargerTier(context);
        return FindMinimumTier(context) is { } minimum && !(larger?.Units > minimum.Units)
            ? minimum
            : larger ?? FindSmallerTier(context, wanted);
    }

    // A minimum above every size of the SKU, such as that of a launch, is requested before the load arrives.
    private static TierProposal? FindMinimumTier(DecisionContext context)
    {
        if (
            context.Minimum.Units <= context.Ladder.Max
            || SteadyInput.FindNextSku(TierSelector.GetCatalog(context), context.Sku) is not { } sku
        )
        {
            return null;
        }

        var other = context with { TierChangeSku = sku };
        var units = sku.Ladder[Math.Min(other.FindMinimumStep(other.Minimum), other.MaxStep)];
        return units > context.Ladder.Max ? new TierProposal(sku, units, IsScaleOut: true) { IsKnown = true, IsForMinimum = true } : null;
    }

    // The look-back has shown that the SKU is too small, whatever this minute requires.
    private static TierProposal? FindSteadyTier(DecisionContext context) =>
        context is { IsSteady: true, Steady.IsNextSku: true, Observation.Steady: SteadyAdvice.Always }
        && TierSelector.GetCatalog(context).Find(context.Steady.Sku) is { } sku
            ? new TierProposal(sku, context.Steady.Units, IsScaleOut: true) { IsKnown = true }
            : null;

    private static TierProposal? FindLargerTier(DecisionContext context)
    {
        foreach (var way in context.Alternatives)
        {
            if (
                way is { Instances: 1, Units: { } units }
                && way.Sku is { } name
                && name != context.Sku.Name
                && TierSelector.GetCatalog(context).Find(name) is { } sku
            )
            {
                return new TierProposal(sku, units, IsScaleOut: true);
            }
        }

        return null;
    }

    // A person gets the size to keep. Minute by minute it is one step below the size in force, so that the proposal does not vary with the
    // forecast; after the change the size is selected as usual.
    private static TierProposal? FindSmallerTier(DecisionContext context, int wanted)
    {
        var isKnown =
            !context.IsStale && context.Required.CanScaleIn && context.Required.DataState == DataState.Ok && context.Forecast.Analogs > 0;
        if (context.CurrentStep != 0 || wanted != 0 || !isKnown || context.State.Model is not { } model)
        {
            return null;
        }

        foreach (var sku in TierSelector.GetCatalog(context).Skus)
        {
            if (
                sku.Tier == context.Sku.Tier
                && sku.Ladder.Min < context.Ladder[0]
                && sku.Ladder.FindPrevious(context.Observation.Units) is { } units
                && sku.Ladder.FindPrevious(units) is { } maxUnits
                && EstimateRequiredUnits(context, sku, model.WithSku(sku)) is var (soon, kept)
                && Math.Max(soon, kept) <= maxUnits
            )
            {
                return new TierProposal(sku, context.IsSteady ? sku.Ladder[sku.Ladder.FindIndexAtLeast(kept)] : units, IsScaleOut: false);
            }
        }

        return null;
    }

    /// <summary>
    /// Returns the units of another SKU required over the next two hours, and those to keep: announced minimums, and for a person the
    /// steady size, since at night the next two hours say nothing of the day.
    /// </summary>
    private static (double Soon, double Kept) EstimateRequiredUnits(DecisionContext context, Sku sku, CapacityModel other)
    {
        var now =
            other.ComputeRequiredUnits(DecisionBuilder.ComputeDemand(context.Input, context.State, context.Required)).Max()
            ?? double.PositiveInfinity;
        var factor = Math.Max(1, context.UnitsRequired > 0 ? now / context.UnitsRequired : 1);
        var soon = context.Forecast[LongestHorizon, HighQuantile] * factor;
        var steady = context.IsSteady ? (SteadySelection.FindSteadySize(context, sku)?.Units ?? 0) * factor : 0;
        var announced = TierSelector.FindMinUnits(context);
        foreach (var window in context.Settings.Windows)
        {
            announced = context.Now < window.End ? Math.Max(announced, window.MinUnits ?? 0) : announced;
        }

        return (Math.Max(now, soon), Math.Max(steady, announced));
    }
}
