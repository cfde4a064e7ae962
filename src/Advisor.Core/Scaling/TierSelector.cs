using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Forecasting;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.Explanations;
using Advisor.Core.Scaling.Guards;

namespace Advisor.Core.Scaling;

/// <summary>
/// Selects a change of SKU and evaluates the guards on it. Up if the requirement has stayed beyond every size of the SKU, or if the size to
/// keep or a minimum is one of the next SKU; back down if a smaller SKU of the same tier suffices for the next two hours, for a person also
/// for the look-back, with a step to spare. A sustained overload does not override the guards.
/// </summary>
internal static class TierSelector
{
    // Stored requirements have 16-bit precision.
    private const double StoredPrecision = 0.99;

    /// <summary>
    /// Selects a change of SKU and its verdict. A change of size comes first, unless the size to keep or a minimum is one of the next SKU,
    /// which is reached in one step.
    /// </summary>
    /// <param name="wanted">Preferred step of the present SKU.</param>
    /// <param name="allowed">Step that the guards allow.</param>
    public static (TierProposal? Tier, TierVerdict Verdict) SelectVerdict(DecisionContext context, int wanted, int allowed, bool isAdvisory)
    {
        var changesSize = !isAdvisory && allowed != context.CurrentStep;
        if (Select(context, wanted) is not { } tier || (changesSize && !tier.IsKnown))
        {
            return (null, TierVerdict.Hold);
        }

        var (verdict, allowedUnits) = isAdvisory ? (TierVerdict.Advise, null) : Evaluate(context, tier);
        return changesSize && verdict != TierVerdict.Change
            ? (null, TierVerdict.Hold)
            : (tier with { AllowedUnits = allowedUnits }, verdict);
    }

    /// <summary>Selects a larger SKU if no size suffices, or a smaller one if one does.</summary>
    /// <param name="wanted">Preferred step of the present SKU.</param>
    /// <returns>Null if the present SKU is the right one, or a person pinned the size.</returns>
    private static TierProposal? Select(DecisionContext context, int wanted) =>
        context.Pin is null ? TierCandidates.Find(context, wanted) : null;

    /// <summary>
    /// Decides whether the change is applied, left to a person, or suppressed by a guard; with the units that the guards allow where they
    /// allow fewer.
    /// </summary>
    private static (TierVerdict Verdict, int? AllowedUnits) Evaluate(DecisionContext context, TierProposal move)
    {
        if (!IsPermitted(context, move))
        {
            return (context.Observation.ChangeInProgress || context.IsStale ? TierVerdict.Hold : TierVerdict.Advise, null);
        }

        var change = CreateChangeContext(context, move);
        var wanted = GetWantedStep(change, move);
        var (step, adviceOnly) = GuardChain.Apply(change, wanted);
        return adviceOnly ? (TierVerdict.Advise, null)
            : step == change.CurrentStep || context.IsStale || (move.IsScaleOut && !move.IsKnown && !HasBeenAtMaximum(context))
                ? (TierVerdict.Hold, null)
            : (TierVerdict.Change, step == wanted ? null : change.Ladder[step]);
    }

    /// <summary>
    /// Returns the reasons, guards first, and those of the size, without a guard that is named already. For an advisory to a larger SKU the
    /// alternatives explain it, before a guard of the size, unless a minimum requires it.
    /// </summary>
    /// <param name="ofSize">Reasons of the size.</param>
    public static IReadOnlyList<Reason> Explain(
        DecisionContext context,
        TierProposal move,
        TierVerdict verdict,
        IReadOnlyList<Reason> ofSize
    )
    {
        List<Reason> reasons = [.. ListReasons(context, move, verdict, ofSize)];
        return [.. reasons, .. ofSize.Where(other => !reasons.Exists(reason => reason.Code == other.Code))];
    }

    private static IEnumerable<Reason> ListReasons(
        DecisionContext context,
        TierProposal move,
        TierVerdict verdict,
        IReadOnlyList<Reason> ofSize
    ) =>
        verdict switch
        {
            TierVerdict.Advise when move is { IsScaleOut: true, IsForMinimum: false } => IsGuardOfSize(ofSize[0])
                ? ofSize.Where(IsForAlternatives).Take(1)
                : [],
            TierVerdict.Hold when !IsPermitted(context, move) => [],
            TierVerdict.Hold => [.. ExplainGuards(context, move), .. ExplainWaiting(context, move), Explain(context, move)],
            TierVerdict.Change when move.AllowedUnits is not null => [Explain(context, move), .. ExplainGuards(context, move)],
            _ => [Explain(context, move)],
        };

    // A guard that holds back a change of size is no reason for the tier; that of the Free tier is.
    private static bool IsGuardOfSize(Reason reason) =>
        reason.Code != ReasonCodes.FreeTier && GuardChain.All.Any(guard => guard.Code == reason.Code);

    private static bool IsForAlternatives(Reason reason) => reason.Code is ReasonCodes.NoSizeSuffices or ReasonCodes.RoutingWall;

    // A tier is kept for longer than a night.
    internal static int FindMinUnits(DecisionContext context) =>
        Math.Max(
            context.Settings.FindHighestMinUnits(context.Now, context.Rules.Policy.AnnouncedAhead).Units,
            Math.Max((int)Math.Ceiling(context.FailoverUnits ?? 0), context.EndpointUnits ?? 0)
        );

    // The guards compare two sizes: a larger tier of no more units is left to a person.
    private static bool IsPermitted(DecisionContext context, TierProposal move)
    {
        if (move.IsScaleOut && move.Units <= context.Observation.Units)
        {
            return false;
        }

        var other = context with { TierChangeSku = move.Sku };
        if (
            !context.Settings.AllowTierChange
            || move.Units > move.Sku.Ladder[other.MaxStep]
            || (!move.IsScaleOut && move.Units < FindMinUnits(context))
        )
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

    private static IEnumerable<Reason> ExplainGuards(DecisionContext context, TierProposal move)
    {
        var change = CreateChangeContext(context, move);
        return GuardChain.Explain(change, GetWantedStep(change, move));
    }

    // The guards evaluate steps of a ladder: this one has the size in force, the proposed size, and of a larger tier the sizes before it
    // that are beyond the present SKU, at the price of the other SKU.
    private static DecisionContext CreateChangeContext(DecisionContext context, TierProposal move)
    {
        var units = context.Observation.Units;
        var beyond = Math.Max(units, context.Ladder.Max);
        int[] sizes = move.IsScaleOut
            ? [units, .. move.Sku.Ladder.Steps.Where(step => step > beyond && step < move.Units), move.Units]
            : [move.Units, units];
        return context with { TierChangeSku = move.Sku with { Ladder = new UnitLadder(sizes) }, TierChangeStep = move.IsScaleOut ? 0 : 1 };
    }

    private static int GetWantedStep(DecisionContext change, TierProposal move) => move.IsScaleOut ? change.Ladder.Count - 1 : 0;

    private static IEnumerable<Reason> ExplainWaiting(DecisionContext context, TierProposal move)
    {
        if (move.IsScaleOut && !move.IsKnown && !HasBeenAtMaximum(context))
        {
            yield return new(
                ReasonCodes.TierChangeRecommended,
                $"{move.Size} follows when the requirement has lasted for "
                    + $"{Wording.FormatDuration(context.Rules.Policy.SustainedOverloadAfter)}."
            );
        }
    }

    private static Reason Explain(DecisionContext context, TierProposal move) =>
        new(
            ReasonCodes.TierChangeRecommended,
            move.IsForMinimum ? DescribeMinimum(context, move)
                : move.IsScaleOut ? $"No size of {context.Sku.Name} is enough; {move.Size} is."
                : $"{context.Sku.Name} has no size below {Wording.FormatCount(context.Observation.Units, "unit")}; {move.Size} is "
                    + (
                        context is { IsSteady: true, Steady: { } steady }
                            ? $"the size to keep by the load of the last {Wording.FormatDuration(steady.LookBack)}."
                            : "enough for the next two hours with a step to spare, and its units follow the load from there."
                    )
        );

    private static string DescribeMinimum(DecisionContext context, TierProposal move) =>
        (
            context.Minimum.Window is null
                ? MinimumReason.DescribeSettings(context, context.Ladder.Count - 1)
                : MinimumReason.Describe(context)
        ) + $" {context.Sku.Name} ends at {Wording.FormatCount(context.Ladder.Max, "unit")}; {move.Size} is enough.";

    internal static SkuCatalog GetCatalog(DecisionContext context) =>
        context.Rules.GetCatalog(context.Observation.Service, context.Settings);
}
