using System.Text.Json;
using System.Text.RegularExpressions;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;

namespace Advisor.Azure.Tests;

/// <summary>Answers in Azure's shapes, as small as a test needs them.</summary>
internal static partial class AzureResponses
{
    public static readonly DateTimeOffset Noon = new(2026, 3, 1, 12, 0, 0, TimeSpan.Zero);

    public static FleetResource CreateResource(
        string name,
        ServiceKind service = ServiceKind.SignalR,
        string region = "westeurope",
        string subscription = FakeAzure.Subscription
    ) =>
        new()
        {
            Id = FakeAzure.CreateId(name, service == ServiceKind.SignalR ? "SignalR" : "WebPubSub", subscription),
            Name = name,
            SubscriptionId = subscription,
            ResourceGroup = "rg",
            Service = service,
            Region = region,
            Sku = "Standard_S1",
            Units = 1,
            ProvisioningState = "Succeeded",
        };

    public static string RenderResource(
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
             "location":"West Europe","tags":{{tags}},"id":"{{FakeAzure.CreateId(
                name,
                type
            )}}","name":"{{name}}","type":"Microsoft.SignalRService/{{type}}"}
            """;

    public static string List(params string[] elements) => $$"""{"value":[{{string.Join(',', elements)}}]}""";

    /// <summary>The ids that a batch call names.</summary>
    public static IReadOnlyList<string> ReadIds(RecordedCall call)
    {
        using var document = JsonDocument.Parse(call.Body);
        return [.. document.RootElement.GetProperty("resourceids").EnumerateArray().Select(e => e.GetString()!)];
    }

    /// <summary>The metric names that a call requests.</summary>
    public static IReadOnlyList<string> ReadMetrics(RecordedCall call) => ReadQuery(call, "metricnames").Split(',');

    /// <summary>
    /// A value of the query, as the default build writes it: the libraries of the optional one write aggregations with capitals and
    /// instants with fractions.
    /// </summary>
    public static string ReadQuery(RecordedCall call, string name) =>
        name == "aggregation" ? ReadRawQuery(call, name).ToLowerInvariant() : FractionsPattern().Replace(ReadRawQuery(call, name), "Z");

    private static string ReadRawQuery(RecordedCall call, string name) =>
        call
            .Uri.Query.TrimStart('?')
            .Split('&')
            .Select(pair => pair.Split('=', 2))
            .Where(pair => pair[0] == name)
            .Select(pair => Uri.UnescapeDataString(pair[1]))
            .Single();

    /// <summary>A batch answer with one point (of <paramref name="value"/>, at noon) for each metric asked for.</summary>
    public static string RenderBatch(RecordedCall call, double value = 7) => RenderBatch(ReadIds(call), ReadMetrics(call), value);

    public static string RenderBatch(IEnumerable<string> ids, IReadOnlyList<string> metrics, double value = 7) =>
        $$"""{"values":[{{string.Join(',', ids.Select(id => RenderBatchElement(id, metrics, value)))}}]}""";

    public static string RenderBatchElement(string id, IReadOnlyList<string> metrics, double value = 7) =>
        $$"""
            {"starttime":"2026-03-01T11:00:00Z","endtime":"2026-03-01T12:00:00Z","interval":"PT1M",
             "value":[{{string.Join(',', metrics.Select(m => RenderMetric(m, value)))}}],
             "namespace":"microsoft.signalrservice/signalr","resourceregion":"westeurope","resourceid":"{{id}}"}
            """;

    public static string RenderSingle(RecordedCall call, double value = 7) =>
        $$"""
            {"cost":59,"timespan":"2026-03-01T11:00:00Z/2026-03-01T12:00:00Z","interval":"PT1M",
             "value":[{{string.Join(',', ReadMetrics(call).Select(m => RenderMetric(m, value)))}}]}
            """;

    public static string RenderMetric(string name, double value)
    {
        var field = name is "InboundTraffic" or "OutboundTraffic" or "MessageCount" or "ConnectionOpenCount" ? "total" : "maximum";
        var number = value.ToString();
        return $$"""
            {"id":"x","type":"Microsoft.Insights/metrics","name":{"value":"{{name}}","localizedValue":"{{name}}"},"unit":"Count",
             "timeseries":[{"metadatavalues":[],"data":[{"timeStamp":"2026-03-01T11:30:00Z","{{field}}":{{number}} }]}],
             "errorCode":"Success"}
            """;
    }

    public static string RenderFailedMetric(string name, string code) =>
        $$"""
            {"id":"x","name":{"value":"{{name}}"},"unit":"Count","timeseries":[],
             "errorMessage":"Sampling type is not found.","errorCode":"{{code}}"}
            """;

    [GeneratedRegex(@"(\.0+)?(Z|\+00:00)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex FractionsPattern();
}
