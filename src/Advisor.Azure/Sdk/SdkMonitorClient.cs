using System.Collections.Concurrent;
using Advisor.Azure.Metrics;
using Advisor.Service.Http;
using Azure.Core;
using Azure.Monitor.Query;
using Azure.Monitor.Query.Models;

namespace Advisor.Azure.Sdk;

/// <summary>Azure Monitor client on Azure.Monitor.Query: its batch client per region, and its client for one resource.</summary>
internal sealed class SdkMonitorClient(AzureEndpoints cloud, TokenCredential credential, AzureClients clients) : IMonitorClient
{
    private const string Subscriptions = "/subscriptions/";

    private readonly ConcurrentDictionary<string, MetricsClient> regions = new(StringComparer.OrdinalIgnoreCase);
    private readonly MetricsQueryClient single = new(
        cloud.ResourceManager,
        credential,
        WithCapture(
            // The version of the default build; the library's own default is newer.
            clients.Configure(
                new MetricsQueryClientOptions(MetricsQueryClientOptions.ServiceVersion.V2018_01_01)
                {
                    Audience = new MetricsQueryAudience(cloud.ResourceManagerAudienceForScope),
                }
            )
        )
    );

    public async Task<MetricsDocument> ReadBatchAsync(MetricQuery query, CancellationToken cancellation) =>
        Read(await QueryAsync(query, null, cancellation), query);

    public async Task<SplitDocument> ReadSplitAsync(MetricQuery query, MetricSplit split, CancellationToken cancellation) =>
        SplitDocument.Parse((await QueryAsync(query, split, cancellation)).ToMemory());

    public async Task<MetricsDocument> ReadSingleAsync(MetricQuery query, CancellationToken cancellation)
    {
        var options = new MetricsQueryOptions
        {
            TimeRange = new QueryTimeRange(query.Batch.Start, query.Batch.End),
            Granularity = query.Batch.Grain,
            MetricNamespace = query.Namespace,
        };
        foreach (var aggregation in query.Aggregations)
        {
            options.Aggregations.Add(Enum.Parse<MetricAggregationType>(aggregation.ToString()));
        }

        return Read(
            await ResponseCapture.CaptureAsync(() => single.QueryResourceAsync(query.Batch.Ids[0], query.Names, options, cancellation)),
            query
        );
    }

    private Task<BinaryData> QueryAsync(MetricQuery query, MetricSplit? split, CancellationToken cancellation)
    {
        var options = new MetricsQueryResourcesOptions
        {
            StartTime = query.Batch.Start,
            EndTime = query.Batch.End,
            Granularity = query.Batch.Grain,
            Filter = split?.Filter,
            Size = split?.CountSeries(query.Batch),
        };
        foreach (var aggregation in query.Aggregations)
        {
            options.Aggregations.Add(aggregation.ToString().ToLowerInvariant());
        }

        var client = regions.GetOrAdd(query.Batch.Region, GetRegionClient);
        return ResponseCapture.CaptureAsync(() =>
            client.QueryResourcesAsync(query.Batch.Ids.Select(CreateIdentifier), query.Names, query.Namespace, options, cancellation)
        );
    }

    // The library finds the subscription after "subscriptions/" in lower case; ids of Azure compare without case.
    private static ResourceIdentifier CreateIdentifier(string id) =>
        new(id.StartsWith(Subscriptions, StringComparison.OrdinalIgnoreCase) ? Subscriptions + id[Subscriptions.Length..] : id);

    private MetricsClient GetRegionClient(string region) =>
        new(
            cloud.GetMetricsEndpoint(region),
            credential,
            WithCapture(
                clients.Configure(
                    new MetricsClientOptions { Audience = new MetricsClientAudience(cloud.MetricsAudience) },
                    ResponseSizes.MaxMetricsBytes
                )
            )
        );

    private static T WithCapture<T>(T options)
        where T : ClientOptions
    {
        options.AddPolicy(ResponseCapture.Policy, HttpPipelinePosition.PerCall);
        return options;
    }

    private static MetricsDocument Read(BinaryData body, MetricQuery query) =>
        MetricsJson.Parse(body.ToMemory().Span, query.Batch.Type.Service, query.Batch.Grain);
}
