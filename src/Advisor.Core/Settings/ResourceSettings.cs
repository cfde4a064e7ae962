using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;

namespace Advisor.Core.Settings;

/// <summary>
/// Settings of one resource, from advisor.yaml and its tags; tags take precedence. Recurring schedules are already expanded.
/// </summary>
public sealed record ResourceSettings
{
    /// <summary>Maximum units that are not exceeded unless the settings state more, or more are in force already.</summary>
    public const int DefaultMaxUnits = 100;

    /// <summary>Settings without configuration and tags.</summary>
    public static ResourceSettings Default { get; } = new();

    /// <summary>What Advisor may do to the resource.</summary>
    public AdvisorMode Mode { get; init; } = AdvisorMode.Recommend;

    /// <summary>Minimum units where no recurring window states another; default 1.</summary>
    public int MinUnits { get; init; } = 1;

    /// <summary>Maximum units as stated; null = not stated, see <see cref="ResolveMaxUnits"/>.</summary>
    public int? MaxUnits { get; init; }

    /// <summary>
    /// Returns the maximum units where no window states another. One that is not stated is <see cref="DefaultMaxUnits"/>, or the units in
    /// force or the minimum where they are more: a default is no reason to scale in, and not to scale out again.
    /// </summary>
    /// <inheritdoc cref="UnitMaximum.Find" path="/param[@name='unitsInForce']"/>
    public int ResolveMaxUnits(int unitsInForce) => MaxUnits ?? Math.Max(DefaultMaxUnits, Math.Max(MinUnits, unitsInForce));

    /// <summary>Declared workload; null = inferred from the fan-out.</summary>
    public Workload? Workload { get; init; }

    /// <summary>Targets of this resource; those not stated are the policy's.</summary>
    public TargetOverrides Targets { get; init; }

    /// <summary>Whether the traffic metrics include the leg to the app servers; null = by the service mode (default mode: yes).</summary>
    public bool? CountsServerLeg { get; init; }

    /// <summary>Returns whether the traffic metrics of a resource in this mode include the leg to the app servers.</summary>
    public bool ResolveServerLeg(ServiceMode mode) => CountsServerLeg ?? mode != ServiceMode.Serverless;

    /// <summary>Edition of the capacity tables; null = the current one of the service.</summary>
    public string? Edition { get; init; }

    /// <summary>Whether a change between Standard_S1, Premium_P1 and Premium_P2 may be applied; otherwise it is advisory.</summary>
    public bool AllowTierChange { get; init; }

    /// <summary>Maximum monthly bill, units and messages; units alone if the number of messages is unknown. Null = no limit.</summary>
    public Money? MonthlyBudget { get; init; }

    /// <summary>Billing model; null = the rules' default of the service.</summary>
    public BillingModel? Billing { get; init; }

    /// <summary>The user's prices of unit, overload and removal; null = the rules' defaults.</summary>
    public ObjectivePrices? Prices { get; init; }

    /// <summary>SKUs of the service with the prices of the resource's region; null = those of the rules.</summary>
    public SkuCatalog? Catalog { get; init; }

    /// <summary>Time zone of the daily load pattern, with its daylight saving; null = UTC.</summary>
    public TimeZoneInfo? TimeZone { get; init; }

    /// <summary>
    /// Events, schedules and freezes that overlap the coming hours, expanded to instants; of recurring ones those of a week.
    /// </summary>
    public IReadOnlyList<PlannedWindow> Windows { get; init; } = [];

    /// <summary>Team that receives the alerts; null = the default route.</summary>
    public string? Team { get; init; }

    /// <summary>Pause by advisor.yaml or a tag; null = none.</summary>
    public ResourcePause? Pause { get; init; }

    /// <summary>Pause set by a person while Advisor runs, in addition to <see cref="Pause"/>; null = none.</summary>
    public ResourcePause? PersonPause { get; init; }

    /// <summary>Lists the pauses in force at an instant, none to two.</summary>
    public IEnumerable<ResourcePause> ListPauses(DateTimeOffset now) =>
        new[] { Pause, PersonPause }.OfType<ResourcePause>().Where(pause => pause.IsInForce(now));

    /// <summary>Returns the pause that forbids a change to more units or to fewer, of two the one that ends last; null = none.</summary>
    public ResourcePause? FindPause(bool scaleOut, DateTimeOffset now) =>
        Pause is null && PersonPause is null ? null : FindLongestPause(scaleOut, now);

    private ResourcePause? FindLongestPause(bool scaleOut, DateTimeOffset now) =>
        ListPauses(now).Where(pause => pause.Covers(scaleOut, now)).MaxBy(pause => pause.Until ?? DateTimeOffset.MaxValue);

    /// <summary>Size pinned by advisor.yaml or a tag; null = none.</summary>
    public ResourcePin? Pin { get; init; }

    /// <summary>Size pinned by a person while Advisor runs, which precedes <see cref="Pin"/>; null = none.</summary>
    public ResourcePin? PersonPin { get; init; }

    /// <summary>Returns the freeze in force at an instant; null = none.</summary>
    public FreezeInForce? FindFreeze(DateTimeOffset now) => FreezeInForce.Find(Windows, now);

    /// <summary>Returns the pin in force at an instant; null = none.</summary>
    public ResourcePin? FindPin(DateTimeOffset now) =>
        PersonPin?.IsInForce(now) == true ? PersonPin
        : Pin?.IsInForce(now) == true ? Pin
        : null;

    /// <summary>
    /// Tag that limits what Advisor may do and cannot be read, with its value, such as "advisor-min-units ('10 units')"; null = none. While
    /// there is one, Advisor makes no scale-in by itself: nobody knows what the tag was to prevent.
    /// </summary>
    public string? UnreadableTag { get; init; }

    /// <summary>Whether a tag states a budget that cannot be read: there is one, of an unknown amount.</summary>
    public bool HasUnreadableBudget { get; init; }

    /// <summary>
    /// Returns the tag for which a scale-in is left to a person; null = none, also while a person has pinned the size, in spite of the tag.
    /// A pin of advisor.yaml or a tag may be what the tag was to replace.
    /// </summary>
    public string? FindTagAgainstScaleIn(DateTimeOffset now) => PersonPin?.IsInForce(now) == true ? null : UnreadableTag;

    /// <summary>
    /// Maximum number of units that one change may add or remove, 1 or more, unless the next step of the ladder is larger; null =
    /// unlimited.
    /// </summary>
    public int? MaxStep { get; init; }

    /// <summary>How far the first scale-in may go; null = <see cref="ScalingTrust.Full"/>, unless the host says otherwise.</summary>
    public ScalingTrust? Trust { get; init; }

    /// <summary>
    /// Hours in which Advisor may scale in, in <see cref="TimeZone"/>; null = all hours. A recommendation to people is not limited to them.
    /// </summary>
    public WeeklyHours? ScaleInWindows { get; init; }

    /// <summary>Whether a scale-in may be made at an instant, by <see cref="ScaleInWindows"/>.</summary>
    public bool AllowsScaleIn(DateTimeOffset now) => ScaleInWindows?.Includes(now, TimeZone) ?? true;

    /// <summary>Returns one sentence: the hours in which a scale-in is allowed, and when the next of them begin.</summary>
    /// <exception cref="InvalidOperationException">A scale-in is allowed at all hours.</exception>
    public string DescribeScaleInWindows(DateTimeOffset now)
    {
        var windows = ScaleInWindows ?? throw new InvalidOperationException("A scale-in is allowed at all hours.");
        var next = windows.FindNextStart(now, TimeZone) is { } start
            ? $"; the next window opens at {start.UtcDateTime:yyyy-MM-dd HH:mm} UTC"
            : "";
        return $"The settings allow a scale-in only in {windows} ({TimeZone?.Id ?? "UTC"}){next}.";
    }

    /// <summary>
    /// Whether the first scale-in is limited: only where Advisor scales in itself, and no <see cref="MaxStep"/> limits every change.
    /// </summary>
    public bool StartsGradually => Mode == AdvisorMode.Auto && Trust == ScalingTrust.Gradual && MaxStep is null;

    /// <summary>
    /// Failure that the sizes of a resource and its geo-replicas, or of the endpoints of a group, allow for; without others it has no
    /// effect.
    /// </summary>
    public FailoverTarget Failover { get; init; } = FailoverTarget.One;

    /// <summary>Name of the endpoint group: the resources that one application spreads its clients over; null = none.</summary>
    public string? EndpointGroup { get; init; }

    /// <summary>How the sizes of the endpoints of the group move; without a group it has no effect.</summary>
    public EndpointSizes EndpointSizes { get; init; } = EndpointSizes.OneByOne;

    /// <summary>Settings of the steady size, which is recommended to people.</summary>
    public SteadySettings Steady { get; init; } = SteadySettings.Default;

    /// <summary>Minimum saving that a message to people is worth.</summary>
    public SavingThreshold MinSaving { get; init; } = SavingThreshold.Default;

    /// <summary>Lead of announced windows that state none; null = the duration of changes of this resource.</summary>
    public TimeSpan? Lead { get; init; }

    /// <summary>Returns the minimum at an instant.</summary>
    /// <inheritdoc cref="UnitMinimum.Find" path="/param"/>
    public UnitMinimum FindMinUnits(DateTimeOffset now, TimeSpan ahead) => UnitMinimum.Find(this, now, ahead);

    /// <summary>
    /// Returns the highest minimum of now and, by recurring windows, of the next seven days: that of a size to keep for a week.
    /// </summary>
    /// <inheritdoc cref="UnitMinimum.Find" path="/param"/>
    public UnitMinimum FindHighestMinUnits(DateTimeOffset now, TimeSpan ahead) => UnitMinimum.FindHighestOfWeek(this, now, ahead);

    /// <summary>
    /// Returns the maximum at an instant; for a size to keep the highest of now and, by recurring windows, of the next seven days. One that
    /// is not stated is no less than the minimum of a window.
    /// </summary>
    /// <inheritdoc cref="UnitMaximum.Find" path="/param"/>
    /// <param name="isSteady">Whether it is that of a size to keep for a week.</param>
    public UnitMaximum FindMaxUnits(DateTimeOffset now, TimeSpan ahead, int unitsInForce, bool isSteady = false)
    {
        var maximum = isSteady
            ? UnitMaximum.FindHighestOfWeek(this, now, ahead, unitsInForce)
            : UnitMaximum.Find(this, now, ahead, unitsInForce);
        if (MaxUnits is not null || maximum.Window is not null)
        {
            return maximum;
        }

        var minimum = isSteady ? FindHighestMinUnits(now, ahead) : FindMinUnits(now, ahead);
        return maximum with { Units = Math.Max(maximum.Units, minimum.Units) };
    }
}
