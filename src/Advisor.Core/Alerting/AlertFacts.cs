namespace Advisor.Core.Alerting;

/// <summary>Lowest and highest connection count of a whole day (UTC) that was read without long gaps.</summary>
public readonly record struct DayOfConnections(DateOnly Day, double Lowest, double Highest);

/// <summary>Inputs of alert conditions that are not part of a decision. Null is unknown, never zero.</summary>
public sealed record AlertFacts
{
    public static AlertFacts Unknown { get; } = new();

    /// <summary>Units in force.</summary>
    public int? UnitsInForce { get; init; }

    /// <summary>Smallest size that settings and ladder allow at every hour of a week.</summary>
    public int? MinUnits { get; init; }

    /// <summary>Largest size that a normal step can reach: on the ladder, within settings and quota.</summary>
    public int? MaxUnits { get; init; }

    /// <summary>Units that the size lacks of the minimum of an event or a schedule; 0 when it has them, or when none applies.</summary>
    public int? UnitsBelowMinimum { get; init; }

    /// <summary>Units after the last change that Advisor completed; null if there was none.</summary>
    public int? AppliedUnits { get; init; }

    /// <summary>Newest minute with any metric; null if there was none yet.</summary>
    public DateTimeOffset? NewestMetricsAt { get; init; }

    /// <summary>Minutes for which a metric has been missing that was reported before; 0 when none is, null when that is unknown.</summary>
    public double? MissingMetricMinutes { get; init; }

    /// <summary>Start of monitoring; the age of the metrics counts from here until the first ones arrive.</summary>
    public DateTimeOffset? MonitoredSince { get; init; }

    /// <summary>
    /// Connections closed in the last minute, by <c>ConnectionCloseCategory</c>. In a known dictionary, a missing category means 0.
    /// </summary>
    public IReadOnlyDictionary<string, double>? Closes { get; init; }

    /// <summary>Highest connection count of the last minute.</summary>
    public double? Connections { get; init; }

    /// <summary>Metric <c>SystemErrors</c> in percent (SignalR only).</summary>
    public double? SystemErrorsPercent { get; init; }

    /// <summary>
    /// Connections opened per second in the busiest of the new minutes (metric <c>ConnectionOpenCount</c>), of those that the units accept.
    /// </summary>
    public double? ConnectionRate { get; init; }

    /// <summary>Last whole days, oldest first; days with long gaps are omitted.</summary>
    public IReadOnlyList<DayOfConnections>? ConnectionDays { get; init; }

    /// <summary>Highest required units over the look-back of "oversize"; null when not all of its days are known.</summary>
    public double? MaxRequiredUnits { get; init; }

    /// <summary>Changes by others, each after one by Advisor; 0 = none, null = not known.</summary>
    public int? ChangesByOthers { get; init; }

    /// <summary>Failed changes since the last successful one.</summary>
    public int? FailedChanges { get; init; }

    /// <summary>Whether Advisor may change this resource.</summary>
    public bool? AppliesChanges { get; init; }

    /// <summary>Whether an enabled Azure autoscale setting targets the resource.</summary>
    public bool? AutoscaleEnabled { get; init; }

    /// <summary>Whether a tag that limits what Advisor may do cannot be read.</summary>
    public bool? HasUnreadableTag { get; init; }

    /// <summary>Whether a change of size is in progress.</summary>
    public bool ChangeInProgress { get; init; }

    /// <summary>
    /// Whether Advisor applies its decision without approval: the mode is <c>auto</c> or <c>autoUp</c>, and nothing prevents the change.
    /// </summary>
    public bool ActsByItself { get; init; }

    /// <summary>Time at which the last change of size was verified; null if there was none.</summary>
    public DateTimeOffset? ChangedAt { get; init; }

    /// <summary>Units in force in the subscription and region.</summary>
    public int? RegionalUnits { get; init; }

    /// <summary>Unit quota of the subscription and region.</summary>
    public int? RegionalLimit { get; init; }

    /// <summary>Resources of the region whose metrics dropped to zero at once; 0 when there is no such outage.</summary>
    public int? ZeroMetricResources { get; init; }

    /// <summary>What is recommended to people for the resource.</summary>
    public AdviceDirection Advice { get; init; }

    /// <summary>Expected bill of the month / monthly budget; null without a budget or a known bill.</summary>
    public double? BudgetUtilization { get; init; }

    /// <summary>Whether the resource has a monthly budget; null where one cannot be read.</summary>
    public bool? HasBudget { get; init; }

    /// <summary>
    /// Expected bill of the month / monthly budget, of a team or the fleet; null without a budget or a known bill.
    /// </summary>
    public double? TotalBudgetUtilization { get; init; }

    /// <summary>Whether a bill is not known in full, so that the utilization of the budget is a lower bound.</summary>
    public bool IsBudgetLowerBound { get; init; }

    /// <summary>Whether all that it lacks is messages whose number or price is not known: it never had them.</summary>
    public bool IsBudgetGapLasting { get; init; }

    /// <summary>Messages of the UTC day / those that the Free tier sends in a day; null for a paid tier.</summary>
    public double? FreeMessages { get; init; }

    /// <summary>Whether the tier sells messages beyond the included ones, so that it refuses none.</summary>
    public bool? SellsMessages { get; init; }

    /// <summary>Whether others have changed the tier since Advisor's last change; false when there was none.</summary>
    public bool? HasTierOfOthers { get; init; }

    /// <summary>Failed deliveries of a channel since the last successful one.</summary>
    public int? FailedDeliveries { get; init; }

    /// <summary>Difference between this machine's clock and Azure's, in minutes, in either direction.</summary>
    public double? ClockSkewMinutes { get; init; }
}
