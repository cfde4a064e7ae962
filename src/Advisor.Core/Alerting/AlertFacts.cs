namespace Advisor.Core.Alerting;

/// <summary>The lowest and the highest connection count of one whole day (UTC) that was read without long gaps.</summary>
public readonly record struct DayOfConnections(DateOnly Day, double Lowest, double Highest);

/// <summary>What a decision does not say and a condition may ask for. Null is unknown, which is never zero.</summary>
public sealed record AlertFacts
{
    public static AlertFacts Unknown { get; } = new();

    /// <summary>Units in force.</summary>
    public int? UnitsInForce { get; init; }

    /// <summary>The smallest size that settings and ladder allow.</summary>
    public int? MinUnits { get; init; }

    /// <summary>The largest size that a normal step can reach: of the ladder, within settings and quota.</summary>
    public int? MaxUnits { get; init; }

    /// <summary>Units of the last change that Advisor saw through; null where there was none.</summary>
    public int? AppliedUnits { get; init; }

    /// <summary>The newest minute with any metric; null where there was none yet.</summary>
    public DateTimeOffset? NewestMetricsAt { get; init; }

    /// <summary>Since when the resource is looked at; the age of its metrics counts from here where there were none yet.</summary>
    public DateTimeOffset? MonitoredSince { get; init; }

    /// <summary>
    /// Closes of the last minute by <c>ConnectionCloseCategory</c>. Where it was answered at all, a category that is not listed had none.
    /// </summary>
    public IReadOnlyDictionary<string, double>? Closes { get; init; }

    /// <summary>The metric <c>SystemErrors</c> in percent (SignalR only).</summary>
    public double? SystemErrorsPercent { get; init; }

    /// <summary>Connections opened in the busiest of the minutes that are new, the metric <c>ConnectionOpenCount</c>.</summary>
    public double? ConnectionsOpened { get; init; }

    /// <summary>The last whole days, oldest first; a day that was not read well is left out.</summary>
    public IReadOnlyList<DayOfConnections>? ConnectionDays { get; init; }

    /// <summary>The highest need of the days that "oversize" looks back on, in units; null where they are not all known.</summary>
    public double? MaxRequiredUnits { get; init; }

    /// <summary>Changes that failed since the last one that went well.</summary>
    public int? FailedChanges { get; init; }

    /// <summary>Whether Advisor itself may change this resource.</summary>
    public bool? AppliesChanges { get; init; }

    /// <summary>Whether an enabled autoscale setting of Azure targets it.</summary>
    public bool? AutoscaleEnabled { get; init; }

    /// <summary>Whether a change of size is in progress.</summary>
    public bool ChangeInProgress { get; init; }

    /// <summary>
    /// Whether Advisor applies the change of its decision by itself: the mode is <c>auto</c> or <c>autoUp</c>, and nothing prevents it.
    /// </summary>
    public bool ActsByItself { get; init; }

    /// <summary>When the last change of size was verified; null where there was none.</summary>
    public DateTimeOffset? ChangedAt { get; init; }

    /// <summary>Units in force in subscription and region.</summary>
    public int? RegionalUnits { get; init; }

    /// <summary>Units that subscription and region allow.</summary>
    public int? RegionalLimit { get; init; }

    /// <summary>Resources of the region whose metrics all went to zero at once; 0 where there is no such outage.</summary>
    public int? ZeroMetricResources { get; init; }

    /// <summary>Deliveries of a channel that failed since the last one that went well.</summary>
    public int? FailedDeliveries { get; init; }

    /// <summary>Minutes by which this machine's clock is off Azure's, in either direction.</summary>
    public double? ClockSkewMinutes { get; init; }
}
