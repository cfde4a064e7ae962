using Advisor.Core.Alerting;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;

namespace Advisor.Service.Alerts;

/// <summary>Describes when an alert clears and how often it repeats.</summary>
internal static class ClearingText
{
    /// <summary>
    /// Returns when an alert clears and how often it repeats, as sentences; null when it is resolved, or when the rules no longer contain
    /// it.
    /// </summary>
    public static string? Describe(AlertEvent alert, AlertRules rules) =>
        alert.Kind != AlertEventKind.Resolved
        && rules.Find(alert.Condition) is { } condition
        && condition.Levels.FirstOrDefault(level => level.Severity == alert.Severity) is { } level
            ? DescribeEnd(condition, level, alert.Target ?? 1, rules.FindRepeat(level, alert.IsExplained == true))
            : null;

    // "Clears below 66.5 % for 10 min. Repeats every 4 h."
    private static string DescribeEnd(AlertCondition condition, AlertLevel level, double target, TimeSpan? repeat)
    {
        var time = Wording.FormatDuration(level.ResolveDelay);
        var clears = condition.Number switch
        {
            AlertNumber.MetricAge => $"Clears after {time} with metrics.",
            AlertNumber.MissingMetricAge => $"Clears after {time} with the metric.",
            AlertNumber.ZeroMetricResources => $"Clears {time} after metrics are back.",
            AlertNumber.LeakingDays => "Clears after a day on which the connections fall.",
            AlertNumber.FailedChanges => $"Clears {time} after a change succeeds, or none is wanted any more.",
            AlertNumber.FailedDeliveries => $"Clears {time} after a delivery succeeds.",
            AlertNumber.DriftedUnits => $"Clears after {time} with the size of Advisor's last change.",
            AlertNumber.ChangesByOthers => "Clears when nobody else has changed the size for some time.",
            AlertNumber.ClockDifference => $"Clears {time} after the clock is right.",
            var number when number.GetUnit() == AlertUnit.Flag => $"Clears {time} after the condition ends.",
            var number => $"Clears {(level.Leave.IsUpperBound ? "above" : "below")} "
                + $"{AlertText.Format(level.ToUnitOfNumber(level.Leave, target), number.GetUnit())} for {time}.",
        };
        return repeat is { } after ? $"{clears} Repeats every {Wording.FormatDuration(after)}." : clears;
    }
}
