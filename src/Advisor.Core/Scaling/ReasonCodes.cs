namespace Advisor.Core.Scaling;

/// <summary>The stable codes of <see cref="Reason"/>. A code is never reused for another meaning.</summary>
public static class ReasonCodes
{
    // What was decided.

    /// <summary>The size in force suffices and is not too large.</summary>
    public const string WithinCapacity = "WithinCapacity";

    /// <summary>The need is expected to pass the size in force before a later change could take effect.</summary>
    public const string ForecastExceedsCapacity = "ForecastExceedsCapacity";

    /// <summary>The need has been above the size in force for five visible minutes.</summary>
    public const string StandingOverload = "StandingOverload";

    /// <summary>Fewer units are expected to do, for longer than taking the others away costs.</summary>
    public const string Oversized = "Oversized";

    /// <summary>The last shrink turned out to be wrong and is undone.</summary>
    public const string ShrinkUndone = "ShrinkUndone";

    /// <summary>An announced event or a schedule asks for a least size.</summary>
    public const string PlannedFloor = "PlannedFloor";

    // The arithmetic.

    /// <summary>The units that each limit asks for.</summary>
    public const string Need = "Need";

    /// <summary>What the need may become, and from how many past moments that is known.</summary>
    public const string Forecast = "Forecast";

    /// <summary>What the size chosen and its neighbours are expected to cost.</summary>
    public const string ExpectedCost = "ExpectedCost";

    /// <summary>There are too few past moments like this one for a distribution.</summary>
    public const string LittleHistory = "LittleHistory";

    /// <summary>The byte ceilings of the guide are passed while the resource's own load leaves room.</summary>
    public const string CeilingPassed = "CeilingPassed";

    // The guards, in the order in which they are asked.

    /// <summary>Metrics are missing that a smaller size might break.</summary>
    public const string InsufficientData = "InsufficientData";

    /// <summary>The newest metrics are too old to act upon.</summary>
    public const string StaleMetrics = "StaleMetrics";

    /// <summary>The server load contradicts traffic and connections.</summary>
    public const string SuspectMetric = "SuspectMetric";

    /// <summary>No traffic is reported while connections live, or traffic without connections.</summary>
    public const string IdleReading = "IdleReading";

    /// <summary>The minute was decided upon before.</summary>
    public const string RepeatedObservation = "RepeatedObservation";

    public const string ChangeInProgress = "ChangeInProgress";

    /// <summary>The least size of the settings holds it up.</summary>
    public const string LeastSize = "LeastSize";

    /// <summary>The greatest size of the settings holds it down.</summary>
    public const string GreatestSize = "GreatestSize";

    /// <summary>The units that subscription and region have left hold it down.</summary>
    public const string RegionalQuota = "RegionalQuota";

    /// <summary>The budget of the month holds it down.</summary>
    public const string MonthlyBudget = "MonthlyBudget";

    /// <summary>So many changes, or units, of the subscription were moved in this hour that it waits.</summary>
    public const string BlastRadius = "BlastRadius";

    /// <summary>A window in which nothing is changed.</summary>
    public const string FreezeWindow = "FreezeWindow";

    public const string CoolingDown = "CoolingDown";

    /// <summary>Someone else changed the size.</summary>
    public const string ChangedByOthers = "ChangedByOthers";

    /// <summary>An enabled autoscale setting owns the size.</summary>
    public const string AutoscaleEnabled = "AutoscaleEnabled";

    /// <summary>A day is billed at its greatest size, so that a shrink saves nothing yet.</summary>
    public const string BilledByDailyPeak = "BilledByDailyPeak";

    /// <summary>The Free tier is never changed automatically.</summary>
    public const string FreeTier = "FreeTier";

    // What no number of units settles.

    /// <summary>Routing cost is the limit and more units of this SKU do not move it.</summary>
    public const string RoutingWall = "RoutingWall";

    /// <summary>Another tier would help; it is advice unless the settings allow the change.</summary>
    public const string TierChangeAdvised = "TierChangeAdvised";

    public const string NoSizeSuffices = "NoSizeSuffices";

    public const string InferredWorkload = "InferredWorkload";

    // After the action.

    /// <summary>The last growth did not lower the server load as promised.</summary>
    public const string GrowthDidNotHelp = "GrowthDidNotHelp";

    /// <summary>A shrink left more server load than it promised.</summary>
    public const string ShrinkOverloads = "ShrinkOverloads";
}
