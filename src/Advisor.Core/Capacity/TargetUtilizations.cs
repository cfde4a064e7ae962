using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity;

/// <summary>
/// The share of each limit up to which a resource is used after scaling: what decisions divide by. A utilization of 1 is the target, not
/// the limit.
/// </summary>
/// <param name="ServerLoad">Of 100 %: 0.70, the line under which the guides call latency low.</param>
/// <param name="Connections">Of the connections that the units accept: 0.90, since beyond 1 Azure refuses clients.</param>
/// <param name="Inbound">Of the guide's inbound bytes per second: 1.</param>
/// <param name="Outbound">Of the guide's outbound bytes per second: 1.</param>
/// <param name="Routing">Of the guide's routed messages per second: 1.</param>
public readonly record struct TargetUtilizations(Ratio ServerLoad, Ratio Connections, Ratio Inbound, Ratio Outbound, Ratio Routing)
{
    /// <summary>Lowest and highest target of server load and connections.</summary>
    public const double Min = 0.05,
        Max = 1;

    /// <summary>Highest target of the guide's rates, which are measured and not enforced.</summary>
    public const double MaxOfRates = 2;

    /// <summary>The defaults of rules/policy.yaml.</summary>
    public static TargetUtilizations Default { get; } = new(new(0.70), new(0.90), new(1), new(1), new(1));

    /// <summary>
    /// Every published limit used to its end, server load up to the default target: what the guides' own columns show, and what a plan is
    /// held against.
    /// </summary>
    public static TargetUtilizations PublishedLimits { get; } = Default with { Connections = new(1) };

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

    /// <summary>The highest target that a dimension may have.</summary>
    public static double MaxOf(Limit limit) => limit is Limit.ServerLoad or Limit.Connections ? Max : MaxOfRates;
}

/// <summary>
/// Targets as one place states them; null = not stated here. Each is within <see cref="TargetUtilizations.Min"/> and
/// <see cref="TargetUtilizations.MaxOf"/>.
/// </summary>
public readonly record struct TargetOverrides(
    Ratio? ServerLoad = null,
    Ratio? Connections = null,
    Ratio? Inbound = null,
    Ratio? Outbound = null,
    Ratio? Routing = null
)
{
    /// <summary>These over those of a wider place.</summary>
    public TargetOverrides Over(in TargetOverrides wider) =>
        new(
            ServerLoad ?? wider.ServerLoad,
            Connections ?? wider.Connections,
            Inbound ?? wider.Inbound,
            Outbound ?? wider.Outbound,
            Routing ?? wider.Routing
        );

    /// <summary>All five, those of the policy where nothing is stated.</summary>
    public TargetUtilizations Over(in TargetUtilizations policy) =>
        new(
            ServerLoad ?? policy.ServerLoad,
            Connections ?? policy.Connections,
            Inbound ?? policy.Inbound,
            Outbound ?? policy.Outbound,
            Routing ?? policy.Routing
        );

    /// <summary>These with the target of one dimension stated.</summary>
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
