namespace Advisor.Core.Capacity;

/// <summary>One edition of a performance guide: the measured rows by use case, at the unit counts of its columns.</summary>
/// <param name="Edition">signalr, webpubsub or signalr-2019.</param>
/// <param name="Service">The service that the guide is about.</param>
/// <param name="MessageBytes">The message size at which all rates were measured: 2,048.</param>
/// <param name="LeastMessageBytes">Messages smaller than this load the service as if they had it: 1,024.</param>
/// <param name="Rows">At most one row for each use case.</param>
public sealed record CapacityTable(
    string Edition,
    ServiceKind Service,
    int MessageBytes,
    int LeastMessageBytes,
    IReadOnlyList<CapacityRow> Rows)
{
    /// <summary>The row of a use case; null where this edition did not measure it.</summary>
    public CapacityRow? Row(UseCase useCase) => Rows.FirstOrDefault(row => row.UseCase == useCase);
}

/// <summary>
/// What one use case reached at each column, p99 latency under one second. All lists have the length of <paramref name="Units"/>.
/// </summary>
/// <param name="UseCase">The sending pattern.</param>
/// <param name="Source">Where the figures stand: file and edition.</param>
/// <param name="Units">The published unit counts, ascending.</param>
/// <param name="Connections">Client connections at each column.</param>
/// <param name="InboundMessages">Messages per second into the service.</param>
/// <param name="OutboundMessages">Messages per second out of the service.</param>
/// <param name="InboundBytes">Bytes per second into the service.</param>
/// <param name="OutboundBytes">Bytes per second out of the service.</param>
/// <param name="AppServers">App servers that the guide used; null where it names none (serverless, Web PubSub).</param>
/// <param name="AspNetAppServers">The same for ASP.NET SignalR; null where not measured.</param>
/// <param name="InboundIsPublisher">
/// True for broadcast and big-group rows: inbound is what the publisher sends, flat over the units, and never a limit that units move.
/// </param>
public sealed record CapacityRow(
    UseCase UseCase,
    string Source,
    IReadOnlyList<int> Units,
    IReadOnlyList<double> Connections,
    IReadOnlyList<double> InboundMessages,
    IReadOnlyList<double> OutboundMessages,
    IReadOnlyList<double> InboundBytes,
    IReadOnlyList<double> OutboundBytes,
    IReadOnlyList<int>? AppServers,
    IReadOnlyList<int>? AspNetAppServers,
    bool InboundIsPublisher);
