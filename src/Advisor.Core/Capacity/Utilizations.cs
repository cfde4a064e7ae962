using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity;

/// <summary>Used / (target x limit) of each limit at the size in force; null is unknown, never zero.</summary>
public readonly record struct Utilizations(
    Ratio? ServerLoad = null,
    Ratio? Connections = null,
    Ratio? Inbound = null,
    Ratio? Outbound = null,
    Ratio? Routing = null
)
{
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
}
