namespace Advisor.Core.Capacity;

/// <summary>Client-side demand on a resource, counted as the guides count it. Null is unknown, never zero.</summary>
/// <param name="Connections">Client and server connections.</param>
/// <param name="InboundBytes">Bytes per second from clients into the service.</param>
/// <param name="OutboundBytes">Bytes per second from the service to clients.</param>
/// <param name="ServerLoadUnits">Units at which server load would equal its target.</param>
public readonly record struct Demand(
    double? Connections = null,
    double? InboundBytes = null,
    double? OutboundBytes = null,
    double? ServerLoadUnits = null
)
{
    /// <summary>Returns the demand per instance when spread evenly over a number of instances, 1 or more.</summary>
    public Demand SplitOver(int instances) =>
        new(Connections / instances, InboundBytes / instances, OutboundBytes / instances, ServerLoadUnits / instances);

    /// <summary>Returns a multiple of the demand.</summary>
    /// <param name="factor">0 or more.</param>
    public Demand ScaleBy(double factor) =>
        new(Connections * factor, InboundBytes * factor, OutboundBytes * factor, ServerLoadUnits * factor);
}
