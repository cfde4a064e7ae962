using System.Text.Json;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.LocalAzure.Wire;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Advisor.Lab.LocalAzure.Monitor;

/// <summary>The two metrics calls: for one resource, and for up to 50 of one subscription, region and type.</summary>
internal sealed class MetricEndpoints(LocalFleet fleet, LocalAzureFaults faults)
{
    private const int MaxBatchSize = 50;

    public void Map(IEndpointRouteBuilder routes)
    {
        routes.MapResourceAndReplica("GET", "/providers/microsoft.insights/metrics", CallKind.MetricSingle, fleet, AnswerSingleAsync);
        routes.MapArm("POST", ArmRoutes.Subscription + "/metrics:getBatch", CallKind.MetricBatch, fleet, AnswerBatchAsync);
    }

    private Task AnswerSingleAsync(HttpContext http, LocalResource resource)
    {
        var now = fleet.Clock.Now;
        var (start, end) = QueryTimespan.Parse(http.Request.Query["timespan"].ToString(), now);
        var (query, error) = MetricsRequest.Parse(http.Request.Query, resource.Type, start, end, now);
        if (error is not null)
        {
            return error.WriteFlatAsync(http);
        }

        var space = http.Request.Query["metricnamespace"].ToString() is { Length: > 0 } given ? given : resource.Type;
        var known = string.Equals(space, resource.Type, StringComparison.OrdinalIgnoreCase) ? resource : null;
        return http.WriteJsonAsync(writer =>
        {
            writer.WriteStartObject();
            writer.WriteString("timespan", $"{MetricBuckets.FormatTime(query!.StartMinute)}/{MetricBuckets.FormatTime(query.EndMinute)}");
            if (!query.MetadataOnly)
            {
                writer.WriteNumber("cost", query.EndMinute - query.StartMinute - 1);
                writer.WriteString("interval", query.Interval);
            }

            new MetricWriter(query, new MetricBuckets(query, now), faults, CallKind.MetricSingle).Write(writer, resource.Id, known);
            writer.WriteString("namespace", space);
            writer.WriteString("resourceregion", resource.Region);
            writer.WriteEndObject();
        });
    }

    private async Task AnswerBatchAsync(HttpContext http)
    {
        var parameters = http.Request.Query;
        var now = fleet.Clock.Now;
        var space = parameters["metricnamespace"].ToString();
        var (ids, error) = await ReadIdsAsync(http, space);
        MetricsRequest? query = null;
        if (error is null)
        {
            (query, error) = MetricsRequest.Parse(parameters, space, parameters["starttime"], parameters["endtime"], now);
            error ??= query!.RefusedAggregation ?? FindRefused(query, http.Request.Path);
        }

        if (error is not null)
        {
            await error.WriteBatchAsync(http);
            return;
        }

        var buckets = new MetricBuckets(query!, now);
        var metrics = new MetricWriter(query!, buckets, faults, CallKind.MetricBatch);
        // An endpoint has the series of its own region alone: a resource of another one, or none, has empty series and no error.
        var region =
            ParseRegion(http.Request.Host.Host) ?? ids.Select(id => fleet.Find(id)?.Region).FirstOrDefault(r => r is not null) ?? "global";
        await http.WriteJsonAsync(writer =>
        {
            writer.WriteStartObject();
            writer.WriteStartArray("values");
            foreach (var id in ids)
            {
                writer.WriteStartObject();
                writer.WriteString("starttime", MetricBuckets.FormatTime(query!.StartMinute));
                writer.WriteString("endtime", MetricBuckets.FormatTime(query.EndMinute));
                writer.WriteString("interval", query.Interval);
                metrics.Write(writer, id, FindIn(region, id));
                writer.WriteString("namespace", space.ToLowerInvariant());
                writer.WriteString("resourceregion", region);
                writer.WriteString("resourceid", id);
                writer.WriteEndObject();
            }

            writer.WriteEndArray();
            writer.WriteEndObject();
        });
    }

    private ArmError? FindRefused(MetricsRequest query, string path) =>
        query
            .Metrics.Where(metric => faults.TryTrigger([FaultKind.MetricRefused], CallKind.MetricBatch, path, metric.Name) is not null)
            .Select(metric => MetricsRequest.CreateNotImplemented(metric, query.RequestedAggregations))
            .FirstOrDefault();

    private static async Task<(IReadOnlyList<string> Ids, ArmError? Error)> ReadIdsAsync(HttpContext http, string space)
    {
        List<string> ids;
        try
        {
            using var body = await JsonDocument.ParseAsync(http.Request.Body);
            ids = [.. body.RootElement.GetProperty("resourceids").EnumerateArray().Select(id => id.GetString() ?? "")];
        }
        catch (Exception e) when (e is JsonException or KeyNotFoundException or InvalidOperationException)
        {
            return CreateError("The request body must be an object with the array 'resourceids'.");
        }

        if (ids.Count is 0 or > MaxBatchSize)
        {
            return CreateError($"The number of resource ids must be between 1 and {MaxBatchSize}; the request has {ids.Count}.");
        }

        if (MetricDefinitions.Find(space) is null)
        {
            return CreateError($"Failed to find metric configuration for namespace: {space}");
        }

        var subscription = $"/subscriptions/{http.GetRouteText("subscription")}/";
        return ids.Find(id => !("/" + id.TrimStart('/')).StartsWith(subscription, StringComparison.OrdinalIgnoreCase)) is { } foreign
                ? CreateError($"All resources must belong to the subscription of the request: {foreign}")
            : ids.Find(id => !HasType(id, space)) is { } other
                ? CreateError($"All resources must be of the type of the metric namespace {space}: {other}")
            : (ids, null);
    }

    // SignalR/chat is of another type than SignalR/chat/replicas/east.
    private static bool HasType(string id, string space) =>
        id.IndexOf("/providers/", StringComparison.OrdinalIgnoreCase) is > 0 and var at
        && id[at..].Split('/', StringSplitOptions.RemoveEmptyEntries) is [_, var provider, .. var parts]
        && string.Equals(
            string.Join('/', parts.Where((_, index) => index % 2 == 0).Prepend(provider)),
            space,
            StringComparison.OrdinalIgnoreCase
        );

    private LocalResource? FindIn(string region, string id) =>
        fleet.Find(id) is { } found && string.Equals(found.Region, region, StringComparison.OrdinalIgnoreCase) ? found : null;

    // westeurope.metrics.monitor.azure.com, kept in the Host header by a client that only redirects the connection.
    private static string? ParseRegion(string host) =>
        host.IndexOf(".metrics.monitor.", StringComparison.OrdinalIgnoreCase) is > 0 and var dot
        && !host.StartsWith("global.", StringComparison.OrdinalIgnoreCase)
            ? host[..dot]
            : null;

    private static (IReadOnlyList<string>, ArmError?) CreateError(string message) => ([], ArmError.Invalid("BadRequest", message));
}
