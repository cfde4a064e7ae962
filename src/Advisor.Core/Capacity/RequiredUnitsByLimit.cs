namespace Advisor.Core.Capacity;

/// <summary>
/// Units required by each limit, before rounding to the ladder: 6.3 means that Standard_S1 needs 7 units. Null = unknown.
/// </summary>
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
