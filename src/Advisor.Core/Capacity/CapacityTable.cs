namespace Advisor.Core.Capacity;

/// <summary>One edition of a performance guide: measured rows by use case, at the unit counts of its columns.</summary>
/// <param name="Edition">signalr, webpubsub or signalr-2019.</param>
/// <param name="Service">Service that the guide covers.</param>
/// <param name="MessageBytes">Message size in bytes at which all rates were measured: 2,048.</param>
/// <param name="MinMessageBytes">
/// Smallest counted message size in bytes: smaller messages load the service as if they had it. 1,024.
/// </param>
/// <param name="Rows">At most one row per use case.</param>
public sealed record CapacityTable(
    string Edition,
    ServiceKind Service,
    int MessageBytes,
    int MinMessageBytes,
    IReadOnlyList<CapacityRow> Rows
)
{
    /// <summary>
    /// Size and group size at which routing must be compared with the table, since server load does not show it; null when the guide names
    /// none.
    /// </summary>
    public RoutingNote? Routing { get; init; }

    /// <summary>Recommended server connections per app server; null when the guide has none (Web PubSub).</summary>
    public ServerConnectionAdvice? ServerConnections { get; init; }

    /// <summary>Returns the row of a use case; null if this edition did not measure it.</summary>
    public CapacityRow? FindRow(UseCase useCase) => Rows.FirstOrDefault(row => row.UseCase == useCase);

    /// <summary>
    /// Returns the load that the guide measured over the bandwidth that it prints for it: it prints 2,000 msg/s of 2,048 B as 4 MBps, 2.4 %
    /// less.
    /// </summary>
    public double ComputeRounding() => Rows.Max(row => row.OutboundMessages[0] * MessageBytes / row.OutboundBytes[0]);
}

/// <summary>
/// Measured throughput of one use case at each column, with a p99 latency under one second. All lists have the length of <paramref
/// name="Units"/>; those of app servers the length of <see cref="AppServerUnits"/>.
/// </summary>
/// <param name="UseCase">Sending pattern.</param>
/// <param name="Source">Source of the figures: address and edition.</param>
/// <param name="Units">Published unit counts, ascending.</param>
/// <param name="Connections">Client connections at each column.</param>
/// <param name="InboundMessages">Messages per second into the service.</param>
/// <param name="OutboundMessages">Messages per second out of the service.</param>
/// <param name="InboundBytes">Bytes per second into the service.</param>
/// <param name="OutboundBytes">Bytes per second out of the service.</param>
/// <param name="AppServers">App servers used by the guide; null when it names none (serverless, Web PubSub).</param>
/// <param name="AspNetAppServers">App servers for ASP.NET SignalR; null when not measured.</param>
/// <param name="InboundIsPublisher">
/// Whether inbound is what the publisher sends (broadcast and big groups): flat over the units, and never a limit that more units raise.
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
    /// Unit counts of <see cref="AppServers"/> and <see cref="AspNetAppServers"/>. Equal to <see cref="Units"/>, except for send to
    /// connection of the current guide, which lists app servers at 10 units and messages at 20.
    /// </summary>
    public IReadOnlyList<int> AppServerUnits { get; init; } = Units;

    /// <summary>Members per group at each column, for the group cases; null otherwise.</summary>
    public IReadOnlyList<int>? GroupMembers { get; init; }

    /// <summary>Groups at each column, for the group cases; null otherwise.</summary>
    public IReadOnlyList<int>? Groups { get; init; }

    /// <summary>
    /// Whether a figure of this row at this size is interpolated, not measured: there is no column for it, or the SKU is Premium_P2 at 100
    /// units, where the column was measured on a SKU whose routing does not scale out.
    /// </summary>
    public bool IsInterpolatedAt(Sku sku, int units) => !Units.Contains(units) || (sku.LiftsRoutingWall && units == sku.Ladder.Min);
}

/// <summary>Thresholds of routing cost that server load does not show.</summary>
/// <param name="UnseenFromUnits">From this unit count on, small groups and single connections are compared with the table: 50.</param>
/// <param name="GroupMembersBelow">A group with fewer members is small: 20.</param>
public sealed record RoutingNote(int UnseenFromUnits, int GroupMembersBelow);

/// <summary>Recommended server connections per app server and hub, in the default mode.</summary>
/// <param name="MeasuredWith">Number used in the guide's measurements: 15.</param>
/// <param name="RecommendedForFanOut">Guide's advice for broadcast and big groups: 40.</param>
/// <param name="RecommendedFromUnits">Unit count from which the advice applies: 50.</param>
public sealed record ServerConnectionAdvice(int MeasuredWith, int RecommendedForFanOut, int RecommendedFromUnits);
