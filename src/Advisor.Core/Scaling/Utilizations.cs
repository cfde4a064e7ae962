using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling;

/// <summary>Used / (target x limit) of each dimension at the size in force; null = unknown, which is never zero.</summary>
public readonly record struct Utilizations(
    Ratio? ServerLoad = null,
    Ratio? Connections = null,
    Ratio? Inbound = null,
    Ratio? Outbound = null,
    Ratio? Routing = null)
{
    public Ratio? this[Dimension dimension] => dimension switch
    {
        Dimension.ServerLoad => ServerLoad,
        Dimension.Connections => Connections,
        Dimension.Inbound => Inbound,
        Dimension.Outbound => Outbound,
        Dimension.Routing => Routing,
        _ => null,
    };
}
