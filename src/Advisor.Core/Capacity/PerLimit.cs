namespace Advisor.Core.Capacity;

/// <summary>
/// A value of each limit; null is unknown, never zero. Units required are a <c>PerLimit&lt;double&gt;</c>, before rounding to the ladder:
/// 6.3 means that Standard_S1 needs 7 units. Utilizations are a <c>PerLimit&lt;Ratio&gt;</c>: used / (target x limit).
/// </summary>
public readonly record struct PerLimit<T>(
    T? ServerLoad = null,
    T? Connections = null,
    T? Inbound = null,
    T? Outbound = null,
    T? Routing = null
)
    where T : struct
{
    /// <summary>The value of a limit; null for <see cref="Limit.None"/>.</summary>
    public T? this[Limit limit] =>
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
