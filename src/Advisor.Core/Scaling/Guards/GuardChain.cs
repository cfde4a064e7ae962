using Advisor.Core.Decisions;

namespace Advisor.Core.Scaling.Guards;

/// <summary>All guards, in the order in which they are asked.</summary>
internal static class GuardChain
{
    public static IReadOnlyList<Guard> All { get; } =
    [
        new MetricsOutageGuard(),
        new StaleMetricsGuard(),
        new SuspectReadingsGuard(),
        new UnconfirmedJumpGuard(),
        new MissingMetricsGuard(),
        new SuspectServerLoadGuard(),
        new IdleReadingGuard(),
        new ReconnectStormGuard(),
        new ChangeInProgressGuard(),
        new PauseGuard(),
        new RegionalQuotaGuard(),
        new MonthlyBudgetGuard(),
        new MaxStepGuard(),
        new ChangeRateGuard(),
        new FreezeWindowGuard(),
        new CooldownGuard(),
        new ChangedByOthersGuard(),
        new DailyPeakBillingGuard(),
        new AutoscaleGuard(),
        new FreeTierGuard(),
    ];

    /// <summary>
    /// The step that all guards allow. The guards that spoke are found again by <see cref="Explain"/> when someone asks.
    /// </summary>
    public static (int Step, bool AdviceOnly) Apply(DecisionContext context, int wanted)
    {
        var isAdvisory = false;
        foreach (var guard in All)
        {
            var allowed = guard.AllowedStep(context, wanted);
            if (allowed != wanted && guard.IsAdvisory(context))
            {
                isAdvisory = true; // the size stays, and the one wanted is named
                continue;
            }

            wanted = allowed;
        }

        return (wanted, isAdvisory);
    }

    /// <summary>A reason for each guard that held something back or has something to say.</summary>
    public static IEnumerable<Reason> Explain(DecisionContext context, int wanted)
    {
        foreach (var guard in All)
        {
            var allowed = guard.AllowedStep(context, wanted);
            if (allowed != wanted || guard.HasRemark(context))
            {
                yield return new Reason(guard.Code, guard.Describe(context, wanted));
            }

            wanted = guard.IsAdvisory(context) ? wanted : allowed;
        }
    }
}
