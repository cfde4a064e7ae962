using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Settings;

namespace Advisor.Core.Scaling;

/// <summary>Whether a resource does so little that looking at it less often costs next to nothing.</summary>
public static class Idleness
{
    // Forecasts know no need under half a unit, so that they cannot be held to the line of the utilizations.
    private const double NearCapacity = 0.75;

    /// <summary>
    /// True only where everything is known and quiet: the smallest size that is allowed, every utilization below the policy's line, no
    /// forecast that comes near the size, no alert that pends or fires, and no announced window that is near. What is missing is not quiet.
    /// </summary>
    /// <param name="minUnits">The smallest size that the SKU and the settings allow, 1 or more.</param>
    /// <param name="now">When it was decided.</param>
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
            && !settings.Windows.Any(window => window.MinimumAppliesFrom(rules.Policy.AnnouncedAhead) <= seen && now < window.End)
            && decision.Forecast.All(quantiles => quantiles.High <= NearCapacity * decision.Units);
    }

    private static bool IsQuiet(Ratio? utilization, Ratio below) => utilization is not { } known || known.Value < below.Value;
}
