namespace Advisor.Core.Capacity;

/// <summary>Limits that can be the limiting factor.</summary>
public enum Limit
{
    None,
    ServerLoad,
    Connections,
    Inbound,
    Outbound,
    Routing,
}
