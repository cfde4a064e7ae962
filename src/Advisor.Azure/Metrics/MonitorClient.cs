using System.Text.Json.Nodes;
using Advisor.Azure.Resources;
using Azure;
using Azure.Core;
using Azure.Core.Pipeline;

namespace Advisor.Azure.Metrics;

/// <summary>Azure Monitor client on the pipeline of Azure.Core: the regional batch call, and the call of Resource Manager.</summary>
/// <param name="batch">Pipeline with the token of the batch endpoint.</param>
/// <param name="endpoint">Returns the batch endpoint of a region.</param>
/// <param name="arm">Pipeline of Resource Manager.</param>
internal sealed class MonitorClient(HttpPipeline batch, Func<string, Uri> endpoint, ArmPipeline arm) : IMonitorClient
{
    private const string BatchVersion = "2024-02-01";
    private const string SingleVersion = "2018-01-01";

    public async Task<MetricsDocument> ReadBatchAsync(
        string subscription,
        string region,
        MetricQuery query,
        IReadOnlyList<string> ids,
        CancellationToken cancellation
    )
    {
        using var message = CreateMessage(subscription, region, query, null, ids);
        message.BufferResponse = false;
        await batch.SendAsync(message, cancellation);
        if (message.Response.IsError)
        {
            throw new RequestFailedException(message.Response);
        }

        using var body = await ResponseSegments.ReadAsync(message.Response.ContentStream ?? Stream.Null, cancellation);
        return MetricsJson.Parse(body.Bytes, query.Service, query.Grain);
    }

    public async Task<SplitDocument> ReadSplitAsync(
        string subscription,
        string region,
        MetricQuery query,
        MetricSplit split,
        IReadOnlyList<string> ids,
        CancellationToken cancellation
    )
    {
        using var message = CreateMessage(subscription, region, query, split, ids);
        await batch.SendAsync(message, cancellation);
        var response = message.Response;
        return response.IsError ? throw new RequestFailedException(response) : SplitDocument.Parse(response.Content.ToMemory());
    }

    private HttpMessage CreateMessage(string subscription, string region, MetricQuery query, MetricSplit? split, IReadOnlyList<string> ids)
    {
        var message = batch.CreateMessage();
        var request = message.Request;
        request.Method = RequestMethod.Post;
        request.Uri.Reset(endpoint(region));
        request.Uri.AppendPath($"/subscriptions/{subscription}/metrics:getBatch", escape: false);
        request.Uri.AppendQuery("starttime", FormatTime(query.Start), escapeValue: true);
        request.Uri.AppendQuery("endtime", FormatTime(query.End), escapeValue: true);
        AppendCommon(request.Uri, query, BatchVersion);
        if (split is not null)
        {
            request.Uri.AppendQuery("filter", split.Filter, escapeValue: true);
        }

        request.Headers.Add("Accept", "application/json");
        request.Headers.Add("Content-Type", "application/json");
        // Lower case on the wire.
        var body = new JsonObject { ["resourceids"] = new JsonArray([.. ids]) };
        request.Content = RequestContent.Create(body.ToJsonString());
        return message;
    }

    public async Task<MetricsDocument> ReadSingleAsync(MetricQuery query, string id, CancellationToken cancellation)
    {
        var response = await arm.GetAsync(
            uri =>
            {
                uri.AppendPath(id + "/providers/microsoft.insights/metrics", escape: false);
                uri.AppendQuery("timespan", $"{FormatTime(query.Start)}/{FormatTime(query.End)}", escapeValue: true);
                AppendCommon(uri, query, SingleVersion);
            },
            cancellation
        );
        return MetricsJson.Parse(response.Content.ToMemory().Span, query.Service, query.Grain);
    }

    private static void AppendCommon(RequestUriBuilder uri, MetricQuery query, string version)
    {
        uri.AppendQuery("interval", MetricGrain.ToWireName(query.Grain), escapeValue: false);
        uri.AppendQuery("metricnamespace", query.Namespace, escapeValue: true);
        uri.AppendQuery("metricnames", string.Join(',', query.Names), escapeValue: true);
        uri.AppendQuery(
            "aggregation",
            string.Join(',', query.Aggregations.Select(a => a.ToString().ToLowerInvariant())),
            escapeValue: true
        );
        uri.AppendQuery("api-version", version, escapeValue: false);
    }

    private static string FormatTime(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ssZ");
}
