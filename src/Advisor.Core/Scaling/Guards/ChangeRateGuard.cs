using Advisor.Core.Decisions;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// So many changes, and so many units, of a subscription in an hour and direction, that one fault cannot move a whole fleet. What is urgent
/// may use what is left of the other direction.
/// </summary>
internal sealed class ChangeRateGuard : Guard
{
    public override string Code => ReasonCodes.ChangeRateLimit;

    public override int AllowedStep(DecisionContext s, int wanted)
    {
        if (wanted == s.CurrentStep)
        {
            return wanted;
        }

        var (outs, ins) = (s.Observation.Fleet.ScaleOutsLeft, s.Observation.Fleet.ScaleInsLeft);
        var step = AllowedWithin(s, wanted, wanted > s.CurrentStep ? outs : ins);
        return step != wanted && IsUrgent(s, wanted) ? Math.Max(step, AllowedWithin(s, wanted, ins)) : step;
    }

    public override string Describe(DecisionContext s, int wanted)
    {
        var (left, change, move) =
            wanted > s.CurrentStep
                ? (s.Observation.Fleet.ScaleOutsLeft, "more scale-out", "add")
                : (s.Observation.Fleet.ScaleInsLeft, "more scale-in", "remove");
        return $"{Wording.Count(s.Ladder[wanted], "unit")} {Wording.IsOrAre(s.Ladder[wanted])} recommended; the hourly change "
            + $"limit of the subscription leaves "
            + $"{FormatLeft(left?.Changes, change)} and {FormatLeft(left?.Units, "more unit")} to {move}.";
    }

    /// <summary>
    /// A scale-out for an overload that stands, or up to a minimum of the settings or an announced window; never a change of tier.
    /// </summary>
    public static bool IsUrgent(DecisionContext s, int wanted) =>
        s.TierChangeSku is null && wanted > s.CurrentStep && (s.IsOverloaded || s.CurrentStep < TrustedStep.FindAnnounced(s));

    /// <summary>The farthest step on the way to the one wanted that an allowance lets through.</summary>
    private static int AllowedWithin(DecisionContext s, int wanted, ChangeAllowance? left)
    {
        var step = wanted;
        while (step != s.CurrentStep && left?.Allows(Math.Abs(s.Ladder[step] - s.Observation.Units)) == false)
        {
            step += step > s.CurrentStep ? -1 : 1;
        }

        return step;
    }

    private static string FormatLeft(int? left, string noun) =>
        left is { } known ? Wording.Count(Math.Max(known, 0), noun) : $"any number of {noun}s";
}
