namespace Advisor.Simulation.Resources;

/// <summary>How the connections of a scenario send: what turns a number of connections into traffic and load.</summary>
/// <param name="Name">echo, chatty, broadcast or smallgroup.</param>
/// <param name="InboundPerConnection">Messages per second that each connection sends; 0 for broadcast, where a publisher sends.</param>
/// <param name="OutboundPerConnection">Messages per second that each connection receives.</param>
/// <param name="MessageBytes">Size of a message.</param>
/// <param name="InboundCeiling">Bytes per second and unit into the service; null where inbound does not count (broadcast).</param>
/// <param name="OutboundCeiling">Bytes per second and unit out of the service.</param>
/// <param name="Routed">Whether inbound messages meet the routing limit of small groups.</param>
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

    /// <summary>All four, in the order of the bench.</summary>
    public static IReadOnlyList<LoadShape> All { get; } = [Echo, Chatty, Broadcast, SmallGroup];

    /// <summary>The shape of a name, without regard to case; null where there is none.</summary>
    public static LoadShape? Find(string? name) => All.FirstOrDefault(s => string.Equals(s.Name, name, StringComparison.OrdinalIgnoreCase));

    /// <summary>What <paramref name="connections"/> ask for in one minute under <paramref name="law"/>.</summary>
    public MinuteDemand ComputeDemand(double connections, SimulationParameters law)
    {
        var inbound = InboundCeiling is null ? PublisherBytesPerSecond : connections * InboundPerConnection * MessageBytes;
        var outbound = connections * OutboundPerConnection * MessageBytes;
        var cpu = Math.Max(InboundCeiling is { } ceiling ? inbound / ceiling : 0, outbound / OutboundCeiling);
        return new MinuteDemand(
            law.CpuLoad * cpu + law.ConnectionLoad * connections / SimulationParameters.ConnectionsPerUnit,
            connections,
            inbound * 60,
            outbound * 60,
            Routed ? connections * InboundPerConnection : 0
        );
    }

    /// <summary>Units that a thousand connections need at least, the unit by which a scenario is scaled; 1 or more.</summary>
    public double UnitsPerThousand(SimulationParameters law) => ComputeDemand(1000, law).RequiredUnits;
}
