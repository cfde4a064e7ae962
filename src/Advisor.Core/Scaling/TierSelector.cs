using System.Globalization;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Forecasting;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.Guards;

namespace Advisor.Core.Scaling;

/// <summary>A change to another SKU that would help.</summary>
/// <param name="Sku">The SKU to change to.</param>
/// <param name="Units">Units of it, a step of its ladder; never as many as are in force.</param>
/// <param name="IsScaleOut">
/// True for more units, since no size of the present SKU suffices; false for fewer, since a smaller SKU does.
/// </param>
internal sealed record TierProposal(Sku Sku, int Units, bool IsScaleOut);

/// <summary>What becomes of a change of tier.</summary>
internal enum TierVerdict
{
    /// <summary>It is made.</summary>
    Change,

    /// <summary>It is left to a person: the settings, the rules or an autoscale setting do not let Advisor make it.</summary>
    Advise,

    /// <summary>A guard suppresses it for now.</summary>
    Hold,
}

/// <summary>
/// Chooses a change of SKU and asks the guards about it. Up where the need has stood beyond what any size of the SKU carries; back down
/// where a smaller SKU of the same tier carries the next two hours with a step to spare. No guard lets one pass for a standing overload.
/// </summary>
internal static class TierSelector
{
    private const int LongestHorizon = Forecast.Horizons - 1,
        HighQuantile = 2;

    // A need that was stored is as exact as 16 bits are.
    private const double StoredPrecision = 0.99;

    /// <param name="wanted">The step wanted of the present SKU.</param>
    /// <returns>Null where the present SKU is the right one.</returns>
    public static TierProposal? Select(DecisionContext context, int wanted) => FindLargerTier(context) ?? FindSmallerTier(context, wanted);

    /// <summary>Whether it is made, left to a person, or waits for a guard.</summary>
    public static TierVerdict Evaluate(DecisionContext context, TierProposal move)
    {
        if (!IsPermitted(context, move))
        {
            return context.Observation.ChangeInProgress || context.IsStale ? TierVerdict.Hold : TierVerdict.Advise;
        }

        var (step, adviceOnly) = GuardChain.Apply(ContextOfChange(context, move), WantedStep(move));
        return adviceOnly ? TierVerdict.Advise
            : step != WantedStep(move) || context.IsStale || (move.IsScaleOut && !HasBeenAtMaximum(context)) ? TierVerdict.Hold
            : TierVerdict.Change;
    }

    /// <summary>
    /// Why, and what the guards say, before the reasons of the size. The alternatives explain advice to scale up already.
    /// </summary>
    public static IEnumerable<Reason> Explain(DecisionContext context, TierProposal move, TierVerdict verdict) =>
        verdict switch
        {
            TierVerdict.Advise when move.IsScaleOut => [],
            TierVerdict.Hold when !IsPermitted(context, move) => [],
            TierVerdict.Hold =>
            [
                .. GuardChain.Explain(ContextOfChange(context, move), WantedStep(move)),
                .. ExplainWaiting(context, move),
                Explain(context, move),
            ],
            _ => [Explain(context, move)],
        };

    private static TierProposal? FindLargerTier(DecisionContext context)
    {
        foreach (var way in context.Alternatives)
        {
            if (
                way is { Instances: 1, Units: { } units }
                && way.Sku is { } name
                && name != context.Sku.Name
                && Catalog(context).Find(name) is { } sku
            )
            {
                return new TierProposal(sku, units, IsScaleOut: units > context.Observation.Units);
            }
        }

        return null;
    }

    // The step below the size in force, so that what is named stays the same while the forecast moves; from there the size is chosen
    // as ever.
    private static TierProposal? FindSmallerTier(DecisionContext context, int wanted)
    {
        var isKnown =
            !context.IsStale && context.Required.CanScaleIn && context.Required.DataState == DataState.Ok && context.Forecast.Analogs > 0;
        if (context.CurrentStep != 0 || wanted != 0 || !isKnown || context.State.Model is not { } model)
        {
            return null;
        }

        foreach (var sku in Catalog(context).Skus)
        {
            if (
                sku.Tier == context.Sku.Tier
                && sku.Ladder.Min < context.Ladder[0]
                && sku.Ladder.Previous(context.Observation.Units) is { } units
                && sku.Ladder.Previous(units) is { } room
                && RequiredUnitsOn(context, model.ForSku(sku)) <= room
            )
            {
                return new TierProposal(sku, units, IsScaleOut: false);
            }
        }

        return null;
    }

    /// <summary>Units of another SKU that the next two hours need, whatever is announced for them included.</summary>
    private static double RequiredUnitsOn(DecisionContext context, CapacityModel other)
    {
        var now =
            other.RequiredUnits(DecisionBuilder.ComputeDemand(context.Input, context.State, context.Required)).Max()
            ?? double.PositiveInfinity;
        var soon =
            context.Forecast[LongestHorizon, HighQuantile] * Math.Max(1, context.UnitsRequired > 0 ? now / context.UnitsRequired : 1);
        var announced = context.Settings.MinUnits;
        foreach (var window in context.Settings.Windows)
        {
            announced = context.Now < window.End ? Math.Max(announced, window.MinUnits ?? 0) : announced;
        }

        return Math.Max(Math.Max(now, soon), announced);
    }

    private static bool IsPermitted(DecisionContext context, TierProposal move)
    {
        if (!context.Settings.AllowTierChange || move.Units > context.Maximum.Units || move.Units < context.Settings.MinUnits)
        {
            return false;
        }

        foreach (var change in Catalog(context).Changes)
        {
            if (change.From == context.Sku.Name && change.To == move.Sku.Name)
            {
                return !change.InterruptsService;
            }
        }

        return false;
    }

    /// <summary>
    /// Whether the need has been at the end of the SKU as long as an overload must stand: no tier is changed for a minute.
    /// </summary>
    private static bool HasBeenAtMaximum(DecisionContext context)
    {
        var end = Math.Min(context.Required.RoutingWallUnits ?? double.PositiveInfinity, context.Ladder.Max) * StoredPrecision;
        for (var back = 0; back < context.Rules.Policy.SustainedOverloadAfter.TotalMinutes; back++)
        {
            if (
                context.State.History.CodeAt(context.State.MeasuredMinute - back) is var code
                && (code == UnitsCode.Unknown || UnitsCode.Decode(code) < end)
            )
            {
                return false;
            }
        }

        return true;
    }

    // The guards judge steps of a ladder: this one has the size in force and the other one, at the price of the other SKU.
    private static DecisionContext ContextOfChange(DecisionContext context, TierProposal move)
    {
        int[] sizes = move.IsScaleOut ? [context.Observation.Units, move.Units] : [move.Units, context.Observation.Units];
        return context with { TierChangeSku = move.Sku with { Ladder = new UnitLadder(sizes) }, TierChangeStep = move.IsScaleOut ? 0 : 1 };
    }

    private static int WantedStep(TierProposal move) => move.IsScaleOut ? 1 : 0;

    private static IEnumerable<Reason> ExplainWaiting(DecisionContext context, TierProposal move)
    {
        if (move.IsScaleOut && !HasBeenAtMaximum(context))
        {
            yield return new(
                ReasonCodes.TierChangeRecommended,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{move.Sku.Name} x {move.Units} follows when the requirement has lasted for "
                        + $"{Wording.Duration(context.Rules.Policy.SustainedOverloadAfter)}."
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
                    $"{context.Sku.Name} has no size below {Wording.Count(context.Observation.Units, "unit")}; "
                        + $"{move.Sku.Name} x {move.Units} is enough for the next two hours with a step to spare."
                )
        );

    private static SkuCatalog Catalog(DecisionContext context) => context.Rules.Catalog(context.Observation.Service);
}
