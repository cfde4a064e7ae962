using System.Collections.Concurrent;
using Advisor.Azure.Metrics;
using Advisor.Core.Capacity;
using Azure.Core;
using Azure.Monitor.Query;
using Azure.Monitor.Query.Models;

namespace Advisor.Azure.Sdk;

/// <summary>Azure Monitor's metrics over Azure.Monitor.Query: its batch client for each region, and its client for one resource.</summary>
internal sealed class SdkMonitorWire(AzureCloud cloud, TokenCredential credential, AzureClients clients) : IMonitorWire
{
    private const string MetricPart = "/providers/Microsoft.Insights/metrics/";

    private readonly ConcurrentDictionary<string, MetricsClient> regions = new(StringComparer.OrdinalIgnoreCase);
    private readonly MetricsQueryClient single = new(
        cloud.ResourceManager,
        credential,
        clients.Set(new MetricsQueryClientOptions { Audience = new MetricsQueryAudience(cloud.ResourceManagerAudience) }));

    public async Task<MetricsDocument> BatchAsync(
        string subscription, string region, MetricQuery query, IReadOnlyList<string> ids, CancellationToken cancellation)
    {
        var options = new MetricsQueryResourcesOptions { StartTime = query.Start, EndTime = query.End, Granularity = query.Grain };
        foreach (var aggregation in query.Aggregations)
        {
            options.Aggregations.Add(aggregation.ToString().ToLowerInvariant());
        }

        var client = regions.GetOrAdd(region, Client);
        var response = await client.QueryResourcesAsync(ids.Select(id => new ResourceIdentifier(id)), query.Names, query.Namespace, options, cancellation);
        return new MetricsDocument([.. response.Value.Values.Select(result => Read(result, query))], IsWhole: true);
    }

    public async Task<SplitDocument> SplitAsync(
        string subscription, string region, MetricQuery query, MetricSplit split, IReadOnlyList<string> ids, CancellationToken cancellation)
    {
        var options = new MetricsQueryResourcesOptions { StartTime = query.Start, EndTime = query.End, Granularity = query.Grain, Filter = split.Filter };
        options.Aggregations.Add("total");
        var response = await regions.GetOrAdd(region, Client).QueryResourcesAsync(
            ids.Select(id => new ResourceIdentifier(id)), query.Names, query.Namespace, options, cancellation);
        var metrics = response.Value.Values.SelectMany(result => result.Metrics).Where(metric => metric.Error is null or { Code: "Success" } && IdOf(metric) is not null).ToList();
        return new SplitDocument(
            [.. metrics.Select(metric => IdOf(metric)!)],
            [
                .. from metric in metrics
                   from series in metric.TimeSeries
                   select new SplitTotal(IdOf(metric)!, series.Metadata.Values.FirstOrDefault() ?? "", series.Values.Sum(value => value.Total ?? 0)),
            ]);
    }

    public async Task<MetricsDocument> SingleAsync(MetricQuery query, string id, CancellationToken cancellation)
    {
        var options = new MetricsQueryOptions
        {
            TimeRange = new QueryTimeRange(query.Start, query.End), Granularity = query.Grain, MetricNamespace = query.Namespace,
        };
        foreach (var aggregation in query.Aggregations)
        {
            options.Aggregations.Add(aggregation == MetricAggregation.Total ? MetricAggregationType.Total : MetricAggregationType.Maximum);
        }

        var response = await single.QueryResourceAsync(id, query.Names, options, cancellation);
        return new MetricsDocument([Read(response.Value, query)], IsWhole: true);
    }

    private MetricsClient Client(string region) => new(
        cloud.MetricsEndpoint(region),
        credential,
        clients.Set(new MetricsClientOptions { Audience = new MetricsClientAudience(cloud.MetricsAudience) }));

    // The library keeps the id of the resource only within those of its metrics.
    private static ResourceMetrics Read(MetricsQueryResult result, MetricQuery query)
    {
        var catalog = MetricCatalog.For(query.Service);
        var builder = new ResourceMetricsBuilder(query.Grain) { Answered = result.Granularity };
        foreach (var metric in result.Metrics)
        {
            builder.Id ??= IdOf(metric);
            builder.BeginMetric();
            foreach (var value in metric.TimeSeries.SelectMany(series => series.Values))
            {
                builder.Add(value.TimeStamp, value.Maximum, value.Total, value.Average);
            }

            builder.EndMetric(catalog.Find(metric.Name), metric.Name, metric.Error?.Code, metric.Error?.Message);
        }

        return builder.Build();
    }

    private static string? IdOf(MetricResult metric) =>
        metric.Id?.IndexOf(MetricPart, StringComparison.OrdinalIgnoreCase) is > 0 and var cut ? metric.Id[..cut] : null;
}
