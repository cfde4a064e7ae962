namespace Advisor.Core.Capacity;

/// <summary>Units that each limit requires, before the ladder: 6.3 means a seventh unit of Standard_S1 is needed. Null = unknown.</summary>
public readonly record struct RequiredUnitsByLimit(
    double? ServerLoad = null,
    double? Connections = null,
    double? Inbound = null,
    double? Outbound = null,
    double? Routing = null
)
{
    public double? this[Limit limit] =>
        limit switch
        {
            Limit.ServerLoad => ServerLoad,
            Limit.Connections => Connections,
            Limit.Inbound => Inbound,
            Limit.Outbound => Outbound,
            Limit.Routing => Routing,
            _ => null,
        };
}
