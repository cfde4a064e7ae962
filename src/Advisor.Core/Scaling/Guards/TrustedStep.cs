namespace Advisor.Core.Scaling.Guards;

/// <summary>How far a resource may scale out on a minute that is incomplete or suspect: as far as the trusted metrics need it.</summary>
internal static class TrustedStep
{
    /// <summary>
    /// The step between the one in force and the one wanted that connections, traffic, routing and the load they explain need, with their
    /// forecast rise; one step more for the server load alone, unless the last scale-out has yet to show that it helped; and what is
    /// announced.
    /// </summary>
    public static int Find(DecisionContext context, int wanted)
    {
        var rise = context.UnitsRequired > 0 ? Math.Max(1, context.Forecast[0, 2] / context.UnitsRequired) : 1;
        var isExplained = context.Required.ExpectedLoad is not null;
        var known = (isExplained ? context.UnitsRequired : context.Required.UnitsWithoutServerLoad) is { } exact
            ? context.Ladder.IndexAtLeast(exact * rise)
            : context.CurrentStep;
        var mayFollowLoad = !isExplained && context.State.Changes.IsReviewed && !context.State.LoadModel.IsDistrusted;
        var byLoad =
            mayFollowLoad && context.Required.ServerLoadUnits is { } load
                ? Math.Min(context.Ladder.IndexAtLeast(load), context.CurrentStep + 1)
                : context.CurrentStep;
        return Math.Max(context.CurrentStep, Math.Min(wanted, Math.Max(Math.Max(known, byLoad), FindAnnounced(context))));
    }

    /// <summary>The step that settings and announced windows ask for.</summary>
    public static int FindAnnounced(DecisionContext context) =>
        Math.Max(context.MinStep, context.Ladder.IndexAtLeast(SizeSelector.FindAnnouncedMinimum(context)?.MinUnits ?? 0));
}
