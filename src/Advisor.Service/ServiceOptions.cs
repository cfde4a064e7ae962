using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.State;
using Advisor.State.Changes;

namespace Advisor.Service;

/// <summary>How the service works, in the Functions app and on one machine alike.</summary>
public sealed record ServiceOptions
{
    /// <summary>Resources of one batch: the most that one metrics call takes.</summary>
    public const int MaxBatchSize = 50;

    /// <summary>Which resources to monitor.</summary>
    public required FleetScope Scope { get; init; }

    /// <summary>Time between two ticks, whole seconds; default one minute, the grain of the metrics.</summary>
    public TimeSpan Interval { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary>How long a list of the resources is used before they are listed again; default 5 minutes, zero = at every tick.</summary>
    public TimeSpan DiscoveryInterval { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>
    /// How many complete lists in a row must lack a resource before it counts as deleted and its alerts are closed; default 3, 1 or more.
    /// With lists every 5 minutes that is after 10 to 15 minutes. A list in which anything failed does not count.
    /// </summary>
    public int DeletedAfterLists { get; init; } = 3;

    /// <summary>
    /// How far back metrics are read of a resource that is seen for the first time; default a day, zero = not at all, at most 14 days.
    /// </summary>
    public TimeSpan HistoryBackfill { get; init; } = TimeSpan.FromDays(1);

    /// <summary>How far back metrics are read after a pause of Advisor itself; default one hour.</summary>
    public TimeSpan CatchUpWindow { get; init; } = TimeSpan.FromHours(1);

    /// <summary>The mode of every resource, whatever configuration and tags say; null = theirs.</summary>
    public AdvisorMode? Mode { get; init; }

    /// <summary>The kill switch: nothing is applied while it is set; what would be is recorded as suppressed.</summary>
    public bool Paused { get; init; }

    /// <summary>Nothing is applied; what would be is recorded as a dry run.</summary>
    public bool DryRun { get; init; }

    /// <summary>Most scale-outs, and most scale-ins, within any 60 minutes and subscription; null = no limit.</summary>
    public int? MaxChangesPerHour { get; init; }

    /// <summary>Most units added, and most units taken away, within any 60 minutes and subscription; null = no limit.</summary>
    public int? MaxUnitsPerHour { get; init; }

    /// <summary>
    /// Verifications that may fail one after another in a subscription before applying stops everywhere; default 3, 1 or more.
    /// </summary>
    public int MaxFailedVerifications { get; init; } = 3;

    /// <summary>
    /// How long a request whose answer is not recorded is left alone before the resource is asked what became of it; default 3 minutes.
    /// </summary>
    public TimeSpan ResponseTimeout { get; init; } = TimeSpan.FromMinutes(3);

    /// <summary>How long a change may take from acceptance; default 45 minutes, since Azure takes a few, rarely thirty.</summary>
    public TimeSpan ChangeTimeout { get; init; } = TimeSpan.FromMinutes(45);

    /// <summary>
    /// How old a decision may be when it is sent; default 15 minutes. An older one is dropped: the next tick decides again.
    /// </summary>
    public TimeSpan MaxDecisionAge { get; init; } = TimeSpan.FromMinutes(15);

    /// <summary>
    /// Wait before a change that Azure did not take yet (409, 429) is sent again, where Azure does not say; default one minute.
    /// </summary>
    public TimeSpan RetryAfter { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary>How often one change is sent at most; default 3.</summary>
    public int MaxSendAttempts { get; init; } = 3;

    /// <summary>After Azure refused a change of a resource, or it failed, none is tried for this long; default one hour.</summary>
    public TimeSpan PauseAfterFailure { get; init; } = TimeSpan.FromHours(1);

    /// <summary>How long one delivery of a notification may take before another is started; default 2 minutes.</summary>
    public TimeSpan DeliveryTimeout { get; init; } = TimeSpan.FromMinutes(2);

    /// <summary>Attempts to deliver a notification before it is dead-lettered; default 10.</summary>
    public int MaxDeliveryAttempts { get; init; } = 10;

    /// <summary>How long a notification is retried; after that its next failure dead-letters it. Default 4 hours.</summary>
    public TimeSpan DeliveryWindow { get; init; } = TimeSpan.FromHours(4);

    /// <summary>How long things are kept.</summary>
    public RetentionPolicy Retention { get; init; } = RetentionPolicy.Default;

    /// <summary>The two limits.</summary>
    internal ChangeRate ChangeRate => new(MaxChangesPerHour, MaxUnitsPerHour);

    /// <summary>Whether a subscription's changes are limited at all.</summary>
    internal bool LimitsChanges => MaxChangesPerHour is not null || MaxUnitsPerHour is not null;

    /// <summary>What is wrong with these options, as one sentence; null where nothing is.</summary>
    public string? FindProblem() =>
        Interval < TimeSpan.FromSeconds(1) || Interval > TimeSpan.FromHours(1) || Interval.Ticks % TimeSpan.TicksPerSecond != 0
            ? "The interval is a whole number of seconds, from one second to one hour."
        : DiscoveryInterval < TimeSpan.Zero ? "Resources cannot be listed more often than at every tick (zero)."
        : DeletedAfterLists < 1 ? "A resource counts as deleted after 1 or more lists without it."
        : HistoryBackfill < TimeSpan.Zero || HistoryBackfill > TimeSpan.FromDays(14) ? "The history of a new resource is zero to 14 days."
        : CatchUpWindow < TimeSpan.FromMinutes(5) || CatchUpWindow > TimeSpan.FromDays(1) ? "The catch-up window is 5 minutes to one day."
        : MaxChangesPerHour < 0 || MaxUnitsPerHour < 0 ? "The limits of an hour are 0 or more."
        : MaxFailedVerifications < 1 ? "Applying stops after 1 or more failed verifications."
        : MaxSendAttempts < 1 || MaxDeliveryAttempts < 1 ? "A change and a notification are sent once or more."
        : null;

    /// <summary>The tick that an instant belongs to: the whole interval before it.</summary>
    internal DateTimeOffset TickAt(DateTimeOffset now) => new(now.UtcTicks - (now.UtcTicks % Interval.Ticks), TimeSpan.Zero);
}
