using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity;

/// <summary>
/// Target of each limit as a share of it: the utilization to aim for after scaling, and the divisor of decisions. A utilization of 1 is the
/// target, not the limit.
/// </summary>
/// <param name="ServerLoad">Share of 100 % server load: 0.70, the line under which the guides call latency low.</param>
/// <param name="Connections">Share of the connections that the units accept: 0.90, since Azure refuses clients beyond 1.</param>
/// <param name="Inbound">Share of the guide's inbound bytes per second: 1.</param>
/// <param name="Outbound">Share of the guide's outbound bytes per second: 1.</param>
/// <param name="Routing">Share of the guide's routed messages per second: 1.</param>
public readonly record struct TargetUtilizations(Ratio ServerLoad, Ratio Connections, Ratio Inbound, Ratio Outbound, Ratio Routing)
{
    /// <summary>Lowest and highest allowed target of server load and connections.</summary>
    public const double Min = 0.05,
        Max = 1;

    /// <summary>Highest allowed target of inbound, outbound and routing, whose limits are measured and not enforced.</summary>
    public const double MaxOfRates = 2;

    /// <summary>Defaults of rules/policy.yaml.</summary>
    public static TargetUtilizations Default { get; } = new(new(0.70), new(0.90), new(1), new(1), new(1));

    /// <summary>
    /// Every published limit used in full, server load up to the default target: the assumption of the guides' own columns, and the measure
    /// of a plan.
    /// </summary>
    public static TargetUtilizations PublishedLimits { get; } = Default with { Connections = new(1) };

    /// <summary>Target of a limit; throws for <see cref="Limit.None"/>.</summary>
    public Ratio this[Limit limit] =>
        limit switch
        {
            Limit.ServerLoad => ServerLoad,
            Limit.Connections => Connections,
            Limit.Inbound => Inbound,
            Limit.Outbound => Outbound,
            Limit.Routing => Routing,
            _ => throw new ArgumentOutOfRangeException(nameof(limit), limit, "This limit has no target."),
        };

    /// <summary>Returns the highest allowed target of a limit.</summary>
    public static double GetMax(Limit limit) => limit is Limit.ServerLoad or Limit.Connections ? Max : MaxOfRates;
}

/// <summary>
/// Targets stated at one level of the settings; null = not stated there. Each is within <see cref="TargetUtilizations.Min"/> and <see
/// cref="TargetUtilizations.GetMax"/>.
/// </summary>
public readonly record struct TargetOverrides(
    Ratio? ServerLoad = null,
    Ratio? Connections = null,
    Ratio? Inbound = null,
    Ratio? Outbound = null,
    Ratio? Routing = null
)
{
    /// <summary>Returns the target of a limit; null if it is not stated at this level.</summary>
    public Ratio? this[Limit limit] =>
        limit switch
        {
            Limit.ServerLoad => ServerLoad,
            Limit.Connections => Connections,
            Limit.Inbound => Inbound,
            Limit.Outbound => Outbound,
            Limit.Routing => Routing,
            _ => null,
        };

    /// <summary>Returns these targets, completed by those of a wider level.</summary>
    public TargetOverrides CompleteWith(in TargetOverrides wider) =>
        new(
            ServerLoad ?? wider.ServerLoad,
            Connections ?? wider.Connections,
            Inbound ?? wider.Inbound,
            Outbound ?? wider.Outbound,
            Routing ?? wider.Routing
        );

    /// <summary>Returns all five targets, completed by those of the policy.</summary>
    public TargetUtilizations CompleteWith(in TargetUtilizations policy) =>
        new(
            ServerLoad ?? policy.ServerLoad,
            Connections ?? policy.Connections,
            Inbound ?? policy.Inbound,
            Outbound ?? policy.Outbound,
            Routing ?? policy.Routing
        );

    /// <summary>Returns a copy with one target replaced.</summary>
    public TargetOverrides WithTarget(Limit limit, Ratio target) =>
        limit switch
        {
            Limit.ServerLoad => this with { ServerLoad = target },
            Limit.Connections => this with { Connections = target },
            Limit.Inbound => this with { Inbound = target },
            Limit.Outbound => this with { Outbound = target },
            Limit.Routing => this with { Routing = target },
            _ => throw new ArgumentOutOfRangeException(nameof(limit), limit, "This limit has no target."),
        };
}
