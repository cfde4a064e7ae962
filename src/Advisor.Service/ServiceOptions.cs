using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Service.Store;

namespace Advisor.Service;

/// <summary>Options of the service, in the Functions app and on a single machine alike.</summary>
public sealed record ServiceOptions
{
    /// <summary>Resources per batch: the maximum of one metrics call.</summary>
    public const int MaxBatchSize = 50;

    /// <summary>Resources to monitor.</summary>
    public required FleetScope Scope { get; init; }

    /// <summary>Time between two ticks, in whole seconds. Default: one minute, the resolution of the metrics.</summary>
    public TimeSpan Interval { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary>Time between two lists of the resources. Default: 5 minutes; zero = list at every tick.</summary>
    public TimeSpan DiscoveryInterval { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>
    /// Number of consecutive complete lists without a resource after which it counts as deleted and its alerts are closed. Default: 3; 1 or
    /// more. With a list every 5 minutes that takes 10 to 15 minutes. A list with any failure does not count.
    /// </summary>
    public int DeletedAfterLists { get; init; } = 3;

    /// <summary>History read for a resource that is seen for the first time. Default: one day; zero = none; at most 14 days.</summary>
    public TimeSpan HistoryBackfill { get; init; } = TimeSpan.FromDays(1);

    /// <summary>Trust of a resource whose settings state none.</summary>
    public ScalingTrust Trust { get; init; } = ScalingTrust.Full;

    /// <summary>Mode of every resource, overriding configuration and tags; null = no override.</summary>
    public AdvisorMode? Mode { get; init; }

    /// <summary>Kill switch: while it is set nothing is applied, and decisions are recorded as suppressed.</summary>
    public bool Paused { get; init; }

    /// <summary>Dry run: nothing is applied, and decisions are recorded as a dry run.</summary>
    public bool DryRun { get; init; }

    /// <summary>Maximum number of scale-outs, and of scale-ins, per subscription within any 60 minutes; null = no limit.</summary>
    public int? MaxChangesPerHour { get; init; }

    /// <summary>Maximum number of units added, and of units removed, per subscription within any 60 minutes; null = no limit.</summary>
    public int? MaxUnitsPerHour { get; init; }

    /// <summary>Consecutive failed verifications in a subscription after which applying stops everywhere. Default: 3; 1 or more.</summary>
    public int MaxFailedVerifications { get; init; } = 3;

    /// <summary>Time without further attempts to change a resource after a change was refused or failed. Default: one hour.</summary>
    public TimeSpan PauseAfterFailure { get; init; } = TimeSpan.FromHours(1);

    /// <summary>
    /// Retry period of a notification; the first retry that is due after it and fails dead-letters the notification. Default: 4 hours.
    /// </summary>
    public TimeSpan DeliveryWindow { get; init; } = TimeSpan.FromHours(4);

    /// <summary>Option of the state in commands that messages suggest, such as <c> --state FILE</c>; empty where it is in memory.</summary>
    public string StateOption { get; init; } = "";

    /// <summary>Retention periods of all records.</summary>
    public RetentionPolicy Retention { get; init; } = RetentionPolicy.Default;

    /// <summary>Both limits of the change rate.</summary>
    internal ChangeRate ChangeRate => new(MaxChangesPerHour, MaxUnitsPerHour);

    /// <summary>Whether the changes of a subscription are limited at all.</summary>
    internal bool LimitsChanges => MaxChangesPerHour is not null || MaxUnitsPerHour is not null;

    /// <summary>Returns what is wrong with these options, as one sentence; null when they are valid.</summary>
    public string? FindProblem() =>
        Interval < TimeSpan.FromSeconds(1) || Interval > TimeSpan.FromHours(1) || Interval.Ticks % TimeSpan.TicksPerSecond != 0
            ? "The interval is a whole number of seconds, from one second to one hour."
        : DiscoveryInterval < TimeSpan.Zero ? "Resources cannot be listed more often than at every tick (zero)."
        : DeletedAfterLists < 1 ? "A resource counts as deleted after 1 or more lists without it."
        : HistoryBackfill < TimeSpan.Zero || HistoryBackfill > TimeSpan.FromDays(14) ? "The history of a new resource is zero to 14 days."
        : MaxChangesPerHour < 0 || MaxUnitsPerHour < 0 ? "The limits of an hour are 0 or more."
        : MaxFailedVerifications < 1 ? "Applying stops after 1 or more failed verifications."
        : null;

    /// <summary>Returns the tick that an instant belongs to: rounds down to a whole interval.</summary>
    internal DateTimeOffset FloorToTick(DateTimeOffset now) => new(now.UtcTicks - (now.UtcTicks % Interval.Ticks), TimeSpan.Zero);
}
