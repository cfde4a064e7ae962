using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// So many changes, and so many units, of a subscription in an hour and direction, that one fault cannot move a whole fleet. What is urgent may use what is left of
/// the other direction.
/// </summary>
internal sealed class ChangeRateLimit : Guard
{
    public override string Code => ReasonCodes.BlastRadius;

    public override int Allowed(Situation s, int wanted)
    {
        if (wanted == s.InForce)
        {
            return wanted;
        }

        var (outs, ins) = (s.Observation.Fleet.ScaleOutsLeft, s.Observation.Fleet.ScaleInsLeft);
        var step = Within(s, wanted, wanted > s.InForce ? outs : ins);
        return step != wanted && IsUrgent(s, wanted) ? Math.Max(step, Within(s, wanted, ins)) : step;
    }

    public override string Text(Situation s, int wanted)
    {
        var (left, change, move) = wanted > s.InForce
            ? (s.Observation.Fleet.ScaleOutsLeft, "more scale-out", "add")
            : (s.Observation.Fleet.ScaleInsLeft, "more scale-in", "take away");
        return $"{Wording.Counted(s.Ladder[wanted], "unit")} {Wording.Are(s.Ladder[wanted])} wanted; the hourly limit of the subscription leaves "
            + $"{Left(left?.Changes, change)} and {Left(left?.Units, "more unit")} to {move}.";
    }

    /// <summary>A scale-out for an overload that stands, or up to a minimum of the settings or an announced window; never a change of tier.</summary>
    public static bool IsUrgent(Situation s, int wanted) =>
        s.Move is null && wanted > s.InForce && (s.IsOverloaded || s.InForce < KnownNeed.Announced(s));

    /// <summary>The farthest step on the way to the one wanted that an allowance lets through.</summary>
    private static int Within(Situation s, int wanted, ChangeAllowance? left)
    {
        var step = wanted;
        while (step != s.InForce && left?.Allows(Math.Abs(s.Ladder[step] - s.Observation.Units)) == false)
        {
            step += step > s.InForce ? -1 : 1;
        }

        return step;
    }

    private static string Left(int? left, string noun) => left is { } known ? Wording.Counted(Math.Max(known, 0), noun) : $"any number of {noun}s";
}
