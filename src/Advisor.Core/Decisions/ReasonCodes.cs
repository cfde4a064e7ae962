namespace Advisor.Core.Decisions;

/// <summary>Stable codes of <see cref="Reason"/>. A code is never reused for another meaning.</summary>
public static class ReasonCodes
{
    // The decision.

    /// <summary>The size in force suffices and is not too large.</summary>
    public const string WithinCapacity = "WithinCapacity";

    /// <summary>More units are required than are in force, but too briefly for a change to help.</summary>
    public const string ShortOverload = "ShortOverload";

    /// <summary>The required units are expected to exceed the size in force before a later change could take effect.</summary>
    public const string ForecastExceedsCapacity = "ForecastExceedsCapacity";

    /// <summary>
    /// The size is full: no metric shows how much more is wanted, so the required units are a lower bound and Advisor sizes for more.
    /// </summary>
    public const string FullSize = "FullSize";

    /// <summary>The required units have exceeded the size in force for five visible minutes.</summary>
    public const string SustainedOverload = "SustainedOverload";

    /// <summary>Fewer units are expected to suffice for long enough to outweigh the cost of removing the others.</summary>
    public const string Oversized = "Oversized";

    /// <summary>The last scale-in proved wrong and is reverted.</summary>
    public const string ScaleInReverted = "ScaleInReverted";

    /// <summary>An announced event or a schedule requires a minimum size.</summary>
    public const string AnnouncedMinimum = "AnnouncedMinimum";

    /// <summary>The size that lets the others of a resource and its geo-replicas take over from any one of them.</summary>
    public const string FailoverHeadroom = "FailoverHeadroom";

    /// <summary>The size that the endpoint of a group with the highest need has, where their sizes move together.</summary>
    public const string EndpointGroup = "EndpointGroup";

    /// <summary>A person pinned the size, by a setting, a tag, a command or on a page.</summary>
    public const string Pinned = "Pinned";

    /// <summary>The size to keep until a person looks again: the one of lowest objective over the look-back.</summary>
    public const string SteadySize = "SteadySize";

    // The arithmetic.

    /// <summary>Units required by each limit.</summary>
    public const string RequiredUnits = "RequiredUnits";

    /// <summary>Forecast of the required units, and the number of analogs behind it.</summary>
    public const string Forecast = "Forecast";

    /// <summary>Required units of the minutes in which a change would take effect, and the facts behind them.</summary>
    public const string LeadWindow = "LeadWindow";

    /// <summary>Required units at the same minutes of previous days, if they lead to another size than the units required now.</summary>
    public const string Clock = "Clock";

    /// <summary>Expected cost of the chosen size and its neighbours.</summary>
    public const string ExpectedCost = "ExpectedCost";

    /// <summary>Too few analogs for a distribution.</summary>
    public const string LittleHistory = "LittleHistory";

    /// <summary>The guide's byte ceilings are exceeded while the resource's own server load leaves capacity.</summary>
    public const string CeilingPassed = "CeilingPassed";

    // The guards, in order of evaluation.

    /// <summary>All metrics of the subscription and region are exactly zero at once and are not trusted.</summary>
    public const string MetricsOutage = "MetricsOutage";

    /// <summary>Metrics are missing for limits that a smaller size might exceed.</summary>
    public const string InsufficientData = "InsufficientData";

    /// <summary>The newest metrics are too old to act on.</summary>
    public const string StaleMetrics = "StaleMetrics";

    /// <summary>Server load contradicts traffic and connections.</summary>
    public const string SuspectMetric = "SuspectMetric";

    /// <summary>A reading is impossible, contradicts the other metrics of its minute, or is isolated; it is not acted on.</summary>
    public const string SuspectReading = "SuspectReading";

    /// <summary>The required units are so far above the previous ones that a second reading in a row must confirm them.</summary>
    public const string UnconfirmedJump = "UnconfirmedJump";

    /// <summary>Connections without traffic, or traffic without connections.</summary>
    public const string IdleReading = "IdleReading";

    /// <summary>Clients reconnected all at once.</summary>
    public const string ReconnectStorm = "ReconnectStorm";

    /// <summary>The minute was already decided.</summary>
    public const string RepeatedObservation = "RepeatedObservation";

    public const string ChangeInProgress = "ChangeInProgress";

    /// <summary>The resource is stopped or its region endpoint is disabled: a scale-in is left to a person.</summary>
    public const string NotServing = "NotServing";

    /// <summary>
    /// What the geo-replicas or the other endpoints require is not known, so that a smaller size might not be able to take over from them.
    /// </summary>
    public const string FailoverUnknown = "FailoverUnknown";

    /// <summary>What the other endpoints of the group need is not known, and their sizes move together.</summary>
    public const string EndpointsUnknown = "EndpointsUnknown";

    /// <summary>Deferred to the turn of the endpoint: those of a group scale in one after the other.</summary>
    public const string EndpointTurn = "EndpointTurn";

    /// <summary>A person paused this direction by a tag or a setting.</summary>
    public const string ScalingPaused = "ScalingPaused";

    /// <summary>A tag that limits what Advisor may do cannot be read: a scale-in is left to a person until it is corrected.</summary>
    public const string UnreadableTag = "UnreadableTag";

    /// <summary>Limited by the minimum of the settings.</summary>
    public const string MinimumSize = "MinimumSize";

    /// <summary>Limited by the maximum of the settings.</summary>
    public const string MaximumSize = "MaximumSize";

    /// <summary>Limited by the remaining unit quota of the subscription and region.</summary>
    public const string RegionalQuota = "RegionalQuota";

    /// <summary>Limited by the monthly budget.</summary>
    public const string MonthlyBudget = "MonthlyBudget";

    /// <summary>Limited by the maximum number of units per change.</summary>
    public const string MaxStep = "MaxStep";

    /// <summary>The first scale-in by Advisor is limited to half of the units, and waits for a day of history.</summary>
    public const string SafeStart = "SafeStart";

    /// <summary>
    /// Deferred by the change rate limit of the subscription: the changes in this direction, or the units, allowed within 60 minutes are
    /// used up.
    /// </summary>
    public const string ChangeRateLimit = "ChangeRateLimit";

    /// <summary>A freeze window forbids changes.</summary>
    public const string FreezeWindow = "FreezeWindow";

    /// <summary>Deferred to the hours in which the settings allow a scale-in.</summary>
    public const string ScaleInWindow = "ScaleInWindow";

    public const string CoolingDown = "CoolingDown";

    /// <summary>The size was changed by someone other than Advisor; after each repetition Advisor waits longer.</summary>
    public const string ChangedByOthers = "ChangedByOthers";

    /// <summary>Requested changes did not take effect; after each Advisor waits longer.</summary>
    public const string NotInEffect = "NotInEffect";

    /// <summary>An enabled Azure autoscale setting manages the size.</summary>
    public const string AutoscaleEnabled = "AutoscaleEnabled";

    /// <summary>A day is billed at its highest unit count, so a scale-in saves nothing yet.</summary>
    public const string BilledByDailyPeak = "BilledByDailyPeak";

    /// <summary>The Free tier is never changed automatically.</summary>
    public const string FreeTier = "FreeTier";

    // Limits that no number of units resolves.

    /// <summary>Routing is the limiting factor, and more units of this SKU do not raise its limit.</summary>
    public const string RoutingWall = "RoutingWall";

    /// <summary>
    /// Another tier helps: no size of this one suffices, or a smaller size of another does. An advisory unless the settings allow the
    /// change.
    /// </summary>
    public const string TierChangeRecommended = "TierChangeRecommended";

    public const string NoSizeSuffices = "NoSizeSuffices";

    public const string InferredWorkload = "InferredWorkload";

    // After a change.

    /// <summary>The last scale-out did not lower the server load as predicted.</summary>
    public const string ScaleOutDidNotHelp = "ScaleOutDidNotHelp";

    /// <summary>A scale-in left more server load than predicted.</summary>
    public const string ScaleInOverloads = "ScaleInOverloads";
}
