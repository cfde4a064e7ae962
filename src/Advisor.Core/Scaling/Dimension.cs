namespace Advisor.Core.Scaling;

/// <summary>The limits that can bind.</summary>
public enum Dimension
{
    None,
    ServerLoad,
    Connections,
    Inbound,
    Outbound,
    Routing,
}
