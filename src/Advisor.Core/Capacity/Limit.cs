namespace Advisor.Core.Capacity;

/// <summary>The limits that can bind.</summary>
public enum Limit
{
    None,
    ServerLoad,
    Connections,
    Inbound,
    Outbound,
    Routing,
}
