namespace Advisor.Core.Settings;

/// <summary>Time window with limits of its own, announced or recurring: a launch, a match, a night, a change freeze.</summary>
/// <param name="Name">Name in the decision's reasons.</param>
/// <param name="Start">First instant, inclusive, UTC.</param>
/// <param name="End">End, exclusive, UTC.</param>
/// <param name="MinUnits">Minimum units from Start to End, as <see cref="UnitMinimum"/> applies it; null = that of the settings.</param>
/// <param name="IsFreeze">Whether changes are forbidden from Start to End, except a scale-out in a sustained overload.</param>
/// <param name="MaxUnits">Maximum units from Start to End, above or below that of the settings; null = that of the settings.</param>
public sealed record PlannedWindow(
    string Name,
    DateTimeOffset Start,
    DateTimeOffset End,
    int? MinUnits,
    bool IsFreeze,
    int? MaxUnits = null
)
{
    /// <summary>Whether a freeze also applies in a sustained overload.</summary>
    public bool IsStrict { get; init; }

    /// <summary>Whether the window is one of a schedule, so that its minimum may also lower that of the settings.</summary>
    public bool IsRecurring { get; init; }

    /// <summary>Time zone of the schedule, by whose local time it recurs; null = UTC.</summary>
    public TimeZoneInfo? Zone { get; init; }

    /// <summary>
    /// Time before the start from which the minimum and a higher maximum apply, and before the end of a lower minimum, 0 or more; null =
    /// the policy's <c>announcedAhead</c>.
    /// </summary>
    public TimeSpan? Lead { get; init; }

    /// <summary>Returns the time from which the minimum applies.</summary>
    /// <param name="ahead">Lead if the window states none.</param>
    public DateTimeOffset GetMinimumStart(TimeSpan ahead) => Start - (Lead ?? ahead);
}
