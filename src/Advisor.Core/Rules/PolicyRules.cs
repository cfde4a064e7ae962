using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;

namespace Advisor.Core.Rules;

/// <summary>Lines, guards and prices of the policy, as <c>rules/policy.yaml</c> has them with unit and meaning.</summary>
public sealed record PolicyRules
{
    /// <summary>The share of each limit up to which a resource is used, where its settings state no other.</summary>
    public TargetUtilizations Targets { get; init; } = TargetUtilizations.Default;

    /// <summary>A resource whose every utilization is below this has no binding constraint: 0.05.</summary>
    public Ratio NoLimitingFactorBelow { get; init; } = new(0.05);

    /// <summary>The weights of units, overload and removal.</summary>
    public ObjectivePrices Prices { get; init; } = new();

    /// <summary>Metrics older than this are stale and never scales a resource in.</summary>
    public TimeSpan StaleAfter { get; init; } = TimeSpan.FromMinutes(15);

    /// <summary>Metrics are read up to now minus this, since younger minutes are not complete.</summary>
    public TimeSpan MetricLag { get; init; } = TimeSpan.FromMinutes(2);

    /// <summary>Minimum time between a scale-out and the next scale-out.</summary>
    public TimeSpan ScaleOutCooldown { get; init; } = TimeSpan.Zero;

    /// <summary>Minimum time between any change and a scale-in.</summary>
    public TimeSpan ScaleInCooldown { get; init; } = TimeSpan.Zero;

    /// <summary>A need above the size in force for so long, in visible minutes in a row, is answered whatever the forecast says.</summary>
    public TimeSpan SustainedOverloadAfter { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>
    /// Units for an announced window are asked for this long before it starts, where no change of the resource was observed: a change takes
    /// minutes, rarely thirty.
    /// </summary>
    public TimeSpan AnnouncedAhead { get; init; } = TimeSpan.FromMinutes(30);

    /// <summary>The smallest time ahead where the resource's changes were observed to be faster.</summary>
    public TimeSpan AnnouncedAheadMin { get; init; } = TimeSpan.FromMinutes(10);

    /// <summary>A scale-in of ours that overloads within this time is undone at once.</summary>
    public TimeSpan ScaleInTrial { get; init; } = TimeSpan.FromMinutes(15);

    /// <summary>A change that someone else made is not reversed for this long, a standing overload excepted.</summary>
    public TimeSpan RespectOthersFor { get; init; } = TimeSpan.FromMinutes(30);

    /// <summary>Where a day is billed at its largest size, scales in are made in this last part of the day (UTC).</summary>
    public TimeSpan DayEndScaleInAhead { get; init; } = TimeSpan.FromMinutes(30);

    /// <summary>Connections that a unit is taken to accept in a second, above 0; Azure publishes no figure.</summary>
    public double ConnectionRatePerUnit { get; init; } = 5;

    /// <summary>A resource whose connections were opened faster than its units accept is not scaled in for this long.</summary>
    public TimeSpan ReconnectStormHold { get; init; } = TimeSpan.FromMinutes(15);

    /// <summary>How the same minutes of the days before count.</summary>
    public ClockRules Clock { get; init; } = new();

    /// <summary>
    /// What the simple rules add to need and trend; another choice than the default only where the bench measures what choosing is worth.
    /// </summary>
    public ExpertMargins Margins { get; init; } = ExpertMargins.Default;

    /// <summary>A resource at its smallest size whose every utilization is known and below this may be idle: 0.10.</summary>
    public Ratio IdleBelow { get; init; } = new(0.10);

    /// <summary>
    /// An idle resource is looked at this often, and its minutes are read then, all of them; one minute = as often as the others.
    /// </summary>
    public TimeSpan IdlePollInterval { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>When metrics that are zero everywhere are an outage of the metrics.</summary>
    public OutageRules Outage { get; init; } = OutageRules.Default;

    /// <summary>The parts that take part; all of them but where the bench measures what one is worth.</summary>
    public PolicyParts Parts { get; init; } = PolicyParts.All;
}
