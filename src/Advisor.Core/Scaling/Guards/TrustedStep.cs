namespace Advisor.Core.Scaling.Guards;

/// <summary>How far a resource may scale out on a minute that is incomplete or suspect: as far as the trusted metrics need it.</summary>
internal static class TrustedStep
{
    /// <summary>
    /// The step between the one in force and the one wanted that connections, traffic, routing and the load they explain need, with their
    /// forecast rise; one step more for the server load alone, unless the last scale-out has yet to show that it helped; and what is
    /// announced.
    /// </summary>
    public static int Find(DecisionContext s, int wanted)
    {
        var rise = s.UnitsRequired > 0 ? Math.Max(1, s.Forecast[0, 2] / s.UnitsRequired) : 1;
        var isExplained = s.Required.ExpectedLoad is not null;
        var known = (isExplained ? s.UnitsRequired : s.Required.UnitsWithoutServerLoad) is { } exact
            ? s.Ladder.IndexAtLeast(exact * rise)
            : s.CurrentStep;
        var mayFollowLoad = !isExplained && s.State.Changes.IsReviewed && !s.State.LoadModel.IsDistrusted;
        var byLoad =
            mayFollowLoad && s.Required.ServerLoadUnits is { } load
                ? Math.Min(s.Ladder.IndexAtLeast(load), s.CurrentStep + 1)
                : s.CurrentStep;
        return Math.Max(s.CurrentStep, Math.Min(wanted, Math.Max(Math.Max(known, byLoad), FindAnnounced(s))));
    }

    /// <summary>The step that settings and announced windows ask for.</summary>
    public static int FindAnnounced(DecisionContext s) =>
        Math.Max(s.MinStep, s.Ladder.IndexAtLeast(SizeSelector.FindAnnouncedMinimum(s)?.MinUnits ?? 0));
}
