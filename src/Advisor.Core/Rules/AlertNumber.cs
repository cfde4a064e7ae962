namespace Advisor.Core.Rules;

/// <summary>The numbers that a condition can ask for. Flags are 1 or 0. A number that is not known is null, which is never zero.</summary>
public enum AlertNumber
{
    ServerLoad,
    ForecastUtilization,
    Connections,
    Inbound,
    Outbound,
    Routing,
    ThrottledCloses,
    SlowClientCloses,
    ServiceErrorCloses,
    SystemErrors,
    SuspectMetric,
    MetricAge,
    LeakingDays,
    PeakUtilization,
    FailedChanges,
    ScaleOutDidNotHelp,
    QuotaExceeded,
    DriftedUnits,
    AutoscaleConflict,
    RegionalQuotaUtilization,
    FailedDeliveries,
    ConnectionRate,

    /// <summary>How far the clock of the machine is off that of Azure.</summary>
    ClockDifference,

    /// <summary>Resources of a subscription and region whose metrics all went to zero at once.</summary>
    ZeroMetricResources,
}

/// <summary>The unit of a number, which its threshold is written in and its text is printed in.</summary>
public enum AlertUnit
{
    /// <summary>A ratio, printed as percent.</summary>
    Ratio,

    PerMinute,
    Minutes,
    Days,
    Units,
    Count,

    /// <summary>1 or 0; printed as yes or no.</summary>
    Flag,
}

/// <summary>What code knows of each number: its unit and what it is about.</summary>
public static class AlertNumbers
{
    public static AlertUnit Unit(this AlertNumber number) =>
        number switch
        {
            AlertNumber.ThrottledCloses or AlertNumber.SlowClientCloses or AlertNumber.ServiceErrorCloses => AlertUnit.PerMinute,
            AlertNumber.MetricAge or AlertNumber.ClockDifference => AlertUnit.Minutes,
            AlertNumber.LeakingDays => AlertUnit.Days,
            AlertNumber.DriftedUnits => AlertUnit.Units,
            AlertNumber.FailedChanges or AlertNumber.FailedDeliveries or AlertNumber.ZeroMetricResources => AlertUnit.Count,
            AlertNumber.SuspectMetric or AlertNumber.ScaleOutDidNotHelp or AlertNumber.QuotaExceeded or AlertNumber.AutoscaleConflict =>
                AlertUnit.Flag,
            _ => AlertUnit.Ratio,
        };

    public static AlertSubjectKind SubjectKind(this AlertNumber number) =>
        number switch
        {
            AlertNumber.RegionalQuotaUtilization or AlertNumber.ZeroMetricResources => AlertSubjectKind.Region,
            AlertNumber.FailedDeliveries => AlertSubjectKind.Channel,
            AlertNumber.ClockDifference => AlertSubjectKind.Service,
            _ => AlertSubjectKind.Resource,
        };
}
