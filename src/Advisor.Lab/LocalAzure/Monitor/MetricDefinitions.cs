using Advisor.Core.Metrics;
using Advisor.Lab.LocalAzure.Load;
using Advisor.Lab.Resources;

namespace Advisor.Lab.LocalAzure.Monitor;

/// <summary>
/// Metrics of the two resource types and of their replicas, which have the same, with units, aggregations and dimensions as listed by Azure
/// (supported metrics of Microsoft.SignalRService/SignalR and /WebPubSub, generated 2026-07-13 from the live API).
/// </summary>
internal static class MetricDefinitions
{
    private const Aggregations Gauge = Aggregations.Average | Aggregations.Minimum | Aggregations.Maximum;

    private static readonly MetricDefinition ServerLoad = Create(
        MetricSet.ServerLoad,
        "How loaded the servers of the service are.",
        Gauge,
        (m, noise) => m.ComputeServerLoad(noise)
    );

    private static readonly MetricDefinition Quota = Create(
        MetricSet.ConnectionQuotaUtilization,
        "Connections as a share of those that the units hold.",
        Gauge,
        (m, _) => Math.Round(m.QuotaPercent, 2)
    );

    private static readonly MetricDefinition Inbound = Create(
        MetricSet.InboundTraffic,
        "Bytes that came into the service.",
        Aggregations.Total,
        (m, _) => Math.Round(m.InboundBytes)
    );

    private static readonly MetricDefinition Outbound = Create(
        MetricSet.OutboundTraffic,
        "Bytes that left the service.",
        Aggregations.Total,
        (m, _) => Math.Round(m.OutboundBytes)
    );

    private static readonly MetricDefinition Connections = Create(
        MetricSet.ConnectionCount,
        "Connections that are open.",
        Aggregations.Maximum,
        (m, _) => m.Connections
    );

    private static readonly MetricDefinition Opened = Create(
        MetricSet.ConnectionOpenCount,
        "Connections that were opened.",
        Aggregations.Total,
        CountOpened
    );

    private static readonly MetricDefinition Closed = Create(
        "ConnectionCloseCount",
        "Count",
        "Connections that were closed.",
        Aggregations.Total,
        ComputeTurnover
    ) with
    {
        Additional = CountClosed,
    };

    public static IReadOnlyList<MetricDefinition> SignalR { get; } =
    [
        Closed with
        {
            Dimensions = [MetricDimensions.Endpoint, MetricDimensions.CloseCategory],
        },
        Connections with
        {
            Dimensions = [MetricDimensions.Endpoint],
        },
        Opened with
        {
            Dimensions = [MetricDimensions.Endpoint],
        },
        Quota,
        Inbound,
        Create(
            MetricSet.MessageCount,
            "Outbound messages, counted in pieces of 2 KB.",
            Aggregations.Total,
            (m, _) => Math.Floor(m.OutboundBytes / 2048)
        ),
        Outbound,
        Create("ServerConnectionLatency", "MilliSeconds", "Latency of the connections to the app servers.", Gauge, (_, _) => 2),
        ServerLoad,
        Create(MetricSet.SystemErrors, "Share of errors that the service caused.", Aggregations.Maximum, (m, _) => m.SystemErrors),
        Create("UserErrors", "Percent", "Share of errors that callers caused.", Aggregations.Maximum, (m, _) => m.UserErrors),
    ];

    public static IReadOnlyList<MetricDefinition> WebPubSub { get; } =
    [
        Create("ClientRequestStatus", "Count", "Answers to requests of clients.", Aggregations.Total, ComputeTurnover) with
        {
            Dimensions = [new("ClientType", [("Client", 1)]), new("Status", [("Accepted", 0.99), ("BadRequest", 0.01)])],
        },
        Closed with
        {
            Dimensions = [MetricDimensions.WebPubSubCloseCategory],
        },
        Opened,
        Quota,
        Inbound,
        Outbound,
        Create("RestApiResponseTimeCount", "Count", "Answers of the REST API.", Aggregations.Total, ComputeTurnover) with
        {
            Title = "REST API Response Time Count",
            Dimensions = [new("ResponseTime", [("10ms", 0.9), ("100ms", 0.1)]), new("RestApiCategory", [("Send", 1)])],
        },
        ServerLoad,
        Connections with
        {
            Name = MetricTable.All.Single(metric => metric.Key == MetricSet.ConnectionCount).WebPubSubName!,
            Supported = Aggregations.Average | Aggregations.Maximum,
        },
    ];

    /// <summary>
    /// Finds the metrics of a type, Microsoft.SignalRService/SignalR or /WebPubSub, case-insensitive; null for any other.
    /// </summary>
    public static IReadOnlyList<MetricDefinition>? Find(string type) =>
        type.ToLowerInvariant() switch
        {
            "microsoft.signalrservice/signalr" or "microsoft.signalrservice/signalr/replicas" => SignalR,
            "microsoft.signalrservice/webpubsub" or "microsoft.signalrservice/webpubsub/replicas" => WebPubSub,
            _ => null,
        };

    private static MetricDefinition Create(
        MetricSet key,
        string description,
        Aggregations supported,
        Func<LocalMinute, SeededNoise, double> value
    )
    {
        var metric = MetricTable.All.Single(metric => metric.Key == key);
        return Create(metric.Name, metric.Unit, description, supported, value);
    }

    private static MetricDefinition Create(
        string name,
        string unit,
        string description,
        Aggregations supported,
        Func<LocalMinute, SeededNoise, double> value
    ) => new(name, SplitWords(name), description, unit, supported, [], value);

    private static string SplitWords(string name) =>
        string.Concat(name.Select((letter, at) => at > 0 && char.IsUpper(letter) ? $" {letter}" : $"{letter}"));

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
