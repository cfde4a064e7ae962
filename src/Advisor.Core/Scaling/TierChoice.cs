using System.Globalization;
using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.Guards;

namespace Advisor.Core.Scaling;

/// <summary>A change to another SKU that would help.</summary>
/// <param name="To">The SKU to change to.</param>
/// <param name="Units">Units of it, a step of its ladder; never as many as are in force.</param>
/// <param name="Grows">True for more units, since no size of the present SKU suffices; false for fewer, since a smaller SKU does.</param>
internal sealed record TierMove(Sku To, int Units, bool Grows);

/// <summary>What becomes of a change of tier.</summary>
internal enum TierVerdict
{
    /// <summary>It is made.</summary>
    Change,

    /// <summary>It is left to a person: the settings, the rules or an autoscale setting do not let Advisor make it.</summary>
    Advise,

    /// <summary>A guard holds it back for now.</summary>
    Hold,
}

/// <summary>
/// Chooses a change of SKU and asks the guards about it. Up where the need has stood beyond what any size of the SKU carries; back down
/// where a smaller SKU of the same tier carries the next two hours with a step to spare. No guard lets one pass for a standing overload.
/// </summary>
internal static class TierChoice
{
    private const int LongestHorizon = Forecast.Horizons - 1, HighQuantile = 2;

    // A need that was stored is as exact as 16 bits are.
    private const double Stored = 0.99;

    /// <param name="wanted">The step wanted of the present SKU.</param>
    /// <returns>Null where the present SKU is the right one.</returns>
    public static TierMove? Of(Situation s, int wanted) => Up(s) ?? Down(s, wanted);

    /// <summary>Whether it is made, left to a person, or waits for a guard.</summary>
    public static TierVerdict Ask(Situation s, TierMove move)
    {
        if (!IsPermitted(s, move))
        {
            return s.Observation.ChangeInProgress || s.IsStale ? TierVerdict.Hold : TierVerdict.Advise;
        }

        var (step, adviceOnly) = GuardChain.Ask(Between(s, move), Wanted(move));
        return adviceOnly ? TierVerdict.Advise
            : step != Wanted(move) || s.IsStale || (move.Grows && !Stands(s)) ? TierVerdict.Hold
            : TierVerdict.Change;
    }

    /// <summary>Why, and what the guards say, before the reasons of the size. The ways out explain advice to scale up already.</summary>
    public static IEnumerable<Reason> Reasons(Situation s, TierMove move, TierVerdict verdict) => verdict switch
    {
        TierVerdict.Advise when move.Grows => [],
        TierVerdict.Hold when !IsPermitted(s, move) => [],
        TierVerdict.Hold => [.. GuardChain.Spoken(Between(s, move), Wanted(move)), .. Waiting(s, move), Why(s, move)],
        _ => [Why(s, move)],
    };

    private static TierMove? Up(Situation s)
    {
        foreach (var way in s.WaysOut)
        {
            if (way is { Instances: 1, Units: { } units } && way.Sku is { } name && name != s.Sku.Name && Catalog(s).Find(name) is { } sku)
            {
                return new TierMove(sku, units, Grows: units > s.Observation.Units);
            }
        }

        return null;
    }

    // The step below the size in force, so that what is named stays the same while the forecast moves; from there the size is chosen
    // as ever.
    private static TierMove? Down(Situation s, int wanted)
    {
        var isKnown = !s.IsStale && s.Need.MayShrink && s.Need.State == DataState.Ok && s.Forecast.Analogs > 0;
        if (s.InForce != 0 || wanted != 0 || !isKnown || s.State.Model is not { } model)
        {
            return null;
        }

        foreach (var sku in Catalog(s).Skus)
        {
            if (sku.Tier == s.Sku.Tier && sku.Ladder.Least < s.Ladder[0]
                && sku.Ladder.Previous(s.Observation.Units) is { } units
                && sku.Ladder.Previous(units) is { } room && Needed(s, model.On(sku)) <= room)
            {
                return new TierMove(sku, units, Grows: false);
            }
        }

        return null;
    }

    /// <summary>Units of another SKU that the next two hours need, whatever is announced for them included.</summary>
    private static double Needed(Situation s, CapacityModel other)
    {
        var now = other.Needs(Conclusion.DemandOf(s.Minute, s.State, s.Need)).Greatest() ?? double.PositiveInfinity;
        var soon = s.Forecast[LongestHorizon, HighQuantile] * Math.Max(1, s.Units > 0 ? now / s.Units : 1);
        var announced = s.Settings.LeastUnits;
        foreach (var window in s.Settings.Windows)
        {
            announced = s.Now < window.End ? Math.Max(announced, window.LeastUnits ?? 0) : announced;
        }

        return Math.Max(Math.Max(now, soon), announced);
    }

    private static bool IsPermitted(Situation s, TierMove move)
    {
        if (!s.Settings.AllowTierChange || move.Units > s.Maximum.Units || move.Units < s.Settings.LeastUnits)
        {
            return false;
        }

        foreach (var change in Catalog(s).Changes)
        {
            if (change.From == s.Sku.Name && change.To == move.To.Name)
            {
                return !change.InterruptsService;
            }
        }

        return false;
    }

    /// <summary>Whether the need has been at the end of the SKU as long as an overload must stand: no tier is changed for a minute.</summary>
    private static bool Stands(Situation s)
    {
        var end = Math.Min(s.Need.RoutingWall ?? double.PositiveInfinity, s.Ladder.Greatest) * Stored;
        for (var back = 0; back < s.Rules.Policy.StandingOverloadAfter.TotalMinutes; back++)
        {
            if (s.State.Needs.At(s.State.Measured - back) is var code && (code == NeedCode.Unknown || NeedCode.Need(code) < end))
            {
                return false;
            }
        }

        return true;
    }

    // The guards judge steps of a ladder: this one has the size in force and the other one, at the price of the other SKU.
    private static Situation Between(Situation s, TierMove move)
    {
        int[] sizes = move.Grows ? [s.Observation.Units, move.Units] : [move.Units, s.Observation.Units];
        return s with { Move = move.To with { Ladder = new UnitLadder(sizes) }, MoveFrom = move.Grows ? 0 : 1 };
    }

    private static int Wanted(TierMove move) => move.Grows ? 1 : 0;

    private static IEnumerable<Reason> Waiting(Situation s, TierMove move)
    {
        if (move.Grows && !Stands(s))
        {
            yield return new(
                ReasonCodes.TierChangeAdvised,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{move.To.Name} x {move.Units} follows when the need has stood for {Wording.Duration(s.Rules.Policy.StandingOverloadAfter)}."));
        }
    }

    private static Reason Why(Situation s, TierMove move) => new(ReasonCodes.TierChangeAdvised, move.Grows
        ? string.Create(CultureInfo.InvariantCulture, $"No size of {s.Sku.Name} is enough; {move.To.Name} x {move.Units} is.")
        : string.Create(
            CultureInfo.InvariantCulture,
            $"{s.Sku.Name} has no size below {Wording.Counted(s.Observation.Units, "unit")}; {move.To.Name} x {move.Units} is enough for the next two hours with a step to spare."));

    private static SkuCatalog Catalog(Situation s) => s.Rules.Catalog(s.Observation.Service);
}
