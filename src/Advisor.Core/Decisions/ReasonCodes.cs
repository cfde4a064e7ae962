namespace Advisor.Core.Decisions;

/// <summary>The stable codes of <see cref="Reason"/>. A code is never reused for another meaning.</summary>
public static class ReasonCodes
{
    // What was decided.

    /// <summary>The size in force suffices and is not too large.</summary>
    public const string WithinCapacity = "WithinCapacity";

    /// <summary>More is needed than the size in force has, for so short a time that a change would come too late.</summary>
    public const string ShortOverload = "ShortOverload";

    /// <summary>The need is expected to pass the size in force before a later change could take effect.</summary>
    public const string ForecastExceedsCapacity = "ForecastExceedsCapacity";

    /// <summary>The need has been above the size in force for five visible minutes.</summary>
    public const string SustainedOverload = "SustainedOverload";

    /// <summary>Fewer units are expected to do, for longer than taking the others away costs.</summary>
    public const string Oversized = "Oversized";

    /// <summary>The last scale-in turned out to be wrong and is undone.</summary>
    public const string ScaleInReverted = "ScaleInReverted";

    /// <summary>An announced event or a schedule requires a minimum size.</summary>
    public const string AnnouncedMinimum = "AnnouncedMinimum";

    // The arithmetic.

    /// <summary>The units that each limit requires.</summary>
    public const string RequiredUnits = "RequiredUnits";

    /// <summary>What the need may become, and from how many past moments that is known.</summary>
    public const string Forecast = "Forecast";

    /// <summary>What the same minutes of the days before needed, where that requires another size than the units required now.</summary>
    public const string Clock = "Clock";

    /// <summary>What the size chosen and its neighbours are expected to cost.</summary>
    public const string ExpectedCost = "ExpectedCost";

    /// <summary>There are too few past moments like this one for a distribution.</summary>
    public const string LittleHistory = "LittleHistory";

    /// <summary>The byte ceilings of the guide are passed while the resource's own load leaves room.</summary>
    public const string CeilingPassed = "CeilingPassed";

    // The guards, in the order in which they are asked.

    /// <summary>All metrics of the subscription and region are exactly zero at once: they are not believed.</summary>
    public const string MetricsOutage = "MetricsOutage";

    /// <summary>Metrics are missing that a smaller size might break.</summary>
    public const string InsufficientData = "InsufficientData";

    /// <summary>The newest metrics are too old to act upon.</summary>
    public const string StaleMetrics = "StaleMetrics";

    /// <summary>The server load contradicts traffic and connections.</summary>
    public const string SuspectMetric = "SuspectMetric";

    /// <summary>A reading contradicts the other metrics of its minute, or stands alone: it is not acted upon.</summary>
    public const string SuspectReading = "SuspectReading";

    /// <summary>The need is so far above what was there that a second reading in a row must confirm it.</summary>
    public const string UnconfirmedJump = "UnconfirmedJump";

    /// <summary>No traffic is reported while connections live, or traffic without connections.</summary>
    public const string IdleReading = "IdleReading";

    /// <summary>Connections were opened faster than the units are taken to accept.</summary>
    public const string ReconnectStorm = "ReconnectStorm";

    /// <summary>The minute was decided before.</summary>
    public const string RepeatedObservation = "RepeatedObservation";

    public const string ChangeInProgress = "ChangeInProgress";

    /// <summary>A person paused this direction, by a tag or a setting.</summary>
    public const string ScalingPaused = "ScalingPaused";

    /// <summary>The minimum of the settings holds it up.</summary>
    public const string MinimumSize = "MinimumSize";

    /// <summary>The maximum of the settings holds it down.</summary>
    public const string MaximumSize = "MaximumSize";

    /// <summary>The units that subscription and region have left hold it down.</summary>
    public const string RegionalQuota = "RegionalQuota";

    /// <summary>The budget of the month holds it down.</summary>
    public const string MonthlyBudget = "MonthlyBudget";

    /// <summary>One change may move only so many units.</summary>
    public const string MaxStep = "MaxStep";

    /// <summary>
    /// The change rate limit of the subscription: so many changes of this direction, or units, were made within 60 minutes that it waits.
    /// </summary>
    public const string ChangeRateLimit = "ChangeRateLimit";

    /// <summary>A window in which nothing is changed.</summary>
    public const string FreezeWindow = "FreezeWindow";

    public const string CoolingDown = "CoolingDown";

    /// <summary>Someone else changed the size.</summary>
    public const string ChangedByOthers = "ChangedByOthers";

    /// <summary>An enabled autoscale setting owns the size.</summary>
    public const string AutoscaleEnabled = "AutoscaleEnabled";

    /// <summary>A day is billed at its largest size, so that a scale-in saves nothing yet.</summary>
    public const string BilledByDailyPeak = "BilledByDailyPeak";

    /// <summary>The Free tier is never changed automatically.</summary>
    public const string FreeTier = "FreeTier";

    // What no number of units settles.

    /// <summary>Routing cost is the limit and more units of this SKU do not move it.</summary>
    public const string RoutingWall = "RoutingWall";

    /// <summary>
    /// Another tier helps: no size of this one suffices, or a smaller one does. Advice, unless the settings allow the change.
    /// </summary>
    public const string TierChangeRecommended = "TierChangeRecommended";

    public const string NoSizeSuffices = "NoSizeSuffices";

    public const string InferredWorkload = "InferredWorkload";

    // After the action.

    /// <summary>The last scale-out did not lower the server load as promised.</summary>
    public const string ScaleOutDidNotHelp = "ScaleOutDidNotHelp";

    /// <summary>A scale-in left more server load than it promised.</summary>
    public const string ScaleInOverloads = "ScaleInOverloads";
}
