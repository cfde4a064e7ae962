using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;

namespace Advisor.Core.Settings;

/// <summary>
/// The settings of one resource, from advisor.yaml and its tags, the tags before the file. Recurring schedules are already expanded.
/// </summary>
public sealed record ResourceSettings
{
    public static ResourceSettings Default { get; } = new();

    public AdvisorMode Mode { get; init; } = AdvisorMode.Recommend;

    /// <summary>Minimum units ever chosen; default 1.</summary>
    public int MinUnits { get; init; } = 1;

    /// <summary>Maximum units ever chosen; default 100.</summary>
    public int MaxUnits { get; init; } = 100;

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

    /// <summary>
    /// Most that the bill of a month may be, units and messages; the units alone where the messages are not known. Null = no limit.
    /// </summary>
    public Money? MonthlyBudget { get; init; }

    /// <summary>How units are billed; null = the rules' default of the service.</summary>
    public BillingModel? Billing { get; init; }

    /// <summary>The user's prices of unit, overload and removal; null = the rules' defaults.</summary>
    public ObjectivePrices? Prices { get; init; }

    /// <summary>Whose clock the load follows, with its summer time; null = UTC.</summary>
    public TimeZoneInfo? TimeZone { get; init; }

    /// <summary>Events, schedules and freezes that touch the coming hours, expanded to instants.</summary>
    public IReadOnlyList<PlannedWindow> Windows { get; init; } = [];

    /// <summary>The team that alerts go to; null = the default route.</summary>
    public string? Team { get; init; }

    /// <summary>What a person paused; null = nothing.</summary>
    public ResourcePause? Pause { get; init; }

    /// <summary>
    /// The most units that one change may add or take away, 1 or more, where the next step of the ladder is no larger; null = any number.
    /// </summary>
    public int? MaxStep { get; init; }

    /// <summary>
    /// How long ahead announced windows that do not say so are asked for; null = as long as changes of this resource take.
    /// </summary>
    public TimeSpan? Lead { get; init; }

    /// <summary>
    /// The maximum at an instant: the highest of the windows that state one, else that of the settings. A window lowers it from its start
    /// on, and lifts it from <see cref="PlannedWindow.MinimumAppliesFrom"/> on, so that the size can be there in time. A lower maximum
    /// gives way to an announced minimum above it.
    /// </summary>
    public UnitMaximum FindMaxUnits(DateTimeOffset now, TimeSpan ahead)
    {
        PlannedWindow? highest = null;
        var announced = 0;
        foreach (var window in Windows)
        {
            if (now >= window.End || now < window.MinimumAppliesFrom(ahead))
            {
                continue;
            }

            announced = Math.Max(announced, window.MinUnits ?? 0);
            if (window.MaxUnits > (highest?.MaxUnits ?? 0) && (now >= window.Start || window.MaxUnits > MaxUnits))
            {
                highest = window;
            }
        }

        return highest?.MaxUnits is { } units && (units >= announced || units >= MaxUnits) ? new(units, highest) : new(MaxUnits, null);
    }
}
