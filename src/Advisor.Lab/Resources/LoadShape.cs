namespace Advisor.Lab.Resources;

/// <summary>Traffic per connection: converts a number of connections into traffic and load.</summary>
/// <param name="Name">Name: echo, chatty, broadcast or smallgroup.</param>
/// <param name="InboundPerConnection">Messages per second sent by each connection; 0 for broadcast, where a publisher sends.</param>
/// <param name="OutboundPerConnection">Messages per second received by each connection.</param>
/// <param name="MessageBytes">Size of a message, in bytes.</param>
/// <param name="InboundCeiling">Inbound limit in bytes per second and unit; null when inbound traffic does not count (broadcast).</param>
/// <param name="OutboundCeiling">Outbound limit in bytes per second and unit.</param>
/// <param name="Routed">Whether the routing limit of small groups applies to inbound messages.</param>
public sealed record LoadShape(
    string Name,
    double InboundPerConnection,
    double OutboundPerConnection,
    int MessageBytes,
    double? InboundCeiling,
    double OutboundCeiling,
    bool Routed = false
)
{
    private const double PublisherBytesPerSecond = 4000;

    public static LoadShape Echo { get; } = new("echo", 0.5, 0.5, 1024, 2e6, 2e6);

    public static LoadShape Chatty { get; } = new("chatty", 1.6, 1.6, 2048, 2e6, 2e6);

    public static LoadShape Broadcast { get; } = new("broadcast", 0, 2.2, 2048, null, 4e6);

    public static LoadShape SmallGroup { get; } = new("smallgroup", 0.15, 1.5, 2048, 0.4e6, 4e6, Routed: true);

    /// <summary>All four shapes, in the order of the bench.</summary>
    public static IReadOnlyList<LoadShape> All { get; } = [Echo, Chatty, Broadcast, SmallGroup];

    /// <summary>Finds a shape by name, case-insensitive; null when there is none.</summary>
    public static LoadShape? Find(string? name) => All.FirstOrDefault(s => string.Equals(s.Name, name, StringComparison.OrdinalIgnoreCase));

    /// <summary>Computes the demand of <paramref name="connections"/> for one minute under <paramref name="parameters"/>.</summary>
    public MinuteDemand ComputeDemand(double connections, SimulationParameters parameters)
    {
        var inbound = InboundCeiling is null ? PublisherBytesPerSecond : connections * InboundPerConnection * MessageBytes;
        var outbound = connections * OutboundPerConnection * MessageBytes;
        var cpu = Math.Max(InboundCeiling is { } ceiling ? inbound / ceiling : 0, outbound / OutboundCeiling);
        return new MinuteDemand(
            parameters.CpuLoad * cpu + parameters.ConnectionLoad * connections / SimulationParameters.ConnectionsPerUnit,
            connections,
            inbound * 60,
            outbound * 60,
            Routed ? connections * InboundPerConnection : 0
        );
    }

    /// <summary>Returns the units required by a thousand connections, by which a scenario is scaled; 1 or more.</summary>
    public double ComputeUnitsPerThousand(SimulationParameters parameters) => ComputeDemand(1000, parameters).RequiredUnits;
}
