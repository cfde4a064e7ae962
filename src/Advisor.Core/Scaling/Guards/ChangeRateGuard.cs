using Advisor.Core.Decisions;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// Limits the changes and units of a subscription per hour and direction, so that one fault cannot change a whole fleet. Urgent changes may
/// use the remainder of the other direction.
/// </summary>
internal sealed class ChangeRateGuard : Guard
{
    public override string Code => ReasonCodes.ChangeRateLimit;

    public override int LimitStep(DecisionContext context, int wanted) =>
        wanted == context.CurrentStep ? wanted : FindLimit(context, wanted).Step;

    public override string Describe(DecisionContext context, int wanted)
    {
        var (change, move) = wanted > context.CurrentStep ? ("more scale-out", " to add") : ("more scale-in", " to remove");
        var left = FindLimit(context, wanted).Left;
        string?[] limits = [FormatLeft(left?.Changes, change), FormatLeft(left?.Units, "more unit") is { } units ? units + move : null];
        return $"{Wording.FormatCount(context.Ladder[wanted], "unit")} {Wording.FormatIsOrAre(context.Ladder[wanted])} recommended; "
            + $"the hourly change limit of the subscription leaves {string.Join(" and ", limits.OfType<string>())}.";
    }

    /// <summary>
    /// Whether a scale-out is for a sustained overload, or up to a minimum of the settings or an announced window; never that of a
    /// change of tier.
    /// </summary>
    public static bool IsUrgent(DecisionContext context) =>
        context.TierChangeSku is null && (context.IsOverloaded || context.CurrentStep < TrustedStep.FindAnnounced(context));

    /// <summary>Returns the farthest step that is permitted, and the allowance that permits it; null = any change.</summary>
    private static (int Step, ChangeAllowance? Left) FindLimit(DecisionContext context, int wanted)
    {
        var (outs, ins) = (context.Observation.Fleet.ScaleOutsLeft, context.Observation.Fleet.ScaleInsLeft);
        var left = wanted > context.CurrentStep ? outs : ins;
        var step = FindAllowedStep(context, wanted, left);
        var further = step != wanted && IsUrgent(context) ? FindAllowedStep(context, wanted, ins) : step;
        return further > step ? (further, ins) : (step, left);
    }

    /// <summary>Returns the farthest step towards the preferred one that the allowance permits.</summary>
    private static int FindAllowedStep(DecisionContext context, int wanted, ChangeAllowance? left)
    {
        var step = wanted;
        while (step != context.CurrentStep && left?.Allows(Math.Abs(context.Ladder[step] - context.Observation.Units)) == false)
        {
            step += step > context.CurrentStep ? -1 : 1;
        }

        return step;
    }

    private static string? FormatLeft(int? left, string noun) => left is { } known ? Wording.FormatCount(Math.Max(known, 0), noun) : null;
}
