using Advisor.LocalAzure.Load;
using Advisor.Simulation.Resources;

namespace Advisor.LocalAzure.Monitor;

/// <summary>
/// Metrics of the two resource types, with units, aggregations and dimensions as listed by Azure (supported metrics of
/// Microsoft.SignalRService/SignalR and /WebPubSub, generated 2026-07-13 from the live API).
/// </summary>
internal static class MetricDefinitions
{
    private const Aggregations Gauge = Aggregations.Average | Aggregations.Minimum | Aggregations.Maximum;

    private static readonly MetricDefinition ServerLoad = new(
        "ServerLoad",
        "Server Load",
        "How loaded the servers of the service are.",
        "Percent",
        Gauge,
        [],
        (m, noise) => m.ComputeServerLoad(noise)
    );

    private static readonly MetricDefinition Quota = new(
        "ConnectionQuotaUtilization",
        "Connection Quota Utilization",
        "Connections as a share of those that the units hold.",
        "Percent",
        Gauge,
        [],
        (m, _) => Math.Round(m.QuotaPercent, 2)
    );

    private static readonly MetricDefinition Inbound = new(
        "InboundTraffic",
        "Inbound Traffic",
        "Bytes that came into the service.",
        "Bytes",
        Aggregations.Total,
        [],
        (m, _) => Math.Round(m.InboundBytes)
    );

    private static readonly MetricDefinition Outbound = new(
        "OutboundTraffic",
        "Outbound Traffic",
        "Bytes that left the service.",
        "Bytes",
        Aggregations.Total,
        [],
        (m, _) => Math.Round(m.OutboundBytes)
    );

    public static IReadOnlyList<MetricDefinition> SignalR { get; } =
    [
        new(
            "ConnectionCloseCount",
            "Connection Close Count",
            "Connections that were closed.",
            "Count",
            Aggregations.Total,
            [MetricDimensions.Endpoint, MetricDimensions.CloseCategory],
            ComputeTurnover
        )
        {
            Additional = CountClosed,
        },
        new(
            "ConnectionCount",
            "Connection Count",
            "Connections that are open.",
            "Count",
            Aggregations.Maximum,
            [MetricDimensions.Endpoint],
            (m, _) => m.Connections
        ),
        new(
            "ConnectionOpenCount",
            "Connection Open Count",
            "Connections that were opened.",
            "Count",
            Aggregations.Total,
            [MetricDimensions.Endpoint],
            CountOpened
        ),
        Quota,
        Inbound,
        new(
            "MessageCount",
            "Message Count",
            "Outbound messages, counted in pieces of 2 KB.",
            "Count",
            Aggregations.Total,
            [],
            (m, _) => Math.Floor(m.OutboundBytes / 2048)
        ),
        Outbound,
        new(
            "ServerConnectionLatency",
            "Server Connection Latency",
            "Latency of the connections to the app servers.",
            "MilliSeconds",
            Gauge,
            [],
            (_, _) => 2
        ),
        ServerLoad,
        new(
            "SystemErrors",
            "System Errors",
            "Share of errors that the service caused.",
            "Percent",
            Aggregations.Maximum,
            [],
            (m, _) => m.SystemErrors
        ),
        new(
            "UserErrors",
            "User Errors",
            "Share of errors that callers caused.",
            "Percent",
            Aggregations.Maximum,
            [],
            (m, _) => m.UserErrors
        ),
    ];

    public static IReadOnlyList<MetricDefinition> WebPubSub { get; } =
    [
        new(
            "ClientRequestStatus",
            "Client Request Status",
            "Answers to requests of clients.",
            "Count",
            Aggregations.Total,
            [new("ClientType", [("Client", 1)]), new("Status", [("Accepted", 0.99), ("BadRequest", 0.01)])],
            ComputeTurnover
        ),
        new(
            "ConnectionCloseCount",
            "Connection Close Count",
            "Connections that were closed.",
            "Count",
            Aggregations.Total,
            [MetricDimensions.WebPubSubCloseCategory],
            ComputeTurnover
        )
        {
            Additional = CountClosed,
        },
        new("ConnectionOpenCount", "Connection Open Count", "Connections that were opened.", "Count", Aggregations.Total, [], CountOpened),
        Quota,
        Inbound,
        Outbound,
        new(
            "RestApiResponseTimeCount",
            "REST API Response Time Count",
            "Answers of the REST API.",
            "Count",
            Aggregations.Total,
            [new("ResponseTime", [("10ms", 0.9), ("100ms", 0.1)]), new("RestApiCategory", [("Send", 1)])],
            ComputeTurnover
        ),
        ServerLoad,
        new(
            "TotalConnectionCount",
            "Connection Count",
            "Connections that are open.",
            "Count",
            Aggregations.Average | Aggregations.Maximum,
            [],
            (m, _) => m.Connections
        ),
    ];

    /// <summary>
    /// Finds the metrics of a type, Microsoft.SignalRService/SignalR or /WebPubSub, case-insensitive; null for any other.
    /// </summary>
    public static IReadOnlyList<MetricDefinition>? Find(string type) =>
        string.Equals(type, "Microsoft.SignalRService/SignalR", StringComparison.OrdinalIgnoreCase) ? SignalR
        : string.Equals(type, "Microsoft.SignalRService/WebPubSub", StringComparison.OrdinalIgnoreCase) ? WebPubSub
        : null;

    private static double CountClosed(LocalMinute minute, string? category) =>
        (
            minute.Closes is not { } closes ? 0
            : category is null ? closes.Values.Sum()
            : closes.GetValueOrDefault(category)
        ) + (category is null or "Throttled" ? minute.Refused : 0);

    private static double CountOpened(LocalMinute minute, SeededNoise noise) =>
        ComputeTurnover(minute, noise) + minute.Opens + minute.Refused;

    // Two connections per thousand close and open again each minute.
    private static double ComputeTurnover(LocalMinute minute, SeededNoise noise) =>
        Math.Round(minute.Connections * 0.002 * 2 * noise.Fork(1).DrawUniform((ulong)minute.Minute));
}
