using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// Limits the first scale-in of a resource by Advisor: none before a day of history, then at most to half the units, and no lower for a
/// day after that. Scale-outs pass.
/// </summary>
internal sealed class SafeStartGuard : Guard
{
    private const int DayMinutes = 1440;

    public override string Code => ReasonCodes.SafeStart;

    public override int LimitStep(DecisionContext context, int wanted)
    {
        if (wanted >= context.CurrentStep || !context.Settings.StartsGradually)
        {
            return wanted;
        }

        if (IsWithoutHistory(context))
        {
            return context.CurrentStep;
        }

        // A size that others set below the floor in the meantime stays.
        return FindFloor(context) is { } units
            ? Math.Min(context.CurrentStep, Math.Max(wanted, context.Ladder.FindIndexAtLeast(units)))
            : wanted;
    }

    public override string Describe(DecisionContext context, int wanted)
    {
        var units = context.Ladder[wanted];
        var recommended = $"{Wording.FormatCount(units, "unit")} {Wording.FormatIsOrAre(units)} recommended";
        if (IsWithoutHistory(context))
        {
            return $"{recommended}; the first scale-in waits for a day of history, until "
                + $"{FormatTime(context.State.DecisionMinute + DayMinutes - context.State.MinutesKept)} (trust: full does not wait).";
        }

        if (context.State.FirstScaleIn is { } first)
        {
            return $"{recommended}; the first scale-in by Advisor began at {Wording.FormatCount(first.From, "unit")}, and the size goes "
                + $"below half of that after a day, from {FormatTime(first.Minute + DayMinutes)} on.";
        }

        return $"The first scale-in by Advisor removes at most half of the units: {context.Observation.Units} to "
            + $"{context.Ladder[LimitStep(context, wanted)]} now, to {units} tomorrow if that still suffices "
            + $"(trust: full does it at once).";
    }

    private static bool IsWithoutHistory(DecisionContext context) =>
        context.State.FirstScaleIn is null && context.State.MinutesKept < DayMinutes;

    /// <summary>Returns the minimum units: half of those before the first scale-in; null once it is a day old.</summary>
    private static double? FindFloor(DecisionContext context) =>
        context.State.FirstScaleIn is not { } first ? context.Observation.Units / 2.0
        : context.State.DecisionMinute - first.Minute < DayMinutes ? first.From / 2.0
        : null;

    private static string FormatTime(int minute) => Minutes.ToInstant(minute).UtcDateTime.ToString("yyyy-MM-dd HH:mm 'UTC'");
}
