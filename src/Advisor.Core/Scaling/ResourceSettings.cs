using Advisor.Core.Capacity;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling;

/// <summary>What Advisor may do to a resource.</summary>
public enum AdvisorMode
{
    /// <summary>Record only: no recommendation leaves the record.</summary>
    Observe,

    /// <summary>Recommend; apply nothing.</summary>
    Recommend,

    /// <summary>Apply what a person approved.</summary>
    Approve,

    /// <summary>Apply growth; recommend the rest.</summary>
    AutoUp,

    /// <summary>Apply both directions.</summary>
    Auto,
}

/// <summary>How units are billed within a day.</summary>
public enum BillingModel
{
    /// <summary>By unit-seconds (Web PubSub; the bench).</summary>
    Prorated,

    /// <summary>A day is charged at its greatest unit count (reported for SignalR): a shrink saves nothing before 00:00 UTC.</summary>
    DailyPeak,
}

/// <summary>
/// What the objective weighs: a unit for a minute costs 1, a needed unit that is missing for a minute <paramref name="Overload"/>, a unit
/// taken away <paramref name="Shed"/>. Defaults as in rules/policy.yaml: 1 : 10 : 30.
/// </summary>
/// <param name="Unit">Price of a unit for one minute, above 0.</param>
/// <param name="Overload">Price of a needed unit during an overloaded minute, 0 or more.</param>
/// <param name="Shed">Price of taking one unit away (its connections drop and reconnect), 0 or more.</param>
public sealed record ObjectivePrices(double Unit = 1, double Overload = 10, double Shed = 30);

/// <summary>A time with bounds of its own, announced or recurring: a launch, a match, a night, a freeze of changes.</summary>
/// <param name="Name">What the decision's reason calls it.</param>
/// <param name="Start">First instant, inclusive, UTC.</param>
/// <param name="End">Last instant, exclusive, UTC.</param>
/// <param name="LeastUnits">The least size in force from Start to End; null where the window only freezes.</param>
/// <param name="Freezes">True where no change may be made from Start to End, except to scale out of a standing overload.</param>
/// <param name="MaxUnits">The maximum from Start to End, above or below that of the settings; null = that of the settings.</param>
public sealed record PlannedWindow(string Name, DateTimeOffset Start, DateTimeOffset End, int? LeastUnits, bool Freezes, int? MaxUnits = null)
{
    /// <summary>Whether a freeze holds in a standing overload too.</summary>
    public bool IsStrict { get; init; }

    /// <summary>How long before the start the minimum is asked for and a higher maximum holds, 0 or more; null = the policy's <c>announcedAhead</c>.</summary>
    public TimeSpan? Lead { get; init; }

    /// <summary>From when on the minimum is asked for.</summary>
    /// <param name="ahead">Where the window states no lead.</param>
    public DateTimeOffset AskedFrom(TimeSpan ahead) => Start - (Lead ?? ahead);
}

/// <summary>The most units that are allowed at an instant.</summary>
/// <param name="Window">The window that says so; null = the settings.</param>
public readonly record struct UnitMaximum(int Units, PlannedWindow? Window);

/// <summary>The settings of one resource, from advisor.yaml and its tags, the tags before the file. Recurring schedules are already expanded.</summary>
public sealed record ResourceSettings
{
    public static ResourceSettings Default { get; } = new();

    public AdvisorMode Mode { get; init; } = AdvisorMode.Recommend;

    /// <summary>Least units ever chosen; default 1.</summary>
    public int LeastUnits { get; init; } = 1;

    /// <summary>Greatest units ever chosen; default 100.</summary>
    public int GreatestUnits { get; init; } = 100;

    /// <summary>What the resource is used for; null = inferred from the fan-out.</summary>
    public Workload? Workload { get; init; }

    /// <summary>How far each limit is used; what is not stated is as in the policy.</summary>
    public TargetOverrides Targets { get; init; }

    /// <summary>Whether the traffic metrics count the leg to the app servers; null = by the service mode (default mode: yes).</summary>
    public bool? CountsServerLeg { get; init; }

    /// <summary>Edition of the capacity tables; null = the current one of the service.</summary>
    public string? Edition { get; init; }

    /// <summary>Whether a change between Standard_S1, Premium_P1 and Premium_P2 may be applied; otherwise it is advice.</summary>
    public bool AllowTierChange { get; init; }

    /// <summary>Most that the bill of a month may be, units and messages; the units alone where the messages are not known. Null = no limit.</summary>
    public Money? MonthlyBudget { get; init; }

    /// <summary>How units are billed; null = the rules' default of the service.</summary>
    public BillingModel? Billing { get; init; }

    /// <summary>The user's prices of unit, overload and shedding; null = the rules' defaults.</summary>
    public ObjectivePrices? Prices { get; init; }

    /// <summary>Whose clock the load follows, with its summer time; null = UTC.</summary>
    public TimeZoneInfo? TimeZone { get; init; }

    /// <summary>Events, schedules and freezes that touch the coming hours, expanded to instants.</summary>
    public IReadOnlyList<PlannedWindow> Windows { get; init; } = [];

    /// <summary>The team that alerts go to; null = the default route.</summary>
    public string? Team { get; init; }

    /// <summary>What a person paused; null = nothing.</summary>
    public ScalingPause? Pause { get; init; }

    /// <summary>The most units that one change may add or take away, 1 or more, where the next step of the ladder is no larger; null = any number.</summary>
    public int? MaxStep { get; init; }

    /// <summary>How long ahead announced windows that do not say so are asked for; null = as long as changes of this resource take.</summary>
    public TimeSpan? Lead { get; init; }

    /// <summary>
    /// The maximum at an instant: the highest of the windows that state one, else that of the settings. A window lowers it from its start on, and lifts it
    /// from <see cref="PlannedWindow.AskedFrom"/> on, so that the size can be there in time. A lower maximum gives way to an announced minimum above it.
    /// </summary>
    public UnitMaximum MaxUnitsAt(DateTimeOffset now, TimeSpan ahead)
    {
        PlannedWindow? highest = null;
        var announced = 0;
        foreach (var window in Windows)
        {
            if (now >= window.End || now < window.AskedFrom(ahead))
            {
                continue;
            }

            announced = Math.Max(announced, window.LeastUnits ?? 0);
            if (window.MaxUnits > (highest?.MaxUnits ?? 0) && (now >= window.Start || window.MaxUnits > GreatestUnits))
            {
                highest = window;
            }
        }

        return highest?.MaxUnits is { } units && (units >= announced || units >= GreatestUnits) ? new(units, highest) : new(GreatestUnits, null);
    }
}
