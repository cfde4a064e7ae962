using Advisor.Core.Decisions;

namespace Advisor.Core.Scaling.Guards;

/// <summary>All guards, in order of evaluation.</summary>
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
        new NotServingGuard(),
        new FailoverGuard(),
        new EndpointGroupGuard(),
        new PauseGuard(),
        new UnreadableTagGuard(),
        new RegionalQuotaGuard(),
        new MonthlyBudgetGuard(),
        new MaxStepGuard(),
        new SafeStartGuard(),
        new ChangeRateGuard(),
        new FreezeWindowGuard(),
        new ScaleInWindowGuard(),
        new EndpointTurnGuard(),
        new CooldownGuard(),
        new ChangedByOthersGuard(),
        new NotInEffectGuard(),
        new DailyPeakBillingGuard(),
        new AutoscaleGuard(),
        new FreeTierGuard(),
    ];

    /// <summary>Returns the step that all guards allow. <see cref="Explain"/> finds the guards that applied on demand.</summary>
    public static (int Step, bool AdviceOnly) Apply(DecisionContext context, int wanted)
    {
        var isAdvisory = false;
        foreach (var guard in All)
        {
            var allowed = guard.LimitStep(context, wanted);
            if (allowed != wanted && guard.IsAdvisory(context))
            {
                isAdvisory = true; // the size stays, and the preferred one is recommended
                continue;
            }

            wanted = allowed;
        }

        return (wanted, isAdvisory);
    }

    /// <summary>Returns a reason for each guard that changed the step, then for each other one that has something to report.</summary>
    public static IEnumerable<Reason> Explain(DecisionContext context, int wanted)
    {
        var remarks = new List<Reason>();
        foreach (var guard in All)
        {
            var allowed = guard.LimitStep(context, wanted);
            if (allowed != wanted)
            {
                yield return new Reason(guard.Code, guard.Describe(context, wanted));
            }
            else if (guard.HasRemark(context))
            {
                remarks.Add(new(guard.Code, guard.Describe(context, wanted)));
            }

            wanted = guard.IsAdvisory(context) ? wanted : allowed;
        }

        foreach (var remark in remarks)
        {
            yield return remark;
        }
    }
}
