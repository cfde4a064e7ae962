namespace Advisor.Core.Scaling.Guards;

/// <summary>How far a resource may scale out on a minute that is incomplete or suspect: as far as the trusted metrics need it.</summary>
internal static class KnownNeed
{
    /// <summary>
    /// The step between the one in force and the one wanted that connections, traffic, routing and the load they explain need, with their
    /// forecast rise; one step more for the server load alone, unless the last scale-out has yet to show that it helped; and what is announced.
    /// </summary>
    public static int Step(Situation s, int wanted)
    {
        var rise = s.Units > 0 ? Math.Max(1, s.Forecast[0, 2] / s.Units) : 1;
        var isExplained = s.Need.ExpectedLoad is not null;
        var known = (isExplained ? s.Units : s.Need.Exact) is { } exact ? s.Ladder.IndexAtLeast(exact * rise) : s.InForce;
        var mayFollowLoad = !isExplained && s.State.Changes.Compared && !s.State.Load.IsDistrusted;
        var byLoad = mayFollowLoad && s.Need.ServerLoad is { } load ? Math.Min(s.Ladder.IndexAtLeast(load), s.InForce + 1) : s.InForce;
        return Math.Max(s.InForce, Math.Min(wanted, Math.Max(Math.Max(known, byLoad), Announced(s))));
    }

    /// <summary>The step that settings and announced windows ask for.</summary>
    public static int Announced(Situation s) => Math.Max(s.Lowest, s.Ladder.IndexAtLeast(Choice.Floor(s)?.LeastUnits ?? 0));
}
