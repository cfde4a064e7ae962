using System.Globalization;
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

    public async Task<MetricsDocument> ReadBatchAsync(MetricQuery query, CancellationToken cancellation)
    {
        using var message = CreateMessage(query, null);
        message.BufferResponse = false;
        await batch.SendAsync(message, cancellation);
        if (message.Response.IsError)
        {
            throw new RequestFailedException(message.Response);
        }

        using var body = await ResponseSegments.ReadAsync(message.Response.ContentStream ?? Stream.Null, cancellation);
        return MetricsJson.Parse(body.Bytes, query.Batch.Type.Service, query.Batch.Grain);
    }

    public async Task<SplitDocument> ReadSplitAsync(MetricQuery query, MetricSplit split, CancellationToken cancellation)
    {
        using var message = CreateMessage(query, split);
        await batch.SendAsync(message, cancellation);
        var response = message.Response;
        return response.IsError ? throw new RequestFailedException(response) : SplitDocument.Parse(response.Content.ToMemory());
    }

    private HttpMessage CreateMessage(MetricQuery query, MetricSplit? split)
    {
        var message = batch.CreateMessage();
        var request = message.Request;
        request.Method = RequestMethod.Post;
        request.Uri.Reset(endpoint(query.Batch.Region));
        request.Uri.AppendPath($"/subscriptions/{query.Batch.Subscription}/metrics:getBatch", escape: false);
        request.Uri.AppendQuery("starttime", FormatTime(query.Batch.Start), escapeValue: true);
        request.Uri.AppendQuery("endtime", FormatTime(query.Batch.End), escapeValue: true);
        AppendCommon(request.Uri, query, BatchVersion);
        if (split is not null)
        {
            request.Uri.AppendQuery("filter", split.Filter, escapeValue: true);
            request.Uri.AppendQuery("top", split.CountSeries(query.Batch).ToString(CultureInfo.InvariantCulture), escapeValue: false);
        }

        request.Headers.Add("Accept", "application/json");
        request.Headers.Add("Content-Type", "application/json");
        // Lower case on the wire.
        var body = new JsonObject { ["resourceids"] = new JsonArray([.. query.Batch.Ids]) };
        request.Content = RequestContent.Create(body.ToJsonString());
        return message;
    }

    public async Task<MetricsDocument> ReadSingleAsync(MetricQuery query, CancellationToken cancellation)
    {
        var response = await arm.GetAsync(
            uri =>
            {
                uri.AppendPath(query.Batch.Ids[0] + "/providers/microsoft.insights/metrics", escape: false);
                uri.AppendQuery("timespan", $"{FormatTime(query.Batch.Start)}/{FormatTime(query.Batch.End)}", escapeValue: true);
                AppendCommon(uri, query, SingleVersion);
            },
            cancellation
        );
        return MetricsJson.Parse(response.Content.ToMemory().Span, query.Batch.Type.Service, query.Batch.Grain);
    }

    private static void AppendCommon(RequestUriBuilder uri, MetricQuery query, string version)
    {
        uri.AppendQuery("interval", MetricGrain.ToWireName(query.Batch.Grain), escapeValue: false);
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
