using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Observations;
using Advisor.Core.Rules;

namespace Advisor.Core.Alerting;

/// <summary>What the number of a condition is now; null = not known, which is never zero.</summary>
/// <param name="Target">The resource's target for the number, a share of its limit above 0; 1 where it has none.</param>
public readonly record struct AlertReading(string Condition, double? Number, double Target = 1);

/// <summary>Reads the numbers of all conditions out of a decision and what else is known.</summary>
public static class AlertReadings
{
    private const string Throttled = "Throttled",
        SlowClient = "SlowClient",
        ServiceError = "ServiceTransientError";

    /// <summary>The categories of closed connections that conditions ask for.</summary>
    public static IReadOnlyList<string> CloseCategories { get; } = [Throttled, SlowClient, ServiceError];

    /// <summary>A reading for each condition about subjects of this kind, in the order of the rules.</summary>
    /// <param name="decision">What was decided; null where there is no decision, and for what is no resource.</param>
    /// <param name="now">The time of the evaluation.</param>
    public static IReadOnlyList<AlertReading> Read(
        RuleSet rules,
        AlertSubjectKind kind,
        Decision? decision,
        AlertFacts facts,
        DateTimeOffset now
    )
    {
        var readings = new List<AlertReading>(rules.Alerts.Conditions.Count);
        for (var i = 0; i < rules.Alerts.Conditions.Count; i++)
        {
            var condition = rules.Alerts.Conditions[i];
            if (condition.SubjectKind == kind)
            {
                readings.Add(
                    new(condition.Id, Number(rules, condition.Number, decision, facts, now), FindTarget(condition.Number, decision))
                );
            }
        }

        return readings;
    }

    /// <summary>
    /// One number, to nine decimals, so that a load of 70 % is not a hair above 0.70. What a decision says of the load is known only as
    /// long as its metrics are not stale.
    /// </summary>
    public static double? Number(RuleSet rules, AlertNumber number, Decision? decision, AlertFacts facts, DateTimeOffset now)
    {
        const int decimals = 9;
        var fresh = decision is not null && now - decision.Time > rules.Policy.StaleAfter ? null : decision;
        return Raw(rules, number, decision, fresh, facts, now) is { } raw ? Math.Round(raw, decimals) : null;
    }

    /// <summary>The limit that a number is the use of; none where it is another kind of number.</summary>
    public static Limit FindLimit(AlertNumber number) =>
        number switch
        {
            AlertNumber.ServerLoad => Limit.ServerLoad,
            AlertNumber.Connections => Limit.Connections,
            AlertNumber.Inbound => Limit.Inbound,
            AlertNumber.Outbound => Limit.Outbound,
            AlertNumber.Routing => Limit.Routing,
            _ => Limit.None,
        };

    /// <summary>
    /// Days in a row, the newest last, that had no trough and whose lowest count lay above that of the day before: connections that only
    /// pile up. A missing day ends the row. 100-120, 110-130, 125-140 are 2 such days; 100-500, 150-600, 200-700 (troughs) and 100-101
    /// every day (no rise) are none.
    /// </summary>
    public static int LeakingDays(AlertRules rules, IReadOnlyList<DayOfConnections> days)
    {
        var row = 0;
        for (var i = days.Count - 1; i > 0; i--)
        {
            var (before, day) = (days[i - 1], days[i]);
            if (
                day.Day != before.Day.AddDays(1)
                || !(day.Lowest > 0)
                || day.Lowest < rules.LeakTroughShare * day.Highest
                || day.Lowest < rules.LeakRise * before.Lowest
            )
            {
                break;
            }

            row++;
        }

        return row;
    }

    private static double FindTarget(AlertNumber number, Decision? decision) =>
        FindLimit(number) is not Limit.None and var limit && decision is not null ? decision.Targets[limit].Value : 1;

    private static double? Raw(
        RuleSet rules,
        AlertNumber number,
        Decision? decision,
        Decision? fresh,
        AlertFacts facts,
        DateTimeOffset now
    ) =>
        number switch
        {
            AlertNumber.ServerLoad => ServerLoad(fresh),
            AlertNumber.ForecastUtilization => ForecastUtilization(rules.Alerts, fresh, facts),
            AlertNumber.Connections or AlertNumber.Inbound or AlertNumber.Outbound or AlertNumber.Routing => UseOfLimit(
                fresh,
                FindLimit(number)
            ),
            AlertNumber.ThrottledCloses => Closes(facts, Throttled),
            AlertNumber.SlowClientCloses => Closes(facts, SlowClient),
            AlertNumber.ServiceErrorCloses => Closes(facts, ServiceError),
            AlertNumber.SystemErrors => facts.SystemErrorsPercent / 100,
            AlertNumber.SuspectMetric => fresh?.DataState is null or DataState.InsufficientData
                ? null
                : Flag(fresh.DataState == DataState.SuspectMetric),
            AlertNumber.MetricAge => MetricAge(facts, now),
            AlertNumber.LeakingDays => facts.ConnectionDays is { } days ? LeakingDays(rules.Alerts, days) : null,
            AlertNumber.PeakUtilization => PeakUtilization(facts),
            AlertNumber.FailedChanges => facts.FailedChanges,
            AlertNumber.ScaleOutDidNotHelp => HasReason(decision, ReasonCodes.ScaleOutDidNotHelp),
            AlertNumber.QuotaExceeded => HasReason(decision, ReasonCodes.RegionalQuota),
            AlertNumber.DriftedUnits => facts is { UnitsInForce: { } inForce, AppliedUnits: { } applied }
                ? Math.Abs(inForce - applied)
                : null,
            AlertNumber.AutoscaleConflict => facts is { AppliesChanges: { } applies, AutoscaleEnabled: { } enabled }
                ? Flag(applies && enabled)
                : null,
            AlertNumber.RegionalQuotaUtilization => facts is { RegionalUnits: { } units, RegionalLimit: > 0 and var limit }
                ? (double)units / limit
                : null,
            AlertNumber.FailedDeliveries => facts.FailedDeliveries,
            AlertNumber.ConnectionRate => facts.UnitsInForce is > 0 and var inForceNow
                ? ConnectionRate.Compute(facts.ConnectionsOpened, inForceNow, rules.Policy)
                : null,
            AlertNumber.ClockDifference => facts.ClockSkewMinutes,
            AlertNumber.ZeroMetricResources => facts.ZeroMetricResources,
            _ => throw new ArgumentOutOfRangeException(nameof(number), number, "Unknown number."),
        };

    /// <summary>Of 100 %, not of the target. A load that contradicts the other metrics is none.</summary>
    private static double? ServerLoad(Decision? decision) =>
        decision?.DataState == DataState.SuspectMetric ? null : UseOfLimit(decision, Limit.ServerLoad);

    /// <summary>Used / limit, whatever the target.</summary>
    private static double? UseOfLimit(Decision? decision, Limit limit) =>
        decision?.Utilization[limit]?.Value * decision?.Targets[limit].Value;

    /// <summary>What the need stays under in four of five cases, by the largest size that a step can reach.</summary>
    private static double? ForecastUtilization(AlertRules rules, Decision? decision, AlertFacts facts)
    {
        if (decision is null || decision.DataState == DataState.InsufficientData || facts.MaxUnits is not > 0)
        {
            return null;
        }

        foreach (var forecast in decision.Forecast)
        {
            if (forecast.Horizon >= rules.ForecastAhead)
            {
                return forecast.Upper / facts.MaxUnits;
            }
        }

        return null;
    }

    private static double? MetricAge(AlertFacts facts, DateTimeOffset now) =>
        (facts.NewestMetricsAt ?? facts.MonitoredSince) is { } at ? Math.Max((now - at).TotalMinutes, 0) : null;

    // The smallest size cannot be oversize: it is used whole by definition.
    private static double? PeakUtilization(AlertFacts facts) =>
        facts switch
        {
            { UnitsInForce: { } units, MinUnits: { } minimum } when units <= minimum => 1,
            { UnitsInForce: > 0 and var units, MaxRequiredUnits: { } need } => need / units,
            _ => null,
        };

    private static double? Closes(AlertFacts facts, string category) =>
        facts.Closes is { } closes ? closes.GetValueOrDefault(category) : null;

    // A minute that was decided before is held without asking: it says neither yes nor no.
    private static double? HasReason(Decision? decision, string code)
    {
        if (decision is null)
        {
            return null;
        }

        foreach (var reason in decision.Reasons)
        {
            if (reason.Code == code || reason.Code == ReasonCodes.RepeatedObservation)
            {
                return reason.Code == code ? 1 : null;
            }
        }

        return 0;
    }

    private static double Flag(bool value) => value ? 1 : 0;
}
