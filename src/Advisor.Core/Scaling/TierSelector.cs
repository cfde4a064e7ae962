using System.Globalization;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Forecasting;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.Guards;

namespace Advisor.Core.Scaling;

/// <summary>
/// Selects a change of SKU and evaluates the guards on it. Up if the requirement has stayed beyond every size of the SKU, or if the size to
/// keep is one of the next SKU; back down if a smaller SKU of the same tier suffices for the next two hours with a step to spare. A sustained
/// overload does not override the guards.
/// </summary>
internal static class TierSelector
{
    private const int LongestHorizon = Forecast.Horizons - 1,
        HighQuantile = 2;

    // Stored requirements have 16-bit precision.
    private const double StoredPrecision = 0.99;

    /// <summary>Whether a person is told to keep a size of the next SKU.</summary>
    public static bool IsSteady(DecisionContext context) =>
        context is { IsSteady: true, Steady.IsNextSku: true, Observation.Steady: SteadyAdvice.Always };

    /// <summary>Selects a larger SKU if no size suffices, or a smaller one if one does.</summary>
    /// <param name="wanted">Preferred step of the present SKU.</param>
    /// <returns>Null if the present SKU is the right one, or a person pinned the size.</returns>
    public static TierProposal? Select(DecisionContext context, int wanted) =>
        context.Pin is null ? FindSteadyTier(context) ?? FindLargerTier(context) ?? FindSmallerTier(context, wanted) : null;

    /// <summary>Decides whether the change is applied, left to a person, or suppressed by a guard.</summary>
    public static TierVerdict Evaluate(DecisionContext context, TierProposal move)
    {
        if (!IsPermitted(context, move))
        {
            return context.Observation.ChangeInProgress || context.IsStale ? TierVerdict.Hold : TierVerdict.Advise;
        }

        var (step, adviceOnly) = GuardChain.Apply(CreateChangeContext(context, move), GetWantedStep(move));
        return adviceOnly ? TierVerdict.Advise
            : step != GetWantedStep(move) || context.IsStale || (move.IsScaleOut && !IsSteady(context) && !HasBeenAtMaximum(context))
                ? TierVerdict.Hold
            : TierVerdict.Change;
    }

    /// <summary>
    /// Returns the reasons, guards first, to precede those of the size. For an advisory to a larger SKU the alternatives already explain
    /// it.
    /// </summary>
    public static IEnumerable<Reason> Explain(DecisionContext context, TierProposal move, TierVerdict verdict) =>
        verdict switch
        {
            TierVerdict.Advise when move.IsScaleOut => [],
            TierVerdict.Hold when !IsPermitted(context, move) => [],
            TierVerdict.Hold =>
            [
                .. GuardChain.Explain(CreateChangeContext(context, move), GetWantedStep(move)),
                .. ExplainWaiting(context, move),
                Explain(context, move),
            ],
            _ => [Explain(context, move)],
        };

    // The look-back has shown that the SKU is too small, whatever this minute requires.
    private static TierProposal? FindSteadyTier(DecisionContext context) =>
        IsSteady(context) && GetCatalog(context).Find(context.Steady!.Sku) is { } sku
            ? new TierProposal(sku, context.Steady.Units, IsScaleOut: true)
            : null;

    private static TierProposal? FindLargerTier(DecisionContext context)
    {
        foreach (var way in context.Alternatives)
        {
            if (
                way is { Instances: 1, Units: { } units }
                && way.Sku is { } name
                && name != context.Sku.Name
                && GetCatalog(context).Find(name) is { } sku
            )
            {
                return new TierProposal(sku, units, IsScaleOut: units > context.Observation.Units);
            }
        }

        return null;
    }

    // One step below the size in force, so that the proposal does not vary with the forecast; after the change the size is selected as
    // usual.
    private static TierProposal? FindSmallerTier(DecisionContext context, int wanted)
    {
        var isKnown =
            !context.IsStale && context.Required.CanScaleIn && context.Required.DataState == DataState.Ok && context.Forecast.Analogs > 0;
        if (context.CurrentStep != 0 || wanted != 0 || !isKnown || context.State.Model is not { } model)
        {
            return null;
        }

        foreach (var sku in GetCatalog(context).Skus)
        {
            if (
                sku.Tier == context.Sku.Tier
                && sku.Ladder.Min < context.Ladder[0]
                && sku.Ladder.FindPrevious(context.Observation.Units) is { } units
                && sku.Ladder.FindPrevious(units) is { } maxUnits
                && EstimateRequiredUnits(context, model.WithSku(sku)) <= maxUnits
            )
            {
                return new TierProposal(sku, units, IsScaleOut: false);
            }
        }

        return null;
    }

    /// <summary>Returns the units of another SKU required over the next two hours, including announced minimums.</summary>
    private static double EstimateRequiredUnits(DecisionContext context, CapacityModel other)
    {
        var now =
            other.ComputeRequiredUnits(DecisionBuilder.ComputeDemand(context.Input, context.State, context.Required)).Max()
            ?? double.PositiveInfinity;
        var soon =
            context.Forecast[LongestHorizon, HighQuantile] * Math.Max(1, context.UnitsRequired > 0 ? now / context.UnitsRequired : 1);
        var announced = FindMinUnits(context);
        foreach (var window in context.Settings.Windows)
        {
            announced = context.Now < window.End ? Math.Max(announced, window.MinUnits ?? 0) : announced;
        }

        return Math.Max(Math.Max(now, soon), announced);
    }

    // A tier is kept for longer than a night.
    private static int FindMinUnits(DecisionContext context) =>
        context.Settings.FindHighestMinUnits(context.Now, context.Rules.Policy.AnnouncedAhead).Units;

    private static bool IsPermitted(DecisionContext context, TierProposal move)
    {
        if (!context.Settings.AllowTierChange || move.Units > context.Maximum.Units || move.Units < FindMinUnits(context))
        {
            return false;
        }

        foreach (var change in GetCatalog(context).Changes)
        {
            if (change.From == context.Sku.Name && change.To == move.Sku.Name)
            {
                return !change.InterruptsService;
            }
        }

        return false;
    }

    /// <summary>
    /// Whether the requirement has been at the maximum of the SKU for as long as a sustained overload, so that a single minute does not
    /// change the tier.
    /// </summary>
    private static bool HasBeenAtMaximum(DecisionContext context)
    {
        var end = Math.Min(context.Required.RoutingWallUnits ?? double.PositiveInfinity, context.Ladder.Max) * StoredPrecision;
        for (var back = 0; back < context.Rules.Policy.SustainedOverloadAfter.TotalMinutes; back++)
        {
            if (
                context.State.History.GetCode(context.State.MeasuredMinute - back) is var code
                && (code == UnitsCode.Unknown || UnitsCode.Decode(code) < end)
            )
            {
                return false;
            }
        }

        return true;
    }

    // The guards evaluate steps of a ladder: this one has the size in force and the proposed size, at the price of the other SKU.
    private static DecisionContext CreateChangeContext(DecisionContext context, TierProposal move)
    {
        int[] sizes = move.IsScaleOut ? [context.Observation.Units, move.Units] : [move.Units, context.Observation.Units];
        return context with { TierChangeSku = move.Sku with { Ladder = new UnitLadder(sizes) }, TierChangeStep = move.IsScaleOut ? 0 : 1 };
    }

    private static int GetWantedStep(TierProposal move) => move.IsScaleOut ? 1 : 0;

    private static IEnumerable<Reason> ExplainWaiting(DecisionContext context, TierProposal move)
    {
        if (move.IsScaleOut && !IsSteady(context) && !HasBeenAtMaximum(context))
        {
            yield return new(
                ReasonCodes.TierChangeRecommended,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{move.Sku.Name} x {move.Units} follows when the requirement has lasted for "
                        + $"{Wording.FormatDuration(context.Rules.Policy.SustainedOverloadAfter)}."
                )
            );
        }
    }

    private static Reason Explain(DecisionContext context, TierProposal move) =>
        new(
            ReasonCodes.TierChangeRecommended,
            move.IsScaleOut
                ? string.Create(
                    CultureInfo.InvariantCulture,
                    $"No size of {context.Sku.Name} is enough; {move.Sku.Name} x {move.Units} is."
                )
                : string.Create(
                    CultureInfo.InvariantCulture,
                    $"{context.Sku.Name} has no size below {Wording.FormatCount(context.Observation.Units, "unit")}; "
                        + $"{move.Sku.Name} x {move.Units} is enough for the next two hours with a step to spare."
                )
        );

    private static SkuCatalog GetCatalog(DecisionContext context) => context.Rules.GetCatalog(context.Observation.Service);
}
