using System.Diagnostics;
using System.Net.Http.Json;
using System.Text.Json.Nodes;
using Advisor.HostStandIn;
using Advisor.HostStandIn.Telemetry;
using Advisor.Tests;

namespace Advisor.Benchmarks;

/// <summary>
/// A fleet of drawn resources on a loopback Azure in a process of its own, queues and tables of a storage emulator in another, and two
/// instances of the published app, each under a stand-in for the host in this process. The timer is fired for the first instance, as its
/// lease would have it.
/// </summary>
internal sealed class TickWorld : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(30);

    private readonly Process azure;
    private readonly Azurite storage;
    private readonly OtlpReceiver collector;
    private readonly List<StandInHost> hosts = [];

    private TickWorld(Process azure, Azurite storage, OtlpReceiver collector, Uri endpoint, string subscription) =>
        (this.azure, this.storage, this.collector, Client, Subscription) = (
            azure,
            storage,
            collector,
            new HttpClient { BaseAddress = endpoint },
            subscription
        );

    public HttpClient Client { get; }

    /// <summary>The processes of the app.</summary>
    public IEnumerable<int> Instances => hosts.Select(host => host.App.Id);

    public string Subscription { get; }

    public Uri Tables => storage.Tables;

    /// <param name="hook">Where messages go; null = nowhere.</param>
    public static async Task<TickWorld> StartAsync(string folder, int resources, int regions, Uri? hook = null)
    {
        var local = AdvisorProcess.Start(
            "local",
            "--resources",
            FormatText(resources),
            "--regions",
            FormatText(regions),
            "--manual-clock",
            "--output",
            "json"
        );
        var what = JsonNode.Parse(await AdvisorProcess.ReadJsonAsync(local.StandardOutput))!;
        var (emulator, reason) = await Azurite.TryStartAsync();
        var receiver = await OtlpReceiver.StartAsync(CancellationToken.None);
        var world = new TickWorld(
            local,
            emulator ?? throw new InvalidOperationException(reason),
            receiver,
            new Uri(what["endpoint"]!.GetValue<string>()),
            what["subscriptionId"]!.GetValue<string>()
        );
        for (var instance = 0; instance < 2; instance++)
        {
            world.hosts.Add(await StandInHost.StartAsync(world.CreateOptions(folder, hook), CancellationToken.None));
        }

        return world;
    }

    /// <summary>
    /// One tick, from the timer to the end of everything that follows from it, in the next minute of the loopback Azure's clock, which the
    /// app follows.
    /// </summary>
    public async Task<TickCost> MeasureTickAsync()
    {
        await MoveAsync();
        (await Client.DeleteAsync("/local/calls")).Dispose();
        var (operations, processor, outcomes) = (await CountOperationsAsync(), Processor, hosts.Sum(host => host.Outcomes.Count));
        var clock = Stopwatch.StartNew();
        await FireAsync();
        var elapsed = clock.Elapsed;
        var failed = hosts.SelectMany(host => host.Outcomes).Count(outcome => !outcome.Succeeded);
        processor = Processor - processor;
        var after = await CountOperationsAsync();
        return new TickCost(
            elapsed,
            processor,
            after.ToDictionary(operation => operation.Key, operation => operation.Value - operations.GetValueOrDefault(operation.Key)),
            (await Client.GetFromJsonAsync<JsonObject>("/local/calls"))!.ToDictionary(
                pair => pair.Key,
                pair => pair.Value!.GetValue<long>()
            ),
            hosts.Sum(host => host.Outcomes.Count) - outcomes,
            failed,
            hosts.Max(host => ProcessUsage.Read(host.App.Id).Resident),
            hosts.Max(host => ProcessUsage.Read(host.App.Id).Peak)
        );
    }

    /// <summary>The same without any figures.</summary>
    public async Task TickAsync()
    {
        await MoveAsync();
        await FireAsync();
    }

    /// <summary>What the first instance says of its health: a word.</summary>
    public async Task<string> ReadHealthAsync()
    {
        using var http = new HttpClient();
        using var answer = await http.GetAsync(new Uri(hosts[0].Address, "/open/health"));
        return (await answer.Content.ReadFromJsonAsync<JsonObject>())!["status"]!.GetValue<string>();
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var host in hosts)
        {
            await host.DisposeAsync();
        }

        await collector.DisposeAsync();
        await storage.DisposeAsync();
        Client.Dispose();
        azure.Kill();
        azure.Dispose();
    }

    private async Task MoveAsync() =>
        (await Client.PostAsJsonAsync("/local/clock", new { seconds = 60 })).EnsureSuccessStatusCode().Dispose();

    private async Task FireAsync()
    {
        await hosts[0].AdvanceAsync(TimeSpan.FromMinutes(1));
        await hosts[0].WaitUntilIdleAsync(Patience, CancellationToken.None);
        await hosts[1].WaitUntilIdleAsync(Patience, CancellationToken.None);
    }

    private static string FormatText(int number) => number.ToString();

    private TimeSpan Processor => hosts.Aggregate(TimeSpan.Zero, (sum, host) => sum + ProcessUsage.Read(host.App.Id).Processor);

    // What the instances say of themselves, cumulative, every half second: what is counted by now has come after two of them.
    private async Task<IReadOnlyDictionary<string, long>> CountOperationsAsync()
    {
        collector.Requests.Clear();
        await Task.Delay(TimeSpan.FromSeconds(1.5));
        return collector
            .Metrics.Where(metric => metric.Name == "advisor.api.calls" && metric.Tags["advisor.api"] == "table")
            .GroupBy(metric => (metric.Instance, Operation: metric.Tags["advisor.operation"], metric.Tags["advisor.status_class"]))
            .GroupBy(series => series.Key.Operation, series => (long)series.Max(metric => metric.Count), StringComparer.Ordinal)
            .ToDictionary(operation => operation.Key, operation => operation.Sum(), StringComparer.Ordinal);
    }

    private StandInOptions CreateOptions(string folder, Uri? hook) =>
        new()
        {
            Folder = folder,
            Queues = storage.Queues,
            Account = Azurite.Account,
            AccountKey = Azurite.Key,
            Settings = new Dictionary<string, string>
            {
                ["Advisor__State__TableServiceUri"] = storage.Tables.AbsoluteUri,
                ["Advisor__AzureEndpoint"] = Client.BaseAddress!.AbsoluteUri,
                ["Advisor__AzureClock"] = "true",
                ["Advisor__Subscriptions"] = Subscription,
                ["OTEL_EXPORTER_OTLP_ENDPOINT"] = collector.Address.AbsoluteUri,
                ["OTEL_EXPORTER_OTLP_PROTOCOL"] = "http/protobuf",
                ["OTEL_METRIC_EXPORT_INTERVAL"] = "500",
                ["OTEL_TRACES_SAMPLER"] = "always_off",
            }
                .Concat(hook is null ? [] : [new KeyValuePair<string, string>("Advisor__WebhookUrl", hook.AbsoluteUri)])
                .ToDictionary(),
        };
}

/// <summary>What one tick took.</summary>
/// <param name="Processor">Of both instances.</param>
/// <param name="Operations">Calls to the table service, by what was asked for.</param>
/// <param name="AzureCalls">By kind, as the loopback Azure counts them.</param>
/// <param name="Resident">Most memory of an instance now, bytes.</param>
/// <param name="Peak">Most memory of an instance so far, bytes.</param>
internal sealed record TickCost(
    TimeSpan Elapsed,
    TimeSpan Processor,
    IReadOnlyDictionary<string, long> Operations,
    IReadOnlyDictionary<string, long> AzureCalls,
    int Invocations,
    int Failed,
    long Resident,
    long Peak
)
{
    public long TableCalls => Operations.Values.Sum();

    public long MetricCalls => AzureCalls.GetValueOrDefault("metricBatch") + AzureCalls.GetValueOrDefault("metricSingle");
}
