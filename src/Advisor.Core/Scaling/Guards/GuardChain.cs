namespace Advisor.Core.Scaling.Guards;

/// <summary>All guards, in the order in which they are asked.</summary>
internal static class GuardChain
{
    public static IReadOnlyList<Guard> All { get; } =
    [
        new MetricsOutage(),
        new StaleMetrics(),
        new SuspectReadings(),
        new UnconfirmedJump(),
        new MissingMetrics(),
        new SuspectServerLoad(),
        new IdleReading(),
        new ReconnectStorm(),
        new ChangeInProgress(),
        new PausedDirection(),
        new RegionalQuota(),
        new MonthlyBudget(),
        new MaxStep(),
        new ChangeRateLimit(),
        new FreezeWindow(),
        new Cooldown(),
        new ChangedByOthers(),
        new DailyPeakBilling(),
        new AutoscaleSetting(),
        new FreeTier(),
    ];

    /// <summary>The step that all guards allow. The guards that spoke are found again by <see cref="Spoken"/> when somebody asks.</summary>
    public static (int Step, bool AdviceOnly) Ask(Situation s, int wanted)
    {
        var adviceOnly = false;
        foreach (var guard in All)
        {
            var allowed = guard.Allowed(s, wanted);
            if (allowed != wanted && guard.AdviceOnly(s))
            {
                adviceOnly = true; // the size stays, and the one wanted is named
                continue;
            }

            wanted = allowed;
        }

        return (wanted, adviceOnly);
    }

    /// <summary>A reason for each guard that held something back or has something to say.</summary>
    public static IEnumerable<Reason> Spoken(Situation s, int wanted)
    {
        foreach (var guard in All)
        {
            var allowed = guard.Allowed(s, wanted);
            if (allowed != wanted || guard.Speaks(s))
            {
                yield return new Reason(guard.Code, guard.Text(s, wanted));
            }

            wanted = guard.AdviceOnly(s) ? wanted : allowed;
        }
    }
}
