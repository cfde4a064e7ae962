using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;

namespace Advisor.Azure.Tests;

/// <summary>Answers in Azure's shapes, as small as a test needs them.</summary>
internal static partial class AzureResponses
{
    public static readonly DateTimeOffset Noon = new(2026, 3, 1, 12, 0, 0, TimeSpan.Zero);

    public static FleetResource Resource(
        string name,
        ServiceKind service = ServiceKind.SignalR,
        string region = "westeurope",
        string subscription = FakeAzure.Subscription
    ) =>
        new()
        {
            Id = FakeAzure.Id(name, service == ServiceKind.SignalR ? "SignalR" : "WebPubSub", subscription),
            Name = name,
            SubscriptionId = subscription,
            ResourceGroup = "rg",
            Service = service,
            Region = region,
            Sku = "Standard_S1",
            Units = 1,
            ProvisioningState = "Succeeded",
        };

    public static string ResourceJson(
        string name,
        string sku = "Standard_S1",
        int units = 1,
        string type = "SignalR",
        string state = "Succeeded",
        string tags = "{}",
        string features = "[]"
    ) =>
        $$"""
            {"sku":{"name":"{{sku}}","tier":"{{sku.Split('_')[0]}}","capacity":{{units}}},
             "properties":{"provisioningState":"{{state}}","hostName":"{{name}}.service.signalr.net","features":{{features}}},
             "location":"West Europe","tags":{{tags}},"id":"{{FakeAzure.Id(
                name,
                type
            )}}","name":"{{name}}","type":"Microsoft.SignalRService/{{type}}"}
            """;

    public static string List(params string[] elements) => $$"""{"value":[{{string.Join(',', elements)}}]}""";

    /// <summary>The ids that a batch call names.</summary>
    public static IReadOnlyList<string> IdsOf(RecordedCall call)
    {
        using var document = JsonDocument.Parse(call.Body);
        return [.. document.RootElement.GetProperty("resourceids").EnumerateArray().Select(e => e.GetString()!)];
    }

    /// <summary>The metric names that a call requests.</summary>
    public static IReadOnlyList<string> MetricsOf(RecordedCall call) => QueryOf(call, "metricnames").Split(',');

    /// <summary>
    /// A value of the query, as the default build writes it: the libraries of the optional one write aggregations with capitals and
    /// instants with fractions.
    /// </summary>
    public static string QueryOf(RecordedCall call, string name) =>
        name == "aggregation" ? Raw(call, name).ToLowerInvariant() : Fractions().Replace(Raw(call, name), "Z");

    private static string Raw(RecordedCall call, string name) =>
        call
            .Uri.Query.TrimStart('?')
            .Split('&')
            .Select(pair => pair.Split('=', 2))
            .Where(pair => pair[0] == name)
            .Select(pair => Uri.UnescapeDataString(pair[1]))
            .Single();

    /// <summary>A batch answer with one point (of <paramref name="value"/>, at noon) for each metric asked for.</summary>
    public static string Batch(RecordedCall call, double value = 7) => Batch(IdsOf(call), MetricsOf(call), value);

    public static string Batch(IEnumerable<string> ids, IReadOnlyList<string> metrics, double value = 7) =>
        $$"""{"values":[{{string.Join(',', ids.Select(id => BatchElement(id, metrics, value)))}}]}""";

    public static string BatchElement(string id, IReadOnlyList<string> metrics, double value = 7) =>
        $$"""
            {"starttime":"2026-03-01T11:00:00Z","endtime":"2026-03-01T12:00:00Z","interval":"PT1M",
             "value":[{{string.Join(',', metrics.Select(m => Metric(m, value)))}}],
             "namespace":"microsoft.signalrservice/signalr","resourceregion":"westeurope","resourceid":"{{id}}"}
            """;

    public static string Single(RecordedCall call, double value = 7) =>
        $$"""
            {"cost":59,"timespan":"2026-03-01T11:00:00Z/2026-03-01T12:00:00Z","interval":"PT1M",
             "value":[{{string.Join(',', MetricsOf(call).Select(m => Metric(m, value)))}}]}
            """;

    public static string Metric(string name, double value)
    {
        var field = name is "InboundTraffic" or "OutboundTraffic" or "MessageCount" or "ConnectionOpenCount" ? "total" : "maximum";
        var number = value.ToString(CultureInfo.InvariantCulture);
        return $$"""
            {"id":"x","type":"Microsoft.Insights/metrics","name":{"value":"{{name}}","localizedValue":"{{name}}"},"unit":"Count",
             "timeseries":[{"metadatavalues":[],"data":[{"timeStamp":"2026-03-01T11:30:00Z","{{field}}":{{number}} }]}],
             "errorCode":"Success"}
            """;
    }

    public static string FailedMetric(string name, string code) =>
        $$"""
            {"id":"x","name":{"value":"{{name}}"},"unit":"Count","timeseries":[],
             "errorMessage":"Sampling type is not found.","errorCode":"{{code}}"}
            """;

    [GeneratedRegex(@"(\.0+)?(Z|\+00:00)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Fractions();
}
