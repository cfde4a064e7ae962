namespace Advisor.Core.Scaling.Guards;

/// <summary>Limits a scale-out on an incomplete or suspect minute to what the trusted metrics require.</summary>
internal static class TrustedStep
{
    /// <summary>
    /// Returns the step between the one in force and the preferred one that connections, traffic, routing and the load they explain
    /// require, with their forecast rise; one step more for server load alone, unless the effect of the last scale-out is still unknown;
    /// and at least the announced minimum.
    /// </summary>
    public static int Find(DecisionContext context, int wanted)
    {
        var rise = context.UnitsRequired > 0 ? Math.Max(1, context.Forecast[0, 2] / context.UnitsRequired) : 1;
        var isExplained = context.Required.ExpectedLoad is not null;
        var isUnexplained = context.Required.Units > context.Required.ExplainedUnits;
        var exact =
            !isExplained ? context.Required.UnitsWithoutServerLoad
            : isUnexplained ? context.Required.ExplainedUnits
            : context.UnitsRequired;
        var known = exact is { } units ? context.Ladder.FindIndexAtLeast(units * rise) : context.CurrentStep;
        var mayFollowLoad = (!isExplained || isUnexplained) && context.State.Changes.IsReviewed && !context.State.LoadModel.IsDistrusted;
        var byLoad =
            mayFollowLoad && context.Required.ServerLoadUnits is { } load
                ? Math.Min(context.Ladder.FindIndexAtLeast(load), context.CurrentStep + 1)
                : context.CurrentStep;
        return Math.Max(context.CurrentStep, Math.Min(wanted, Math.Max(Math.Max(known, byLoad), FindAnnounced(context))));
    }

    /// <summary>Returns " except up to the minimum" after "no change" where a pin or a minimum needs a larger size.</summary>
    public static string DescribeException(DecisionContext context) =>
        Math.Min(FindAnnounced(context), context.MaxStep) <= context.CurrentStep ? ""
        : context.Pin is null ? " except up to the minimum"
        : " except up to the pinned size";

    /// <summary>Returns the step that a person pinned, or that the settings and announced windows require.</summary>
    public static int FindAnnounced(DecisionContext context) =>
        context.Ladder.FindIndexAtLeast(context.Pin?.Units ?? context.Minimum.Units);
}
