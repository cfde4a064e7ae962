using Advisor.Functions.Tests.Published;
using Advisor.HostStandIn;
using Advisor.HostStandIn.Telemetry;
using Advisor.Lab.LocalAzure;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Telemetry;

/// <summary>What the published executable sends by OTLP, as a collector sees it.</summary>
[Collection(nameof(PublishedApp))]
public sealed class TelemetryTests(PublishedApp package) : IAsyncLifetime
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(3);

    // Constants of this program: the only tags that metrics may have.
    private static readonly string[] TagsOfAdvisor =
    [
        "advisor.action",
        "advisor.reason",
        "advisor.outcome",
        "advisor.api",
        "advisor.operation",
        "advisor.status_class",
        "error.type",
    ];

    private static readonly string[] TagsOfHttp =
    [
        "http.request.method",
        "http.response.status_code",
        "http.route",
        "server.address",
        "server.port",
        "url.scheme",
        "network.protocol.version",
        "error.type",
    ];

    private Azurite? azurite;
    private LocalAzureHost azure = null!;
    private OtlpReceiver collector = null!;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync()
    {
        (azurite, var reason) = await Azurite.TryStartAsync();
        Assert.SkipWhen(azurite is null, reason ?? "");
        azure = await LocalAzureHost.StartAsync(cancellation: Cancellation);
        collector = await OtlpReceiver.StartAsync(Cancellation);
    }

    public async ValueTask DisposeAsync()
    {
        if (collector is not null)
        {
            await collector.DisposeAsync();
        }

        if (azure is not null)
        {
            await azure.DisposeAsync();
        }

        if (azurite is not null)
        {
            await azurite.DisposeAsync();
        }
    }

    [Fact]
    public async Task A_collector_sees_a_tick_in_metrics_spans_and_logs_whose_series_do_not_depend_on_the_fleet()
    {
        await using var host = await StandInHost.StartAsync(CreateOptions(), Cancellation);
        await host.AdvanceAsync(TimeSpan.FromMinutes(1));
        await host.WaitUntilIdleAsync(Patience, Cancellation);
        await Until.WaitAsync(() =>
            collector.Metrics.Any(m => m.Name == "advisor.heartbeat")
            && collector.Spans.Any(s => s.Name == "EvaluateBatch")
            && collector.Logs.Count > 0
        );

        // Cumulative sums come again and again: the maximum of a series is the newest. Ten local resources have one evaluation each; one of
        // them has no metrics, so that its data has no age.
        Assert.Equal(10UL, SumTotal("advisor.evaluations", "{resource}"));
        Assert.Equal(9UL, SumTotal("advisor.data.age", "s"));
        Assert.Equal(1UL, SumTotal("advisor.heartbeat", "{tick}"));
        Assert.Contains(
            collector.Metrics,
            m =>
                m is { Name: "advisor.decisions", Unit: "{decision}" }
                && m.Tags["advisor.action"] == "Advise"
                && m.Tags["advisor.reason"].Length > 0
        );
        Assert.Contains(
            collector.Metrics,
            m =>
                m is { Name: "advisor.api.calls", Unit: "{call}" }
                && m.Tags["advisor.api"] == "monitor"
                && m.Tags["advisor.operation"] == "metrics.batch"
                && m.Tags["advisor.status_class"] == "2xx"
        );
        Assert.Equal(
            (ulong)azure.Calls[CallKind.MetricBatch],
            Sum(m => m.Name == "advisor.api.calls" && m.Tags["advisor.operation"] == "metrics.batch")
        );
        Assert.Contains(collector.Metrics, m => m is { Name: "http.client.request.duration", Unit: "s" });
        Assert.Contains(
            collector.Metrics,
            m => m is { Name: "http.server.request.duration" } && m.Tags.GetValueOrDefault("http.route") == "/EvaluateBatch"
        );
        Assert.All(
            collector.Metrics.Where(m => m.Scope == "Advisor"),
            m => Assert.Subset(TagsOfAdvisor.ToHashSet(), m.Tags.Keys.ToHashSet())
        );
        Assert.All(
            collector.Metrics.Where(m => m.Name.StartsWith("http.", StringComparison.Ordinal)),
            m => Assert.Subset(TagsOfHttp.ToHashSet(), m.Tags.Keys.ToHashSet())
        );
        Assert.DoesNotContain(
            collector.Metrics,
            m => m.Tags.Values.Any(value => value.Contains("subscriptions", StringComparison.OrdinalIgnoreCase))
        );

        // The function's span is the root; the batch is in it, and the calls to Azure in the batch.
        var function = collector.Spans.First(s => s.Name == "EvaluateBatch");
        var batch = collector.Spans.Single(s => s.Name == "advisor.evaluate" && s.Parent == function.Id);
        Assert.Equal(("", "pubsub"), (function.Parent, function.Tags["faas.trigger"]));
        Assert.Contains(collector.Spans, s => s.Scope == "System.Net.Http" && s.Parent == batch.Id);
        Assert.Contains(collector.Logs, line => line.StartsWith("advisor.heartbeat tick ", StringComparison.Ordinal));
        Assert.Equal("advisor", collector.Resource["service.name"]);
    }

    [Fact]
    public async Task An_invalid_collector_address_ends_the_start_with_one_line()
    {
        var fault = await Assert.ThrowsAsync<InvalidOperationException>(() =>
            StandInHost.StartAsync(CreateOptions(new() { ["OTEL_EXPORTER_OTLP_ENDPOINT"] = "collector:4318" }), Cancellation)
        );

        Assert.Contains("OTEL_EXPORTER_OTLP_ENDPOINT is not an address", fault.Message, StringComparison.Ordinal);
    }

    private ulong SumTotal(string name, string unit) => Sum(m => m.Name == name && m.Unit == unit);

    private ulong Sum(Func<MetricPoint, bool> chosen) =>
        collector
            .Metrics.Where(chosen)
            .GroupBy(m => string.Join(',', m.Tags.OrderBy(tag => tag.Key, StringComparer.Ordinal)))
            .Aggregate(0UL, (sum, series) => sum + series.Max(m => m.Count));

    private StandInOptions CreateOptions(Dictionary<string, string>? settings = null) =>
        new()
        {
            Folder = package.Folder,
            Queues = azurite!.Queues,
            Account = Azurite.Account,
            AccountKey = Azurite.Key,
            VisibilityTimeout = TimeSpan.FromSeconds(1),
            Restarts = 0,
            Settings = new Dictionary<string, string>
            {
                ["Advisor__State__TableServiceUri"] = azurite.Tables.AbsoluteUri,
                ["Advisor__AzureEndpoint"] = azure.Endpoint.AbsoluteUri,
                ["Advisor__Subscriptions"] = azure.SubscriptionId,
                ["OTEL_EXPORTER_OTLP_ENDPOINT"] = collector.Address.AbsoluteUri,
                ["OTEL_EXPORTER_OTLP_PROTOCOL"] = "http/protobuf",
                ["OTEL_METRIC_EXPORT_INTERVAL"] = "500",
                ["OTEL_BSP_SCHEDULE_DELAY"] = "200",
                ["OTEL_BLRP_SCHEDULE_DELAY"] = "200",
            }
                .Concat(settings ?? [])
                .GroupBy(pair => pair.Key)
                .ToDictionary(same => same.Key, same => same.Last().Value),
        };
}
