using System.Collections.Immutable;
using System.Runtime.InteropServices;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Observations;
using Advisor.Core.Rules;

namespace Advisor.Core.Alerting;

/// <summary>Current number of a condition; null is unknown, never zero.</summary>
/// <param name="Target">Target of the resource for the number, a share of its limit above 0; 1 if it has none.</param>
/// <param name="IsLowerBound">
/// Whether the number is at least this: it can enter a severity, and a severity that it would leave is one whose number is missing, unless
/// <see cref="IsGapLasting"/>.
/// </param>
public readonly record struct AlertReading(string Condition, double? Number, double Target = 1, bool IsLowerBound = false)
{
    /// <summary>
    /// Whether all that a lower bound lacks stays unknown, such as messages without a price: the number never had it, and may end an alert.
    /// </summary>
    public bool IsGapLasting { get; init; }

    /// <summary>
    /// Why the condition does not apply to the subject, as one sentence for people: what was sent of it ends. Null where it applies.
    /// </summary>
    public string? WhyNotApplicable { get; init; }
}

/// <summary>Reads the numbers of all conditions from a decision and other facts.</summary>
public static class AlertReadings
{
    /// <summary>
    /// Returns a reading for each condition about this kind of subject, in the order of the rules. Numbers are rounded to nine decimals, so
    /// that a load of 70 % does not exceed 0.70. Load figures of a decision are known only while its metrics are not stale.
    /// </summary>
    /// <param name="decision">Latest decision; null if there is none, and for subjects other than resources.</param>
    /// <param name="now">Time of the evaluation.</param>
    public static ImmutableArray<AlertReading> Read(
        RuleSet rules,
        AlertSubjectKind kind,
        Decision? decision,
        AlertFacts facts,
        DateTimeOffset now
    )
    {
        var conditions = rules.Alerts.ListConditions(kind);
        var fresh = FindFresh(rules, decision, now);
        var readings = new AlertReading[conditions.Length];
        for (var i = 0; i < readings.Length; i++)
        {
            var (id, number) = (conditions[i].Id, conditions[i].Number);
            readings[i] = new(id, Round(ComputeRawNumber(rules, number, decision, fresh, facts, now)), FindTarget(number, decision))
            {
                IsLowerBound =
                    facts.IsBudgetLowerBound
                    && number is AlertNumber.BudgetUtilization or AlertNumber.TeamBudgetUtilization or AlertNumber.FleetBudgetUtilization,
                IsGapLasting = facts.IsBudgetGapLasting,
                WhyNotApplicable = FindWhyNotApplicable(number, facts),
            };
        }

        return ImmutableCollectionsMarshal.AsImmutableArray(readings);
    }

    private static Decision? FindFresh(RuleSet rules, Decision? decision, DateTimeOffset now) =>
        decision is not null && now - decision.Time > rules.Policy.StaleAfter ? null : decision;

    private static double? Round(double? raw)
    {
        const int decimals = 9;
        return raw is { } known ? Math.Round(known, decimals) : null;
    }

    /// <summary>Returns the limit whose use the number measures; <see cref="Limit.None"/> for other kinds of numbers.</summary>
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

    // An unknown number keeps its alert; one that there is no longer ends it.
    private static string? FindWhyNotApplicable(AlertNumber number, AlertFacts facts) =>
        number switch
        {
            AlertNumber.BudgetUtilization when facts.HasBudget == false => "It has no monthly budget any more.",
            AlertNumber.FreeMessages when facts.SellsMessages == true => "It has a tier now whose messages have no limit.",
            AlertNumber.DriftedUnits when facts.HasTierOfOthers == true => "Its tier is no longer that of Advisor's last change.",
            _ => null,
        };

    private static double FindTarget(AlertNumber number, Decision? decision) =>
        FindLimit(number) is not Limit.None and var limit && decision is not null ? decision.Targets[limit].Value : 1;

    private static double? ComputeRawNumber(
        RuleSet rules,
        AlertNumber number,
        Decision? decision,
        Decision? fresh,
        AlertFacts facts,
        DateTimeOffset now
    ) =>
        number switch
        {
            AlertNumber.ServerLoad => ComputeServerLoad(fresh),
            AlertNumber.ForecastUtilization => ComputeForecastUtilization(rules.Alerts, fresh, facts),
            AlertNumber.Connections or AlertNumber.Inbound or AlertNumber.Outbound or AlertNumber.Routing => ComputeLimitUsage(
                fresh,
                FindLimit(number)
            ),
            AlertNumber.ThrottledCloses => FindCloseRate(facts, CloseCategory.Throttled),
            AlertNumber.SlowClientCloses => FindCloseRate(facts, CloseCategory.SlowClient),
            AlertNumber.ServiceErrorCloses => FindCloseRate(facts, CloseCategory.ServiceError),
            AlertNumber.DroppedShare => CloseCategory.ComputeDroppedShare(facts.Closes, facts.Connections, rules.Alerts.DropMinConnections),
            AlertNumber.SystemErrors => facts.SystemErrorsPercent / 100,
            AlertNumber.SuspectMetric => fresh?.DataState is null or DataState.InsufficientData
                ? null
                : ToNumber(fresh.DataState == DataState.SuspectMetric),
            AlertNumber.MetricAge => ComputeMetricAge(facts, now),
            AlertNumber.MissingMetricAge => facts.MissingMetricMinutes,
            AlertNumber.LeakingDays => facts.ConnectionDays is { } days ? ConnectionDays.CountLeaking(rules.Alerts, days) : null,
            AlertNumber.PeakUtilization => ComputePeakUtilization(facts),
            AlertNumber.FailedChanges => facts.FailedChanges,
            AlertNumber.ScaleOutDidNotHelp => FlagReason(decision, ReasonCodes.ScaleOutDidNotHelp),
            AlertNumber.QuotaExceeded => FlagReason(decision, ReasonCodes.RegionalQuota),
            AlertNumber.DriftedUnits => facts is { UnitsInForce: { } inForce, AppliedUnits: { } applied }
                ? Math.Abs(inForce - applied)
                : null,
            AlertNumber.AutoscaleConflict => facts is { AppliesChanges: { } applies, AutoscaleEnabled: { } enabled }
                ? ToNumber(applies && enabled)
                : null,
            AlertNumber.RegionalQuotaUtilization => facts is { RegionalUnits: { } units, RegionalLimit: > 0 and var limit }
                ? (double)units / limit
                : null,
            AlertNumber.FailedDeliveries => facts.FailedDeliveries,
            AlertNumber.ConnectionRate => facts.ConnectionRate,
            AlertNumber.ClockDifference => facts.ClockSkewMinutes,
            AlertNumber.ZeroMetricResources => facts.ZeroMetricResources,
            AlertNumber.BudgetUtilization => facts.BudgetUtilization,
            AlertNumber.TeamBudgetUtilization or AlertNumber.FleetBudgetUtilization => facts.TotalBudgetUtilization,
            AlertNumber.FreeMessages => facts.FreeMessages,
            AlertNumber.ChangesByOthers => facts.ChangesByOthers,
            AlertNumber.UnreadableTag => facts.HasUnreadableTag is { } unreadable ? ToNumber(unreadable) : null,
            AlertNumber.UnitsBelowMinimum => facts.UnitsBelowMinimum,
            _ => throw new ArgumentOutOfRangeException(nameof(number), number, "Unknown number."),
        };

    /// <summary>Returns the share of 100 %, not of the target; null for a load that contradicts the other metrics.</summary>
    private static double? ComputeServerLoad(Decision? decision) =>
        decision?.DataState == DataState.SuspectMetric ? null : ComputeLimitUsage(decision, Limit.ServerLoad);

    /// <summary>Returns used / limit, independent of the target.</summary>
    private static double? ComputeLimitUsage(Decision? decision, Limit limit) =>
        decision?.Utilization[limit]?.Value * decision?.Targets[limit].Value;

    /// <summary>
    /// Returns the requirement that is 80 % likely not to be exceeded, divided by the largest size that a step can reach.
    /// </summary>
    private static double? ComputeForecastUtilization(AlertRules rules, Decision? decision, AlertFacts facts)
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

    private static double? ComputeMetricAge(AlertFacts facts, DateTimeOffset now) =>
        (facts.NewestMetricsAt ?? facts.MonitoredSince) is { } at ? Math.Max((now - at).TotalMinutes, 0) : null;

    // The smallest size cannot be oversized, so its utilization is 1.
    private static double? ComputePeakUtilization(AlertFacts facts) =>
        facts switch
        {
            { UnitsInForce: { } units, MinUnits: { } minimum } when units <= minimum => 1,
            { UnitsInForce: > 0 and var units, MaxRequiredUnits: { } need } => need / units,
            _ => null,
        };

    private static double? FindCloseRate(AlertFacts facts, string category) =>
        facts.Closes is { } closes ? closes.GetValueOrDefault(category) : null;

    // A minute that was already decided is not evaluated again: it says neither yes nor no.
    private static double? FlagReason(Decision? decision, string code)
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

    private static double ToNumber(bool value) => value ? 1 : 0;
}
