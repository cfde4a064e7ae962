using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;

namespace Advisor.Core.Rules;

/// <summary>Limits, guards and prices of the policy; <c>rules/policy.yaml</c> states their units and meaning.</summary>
public sealed record PolicyRules
{
    /// <summary>Target of each limit, unless the settings of the resource state another.</summary>
    public TargetUtilizations Targets { get; init; } = TargetUtilizations.Default;

    /// <summary>Utilization below which there is no limiting factor, if it holds for every known limit. Default: 0.05.</summary>
    public Ratio NoLimitingFactorBelow { get; init; } = new(0.05);

    /// <summary>Prices of units, overload and removal.</summary>
    public ObjectivePrices Prices { get; init; } = new();

    /// <summary>
    /// Age from which metrics are stale; the size then changes only up to a minimum of the settings or an announced window. Default: 15
    /// minutes.
    /// </summary>
    public TimeSpan StaleAfter { get; init; } = TimeSpan.FromMinutes(15);

    /// <summary>Metrics are read up to now minus this, since later minutes are incomplete. Default: 2 minutes.</summary>
    public TimeSpan MetricLag { get; init; } = TimeSpan.FromMinutes(2);

    /// <summary>Time after the end of a day in which its costs may still reach Cost Management. Default: 72 hours.</summary>
    public TimeSpan CostLag { get; init; } = TimeSpan.FromHours(72);

    /// <summary>Minimum time between two scale-outs. Default: 0.</summary>
    public TimeSpan ScaleOutCooldown { get; init; } = TimeSpan.Zero;

    /// <summary>Minimum time between any change and a scale-in. Default: 0.</summary>
    public TimeSpan ScaleInCooldown { get; init; } = TimeSpan.Zero;

    /// <summary>
    /// Time, in consecutive visible minutes, after which required units above the size in force cause a scale-out whatever the forecast.
    /// Default: 5 minutes.
    /// </summary>
    public TimeSpan SustainedOverloadAfter { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>
    /// Time before an announced window at which its units are requested, if no change of the resource was observed; a change takes minutes,
    /// rarely thirty. Default: 30 minutes.
    /// </summary>
    public TimeSpan AnnouncedAhead { get; init; } = TimeSpan.FromMinutes(30);

    /// <summary>Minimum lead if the resource's changes were observed to be faster. Default: 10 minutes.</summary>
    public TimeSpan AnnouncedAheadMin { get; init; } = TimeSpan.FromMinutes(10);

    /// <summary>Time within which a scale-in by Advisor that causes overload is reverted at once. Default: 15 minutes.</summary>
    public TimeSpan ScaleInTrial { get; init; } = TimeSpan.FromMinutes(15);

    /// <summary>
    /// Length of the turns in which the endpoints of a group scale in one after the other; zero = no turns. Default: 15 minutes.
    /// </summary>
    public TimeSpan EndpointTurn { get; init; } = TimeSpan.FromMinutes(15);

    /// <summary>
    /// Time for which a change made by others is not reverted, except in a sustained overload; it doubles with each repetition. Default: 30
    /// minutes.
    /// </summary>
    public TimeSpan RespectOthersFor { get; init; } = TimeSpan.FromMinutes(30);

    /// <summary>The longest of these times. Default: a day.</summary>
    public TimeSpan RespectOthersMax { get; init; } = TimeSpan.FromDays(1);

    /// <summary>
    /// Length of the last part of the day (UTC) in which scale-ins are made if a day is billed at its highest unit count. Default: 30
    /// minutes.
    /// </summary>
    public TimeSpan DayEndScaleInAhead { get; init; } = TimeSpan.FromMinutes(30);

    /// <summary>New connections per second and unit that are a reconnect storm, above 0. Default: 5.</summary>
    public double ConnectionRatePerUnit { get; init; } = 5;

    /// <summary>Time without scale-in after a reconnect storm. Default: 15 minutes.</summary>
    public TimeSpan ReconnectStormHold { get; init; } = TimeSpan.FromMinutes(15);

    /// <summary>When a size is full, and how much more is then required.</summary>
    public SaturationRules FullSize { get; init; } = new();

    /// <summary>Weights of previous days in the forecast.</summary>
    public ClockRules Clock { get; init; } = new();

    /// <summary>
    /// Margins of the sizing experts on required units and trend; other than the default only when the benchmark measures the effect of the
    /// choice.
    /// </summary>
    public ExpertMargins Margins { get; init; } = ExpertMargins.Default;

    /// <summary>
    /// Utilization below which a resource at its smallest size may be idle: server load and connections must be known and below it, traffic
    /// and routing below it if known. Default: 0.10.
    /// </summary>
    public Ratio IdleBelow { get; init; } = new(0.10);

    /// <summary>
    /// Interval at which an idle resource is polled; its minutes since the last poll are then all read. One minute = as often as the
    /// others. Default: 5 minutes.
    /// </summary>
    public TimeSpan IdlePollInterval { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>Thresholds of an outage of the metrics.</summary>
    public OutageRules Outage { get; init; } = OutageRules.Default;

    /// <summary>Parts of the policy in use; all, except when the benchmark measures one of them.</summary>
    public PolicyParts Parts { get; init; } = PolicyParts.All;
}
