namespace Advisor.Core.Rules;

/// <summary>Numbers that a condition can compare. Flags are 1 or 0. An unknown number is null, never zero.</summary>
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

    /// <summary>Connections dropped in a minute, of those connected.</summary>
    DroppedShare,
    SystemErrors,
    SuspectMetric,
    MetricAge,

    /// <summary>Time for which a metric has been missing that the resource had before, while others are reported.</summary>
    MissingMetricAge,
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

    /// <summary>Difference between the machine's clock and Azure's.</summary>
    ClockDifference,

    /// <summary>Resources of a subscription and region whose metrics dropped to zero at once.</summary>
    ZeroMetricResources,

    /// <summary>Expected bill of the month, of the monthly budget.</summary>
    BudgetUtilization,

    /// <summary>Messages of the UTC day, of those that the Free tier sends in a day.</summary>
    FreeMessages,

    /// <summary>Changes by others, each after one by Advisor, until they have left the size alone for a day.</summary>
    ChangesByOthers,

    /// <summary>Expected bill of the month of a team's resources, of the team's monthly budget.</summary>
    TeamBudgetUtilization,

    /// <summary>Expected bill of the month of all resources, of the fleet's monthly budget.</summary>
    FleetBudgetUtilization,

    /// <summary>Whether a tag that limits what Advisor may do to the resource cannot be read.</summary>
    UnreadableTag,

    /// <summary>Units that the size lacks of the minimum of an event or a schedule, from the time at which it is requested.</summary>
    UnitsBelowMinimum,
}

/// <summary>Unit of a number, used by its thresholds and texts.</summary>
public enum AlertUnit
{
    /// <summary>Ratio, printed as percent.</summary>
    Ratio,

    PerMinute,
    Minutes,
    Days,
    Units,
    Count,

    /// <summary>1 or 0; printed as yes or no.</summary>
    Flag,
}

/// <summary>Unit and subject of each number.</summary>
public static class AlertNumbers
{
    /// <summary>Returns the unit in which thresholds on the number are stated.</summary>
    public static AlertUnit GetUnit(this AlertNumber number) =>
        number switch
        {
            AlertNumber.ThrottledCloses or AlertNumber.SlowClientCloses or AlertNumber.ServiceErrorCloses => AlertUnit.PerMinute,
            AlertNumber.MetricAge or AlertNumber.MissingMetricAge or AlertNumber.ClockDifference => AlertUnit.Minutes,
            AlertNumber.LeakingDays => AlertUnit.Days,
            AlertNumber.DriftedUnits or AlertNumber.UnitsBelowMinimum => AlertUnit.Units,
            AlertNumber.FailedChanges or AlertNumber.FailedDeliveries or AlertNumber.ZeroMetricResources or AlertNumber.ChangesByOthers =>
                AlertUnit.Count,
            AlertNumber.SuspectMetric
            or AlertNumber.ScaleOutDidNotHelp
            or AlertNumber.QuotaExceeded
            or AlertNumber.AutoscaleConflict
            or AlertNumber.UnreadableTag => AlertUnit.Flag,
            _ => AlertUnit.Ratio,
        };

    /// <summary>Whether a greater size resolves what the number shows, and the units required show its history.</summary>
    public static bool IsAboutLoad(this AlertNumber number) =>
        number
            is AlertNumber.ServerLoad
                or AlertNumber.ForecastUtilization
                or AlertNumber.Connections
                or AlertNumber.Inbound
                or AlertNumber.Outbound
                or AlertNumber.Routing
                or AlertNumber.PeakUtilization
                or AlertNumber.ThrottledCloses
                or AlertNumber.QuotaExceeded;

    /// <summary>Whether another size resolves what the number shows: a greater one, or one of a tier that sells messages.</summary>
    public static bool IsAboutSize(this AlertNumber number) => number.IsAboutLoad() || number == AlertNumber.FreeMessages;

    /// <summary>Returns what the number is about, such as a resource or a region.</summary>
    public static AlertSubjectKind GetSubjectKind(this AlertNumber number) =>
        number switch
        {
            AlertNumber.RegionalQuotaUtilization or AlertNumber.ZeroMetricResources => AlertSubjectKind.Region,
            AlertNumber.FailedDeliveries => AlertSubjectKind.Channel,
            AlertNumber.ClockDifference => AlertSubjectKind.Service,
            AlertNumber.TeamBudgetUtilization => AlertSubjectKind.Team,
            AlertNumber.FleetBudgetUtilization => AlertSubjectKind.Fleet,
            _ => AlertSubjectKind.Resource,
        };
}
