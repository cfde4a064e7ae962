namespace Advisor.Core.Scaling;

/// <summary>Units that each limit asks for, before the ladder: 6.3 means a seventh unit of Standard_S1 is needed. Null = unknown.</summary>
public readonly record struct Needs(
    double? ServerLoad = null,
    double? Connections = null,
    double? Inbound = null,
    double? Outbound = null,
    double? Routing = null)
{
    public double? this[Dimension dimension] => dimension switch
    {
        Dimension.ServerLoad => ServerLoad,
        Dimension.Connections => Connections,
        Dimension.Inbound => Inbound,
        Dimension.Outbound => Outbound,
        Dimension.Routing => Routing,
        _ => null,
    };
}
