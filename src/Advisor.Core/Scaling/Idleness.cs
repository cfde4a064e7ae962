using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Settings;

namespace Advisor.Core.Scaling;

/// <summary>Decides whether a resource is idle enough to be polled less often.</summary>
public static class Idleness
{
    // Forecasts are never below half a unit, so they cannot be compared with the idle threshold of the utilizations.
    private const double NearCapacity = 0.75;

    /// <summary>
    /// Whether the resource is idle: at its smallest allowed size, server load and connections known and below the policy's threshold,
    /// traffic and routing below it if known, no forecast near the size, no pending or firing alert, and no announced
    /// window or higher minimum soon.
    /// </summary>
    /// <param name="minUnits">Smallest size that the SKU and the settings allow, 1 or more.</param>
    /// <param name="now">Time of the decision.</param>
    public static bool IsIdle(RuleSet rules, Decision decision, ResourceSettings settings, int minUnits, DateTimeOffset now)
    {
        var below = rules.Policy.IdleBelow;
        var seen = now + rules.Policy.IdlePollInterval;
        return decision is { Action: ScalingAction.Hold, DataState: DataState.Ok, Alerts.Count: 0 }
            && decision.Units <= minUnits
            && decision.Utilization is { ServerLoad: { } load, Connections: { } connections } utilization
            && load.Value < below.Value
            && connections.Value < below.Value
            && IsQuiet(utilization.Inbound, below)
            && IsQuiet(utilization.Outbound, below)
            && IsQuiet(utilization.Routing, below)
            && !settings.Windows.Any(window =>
                window.GetMinimumStart(rules.Policy.AnnouncedAhead) <= seen
                && now < window.End
                && !(window.IsRecurring && window.MinUnits <= decision.Units)
            )
            && settings.FindMinUnits(seen, rules.Policy.AnnouncedAhead).Units <= decision.Units
            && decision.Forecast.All(quantiles => quantiles.High <= NearCapacity * decision.Units);
    }

    private static bool IsQuiet(Ratio? utilization, Ratio below) => utilization is not { } known || known.Value < below.Value;
}
