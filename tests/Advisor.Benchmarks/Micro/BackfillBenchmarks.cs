using Advisor.Configuration.Rules;
using Advisor.Core;
using Advisor.Core.Capacity;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.Experts;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;
using BenchmarkDotNet.Attributes;

namespace Advisor.Benchmarks.Micro;

/// <summary>What a resource costs in an evaluation: 14 days of 15-minute buckets learned, and autopilot replayed on them.</summary>
public class BackfillBenchmarks
{
    private const int BucketMinutes = 15,
        Buckets = 14 * 1440 / BucketMinutes,
        Units = 8;
    private const double Noise = 0.05;
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 0, 0, 0, TimeSpan.Zero);
    private static readonly RuleSet Rules = RuleSetLoader.Embedded;
    private static readonly Sku Sku = Rules.GetCatalog(ServiceKind.SignalR).Find("Standard_S1")!;
    private static readonly Observation Resource = new()
    {
        ResourceId = "/subscriptions/0/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat",
        Time = Start.AddMinutes(Buckets * BucketMinutes),
        Sku = Sku.Name,
        Units = Units,
        Readings = default,
        Settings = new ResourceSettings { Workload = Workload.Create(UseCase.Echo, 1024) },
    };

    private HistorySample[] samples = [];
    private ResourceState? state;

    [GlobalSetup]
    public void CreateSamples()
    {
        var random = new Random(1);
        samples = [.. Enumerable.Range(0, Buckets).Select(bucket => CreateSample(bucket, random))];
        state = BuildState();
    }

    [Benchmark(Description = "learn 14 days of a resource")]
    public ResourceState? BuildState() => HistoryBackfill.BuildState(Rules, Resource, samples);

    [Benchmark(Description = "replay autopilot on them")]
    public object? Replay() => AutopilotReplay.Run(Rules, Resource.Settings, Sku, state!, Units, _ => null);

    /// <summary>A day's wave between 2,000 and 6,000 connections with noise, each with half a message of 1,024 bytes a second.</summary>
    private static HistorySample CreateSample(int bucket, Random random)
    {
        var wave = 4000 + (2000 * Math.Sin(2 * Math.PI * bucket * BucketMinutes / 1440));
        var connections = wave * (1 + (Noise * (random.NextDouble() - 0.5)));
        var bytes = connections * 512 * 60 * BucketMinutes;
        return new HistorySample(
            Start.AddMinutes(bucket * BucketMinutes),
            TimeSpan.FromMinutes(BucketMinutes),
            new MetricReadings(
                ServerLoad: ((70 * connections * 512 / 2e6) + (8 * connections / 1000)) / Units,
                ConnectionCount: connections,
                ConnectionQuotaUtilization: connections / 10 / Units,
                InboundTraffic: bytes,
                OutboundTraffic: bytes,
                MessageCount: bytes / 2048
            )
        );
    }
}
