namespace Advisor.Core.Capacity;

/// <summary>One edition of a performance guide: the measured rows by use case, at the unit counts of its columns.</summary>
/// <param name="Edition">signalr, webpubsub or signalr-2019.</param>
/// <param name="Service">The service that the guide is about.</param>
/// <param name="MessageBytes">The message size at which all rates were measured: 2,048.</param>
/// <param name="MinMessageBytes">Messages smaller than this load the service as if they had it: 1,024.</param>
/// <param name="Rows">At most one row for each use case.</param>
public sealed record CapacityTable(
    string Edition,
    ServiceKind Service,
    int MessageBytes,
    int MinMessageBytes,
    IReadOnlyList<CapacityRow> Rows
)
{
    /// <summary>
    /// From which size and below which group size routing must be looked up, since server load does not show it; null where the guide says
    /// nothing.
    /// </summary>
    public RoutingNote? Routing { get; init; }

    /// <summary>Server connections of an app server; null where the guide has none (Web PubSub).</summary>
    public ServerConnectionAdvice? ServerConnections { get; init; }

    /// <summary>The row of a use case; null where this edition did not measure it.</summary>
    public CapacityRow? FindRow(UseCase useCase) => Rows.FirstOrDefault(row => row.UseCase == useCase);
}

/// <summary>
/// What one use case reached at each column, p99 latency under one second. All lists have the length of <paramref name="Units"/>;
/// those of app servers the length of <see cref="AppServerUnits"/>.
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
    bool InboundIsPublisher
)
{
    /// <summary>Stable id of the row, such as <c>signalr.echo</c>; never reused.</summary>
    public string Id { get; init; } = "";

    /// <summary>
    /// The unit counts of <see cref="AppServers"/> and <see cref="AspNetAppServers"/>: <see cref="Units"/>, but for send to connection of
    /// the current guide, which counts app servers at 10 units and messages at 20.
    /// </summary>
    public IReadOnlyList<int> AppServerUnits { get; init; } = Units;

    /// <summary>Members of each group at each column, for the group cases; null elsewhere.</summary>
    public IReadOnlyList<int>? GroupMembers { get; init; }

    /// <summary>Groups at each column, for the group cases; null elsewhere.</summary>
    public IReadOnlyList<int>? Groups { get; init; }

    /// <summary>What a reader should know of this row; null = nothing.</summary>
    public string? Note { get; init; }
}

/// <summary>Where routing cost is felt that server load does not show.</summary>
/// <param name="UnseenFromUnits">From this size on, small groups and single connections are to be compared with the table: 50.</param>
/// <param name="GroupMembersBelow">A group with fewer members is a small one: 20.</param>
public sealed record RoutingNote(int UnseenFromUnits, int GroupMembersBelow);

/// <summary>Server connections of each app server for each hub, in the default mode.</summary>
/// <param name="SdkDefault">What the SDK opens: 5.</param>
/// <param name="MeasuredWith">What the guide measured with: 15.</param>
/// <param name="AdvisedForFanOut">What the guide advises for broadcast and big groups: 40.</param>
/// <param name="AdvisedFromUnits">From this size on: 50.</param>
public sealed record ServerConnectionAdvice(int SdkDefault, int MeasuredWith, int AdvisedForFanOut, int AdvisedFromUnits);
