namespace Advisor.Core.Capacity;

/// <summary>
/// What a load asks of a resource, counted as the guides count it: the client side only. Null is unknown, which is never zero.
/// </summary>
/// <param name="Connections">Connections, client and server ones.</param>
/// <param name="InboundBytes">Bytes per second from clients into the service.</param>
/// <param name="OutboundBytes">Bytes per second from the service to clients.</param>
/// <param name="ServerLoadUnits">Units at which the server load would sit at its target line.</param>
public readonly record struct Demand(
    double? Connections = null,
    double? InboundBytes = null,
    double? OutboundBytes = null,
    double? ServerLoadUnits = null
)
{
    /// <summary>This demand spread evenly over a number of instances, 1 or more.</summary>
    public Demand SplitOver(int instances) =>
        new(Connections / instances, InboundBytes / instances, OutboundBytes / instances, ServerLoadUnits / instances);
}
