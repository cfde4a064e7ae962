namespace Advisor.Core.Settings;

/// <summary>A time with bounds of its own, announced or recurring: a launch, a match, a night, a freeze of changes.</summary>
/// <param name="Name">What the decision's reason calls it.</param>
/// <param name="Start">First instant, inclusive, UTC.</param>
/// <param name="End">Last instant, exclusive, UTC.</param>
/// <param name="MinUnits">The smallest size in force from Start to End; null where the window only freezes.</param>
/// <param name="IsFreeze">True where no change may be made from Start to End, except to scale out of a standing overload.</param>
/// <param name="MaxUnits">The maximum from Start to End, above or below that of the settings; null = that of the settings.</param>
public sealed record PlannedWindow(
    string Name,
    DateTimeOffset Start,
    DateTimeOffset End,
    int? MinUnits,
    bool IsFreeze,
    int? MaxUnits = null
)
{
    /// <summary>Whether a freeze holds in a standing overload too.</summary>
    public bool IsStrict { get; init; }

    /// <summary>
    /// How long before the start the minimum is asked for and a higher maximum holds, 0 or more; null = the policy's <c>announcedAhead</c>.
    /// </summary>
    public TimeSpan? Lead { get; init; }

    /// <summary>From when on the minimum is asked for.</summary>
    /// <param name="ahead">Where the window states no lead.</param>
    public DateTimeOffset MinimumAppliesFrom(TimeSpan ahead) => Start - (Lead ?? ahead);
}

/// <summary>The most units that are allowed at an instant.</summary>
/// <param name="Window">The window that says so; null = the settings.</param>
public readonly record struct UnitMaximum(int Units, PlannedWindow? Window);
