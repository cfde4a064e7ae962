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
    public static TierProposal? Select(DecisionContext s, int wanted) => FindLargerTier(s) ?? FindSmallerTier(s, wanted);

    /// <summary>Whether it is made, left to a person, or waits for a guard.</summary>
    public static TierVerdict Evaluate(DecisionContext s, TierProposal move)
    {
        if (!IsPermitted(s, move))
        {
            return s.Observation.ChangeInProgress || s.IsStale ? TierVerdict.Hold : TierVerdict.Advise;
        }

        var (step, adviceOnly) = GuardChain.Apply(ContextOfChange(s, move), WantedStep(move));
        return adviceOnly ? TierVerdict.Advise
            : step != WantedStep(move) || s.IsStale || (move.IsScaleOut && !HasBeenAtMaximum(s)) ? TierVerdict.Hold
            : TierVerdict.Change;
    }

    /// <summary>
    /// Why, and what the guards say, before the reasons of the size. The alternatives explain advice to scale up already.
    /// </summary>
    public static IEnumerable<Reason> Explain(DecisionContext s, TierProposal move, TierVerdict verdict) =>
        verdict switch
        {
            TierVerdict.Advise when move.IsScaleOut => [],
            TierVerdict.Hold when !IsPermitted(s, move) => [],
            TierVerdict.Hold =>
            [
                .. GuardChain.Explain(ContextOfChange(s, move), WantedStep(move)),
                .. ExplainWaiting(s, move),
                Explain(s, move),
            ],
            _ => [Explain(s, move)],
        };

    private static TierProposal? FindLargerTier(DecisionContext s)
    {
        foreach (var way in s.Alternatives)
        {
            if (way is { Instances: 1, Units: { } units } && way.Sku is { } name && name != s.Sku.Name && Catalog(s).Find(name) is { } sku)
            {
                return new TierProposal(sku, units, IsScaleOut: units > s.Observation.Units);
            }
        }

        return null;
    }

    // The step below the size in force, so that what is named stays the same while the forecast moves; from there the size is chosen
    // as ever.
    private static TierProposal? FindSmallerTier(DecisionContext s, int wanted)
    {
        var isKnown = !s.IsStale && s.Required.CanScaleIn && s.Required.DataState == DataState.Ok && s.Forecast.Analogs > 0;
        if (s.CurrentStep != 0 || wanted != 0 || !isKnown || s.State.Model is not { } model)
        {
            return null;
        }

        foreach (var sku in Catalog(s).Skus)
        {
            if (
                sku.Tier == s.Sku.Tier
                && sku.Ladder.Min < s.Ladder[0]
                && sku.Ladder.Previous(s.Observation.Units) is { } units
                && sku.Ladder.Previous(units) is { } room
                && RequiredUnitsOn(s, model.ForSku(sku)) <= room
            )
            {
                return new TierProposal(sku, units, IsScaleOut: false);
            }
        }

        return null;
    }

    /// <summary>Units of another SKU that the next two hours need, whatever is announced for them included.</summary>
    private static double RequiredUnitsOn(DecisionContext s, CapacityModel other)
    {
        var now = other.RequiredUnits(DecisionBuilder.ComputeDemand(s.Input, s.State, s.Required)).Max() ?? double.PositiveInfinity;
        var soon = s.Forecast[LongestHorizon, HighQuantile] * Math.Max(1, s.UnitsRequired > 0 ? now / s.UnitsRequired : 1);
        var announced = s.Settings.MinUnits;
        foreach (var window in s.Settings.Windows)
        {
            announced = s.Now < window.End ? Math.Max(announced, window.MinUnits ?? 0) : announced;
        }

        return Math.Max(Math.Max(now, soon), announced);
    }

    private static bool IsPermitted(DecisionContext s, TierProposal move)
    {
        if (!s.Settings.AllowTierChange || move.Units > s.Maximum.Units || move.Units < s.Settings.MinUnits)
        {
            return false;
        }

        foreach (var change in Catalog(s).Changes)
        {
            if (change.From == s.Sku.Name && change.To == move.Sku.Name)
            {
                return !change.InterruptsService;
            }
        }

        return false;
    }

    /// <summary>
    /// Whether the need has been at the end of the SKU as long as an overload must stand: no tier is changed for a minute.
    /// </summary>
    private static bool HasBeenAtMaximum(DecisionContext s)
    {
        var end = Math.Min(s.Required.RoutingWallUnits ?? double.PositiveInfinity, s.Ladder.Max) * StoredPrecision;
        for (var back = 0; back < s.Rules.Policy.SustainedOverloadAfter.TotalMinutes; back++)
        {
            if (
                s.State.History.CodeAt(s.State.MeasuredMinute - back) is var code
                && (code == UnitsCode.Unknown || UnitsCode.Decode(code) < end)
            )
            {
                return false;
            }
        }

        return true;
    }

    // The guards judge steps of a ladder: this one has the size in force and the other one, at the price of the other SKU.
    private static DecisionContext ContextOfChange(DecisionContext s, TierProposal move)
    {
        int[] sizes = move.IsScaleOut ? [s.Observation.Units, move.Units] : [move.Units, s.Observation.Units];
        return s with { TierChangeSku = move.Sku with { Ladder = new UnitLadder(sizes) }, TierChangeStep = move.IsScaleOut ? 0 : 1 };
    }

    private static int WantedStep(TierProposal move) => move.IsScaleOut ? 1 : 0;

    private static IEnumerable<Reason> ExplainWaiting(DecisionContext s, TierProposal move)
    {
        if (move.IsScaleOut && !HasBeenAtMaximum(s))
        {
            yield return new(
                ReasonCodes.TierChangeRecommended,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{move.Sku.Name} x {move.Units} follows when the requirement has lasted for "
                        + $"{Wording.Duration(s.Rules.Policy.SustainedOverloadAfter)}."
                )
            );
        }
    }

    private static Reason Explain(DecisionContext s, TierProposal move) =>
        new(
            ReasonCodes.TierChangeRecommended,
            move.IsScaleOut
                ? string.Create(CultureInfo.InvariantCulture, $"No size of {s.Sku.Name} is enough; {move.Sku.Name} x {move.Units} is.")
                : string.Create(
                    CultureInfo.InvariantCulture,
                    $"{s.Sku.Name} has no size below {Wording.Count(s.Observation.Units, "unit")}; "
                        + $"{move.Sku.Name} x {move.Units} is enough for the next two hours with a step to spare."
                )
        );

    private static SkuCatalog Catalog(DecisionContext s) => s.Rules.Catalog(s.Observation.Service);
}
