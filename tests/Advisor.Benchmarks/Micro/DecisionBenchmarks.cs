using System.Buffers;
using System.Text.Json;
using Advisor.Configuration.Rules;
using Advisor.Core;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;
using Advisor.Reporting.Json;
using BenchmarkDotNet.Attributes;

namespace Advisor.Benchmarks.Micro;

/// <summary>One observation of a resource with 14 days of history; each operation is its next minute.</summary>
public class DecisionBenchmarks
{
    private const int MinutesOfHistory = 14 * 1440,
        Units = 8;
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 0, 0, 0, TimeSpan.Zero);
    private static readonly RuleSet Rules = RuleSetLoader.Embedded;
    private static readonly ResourceSettings Settings = new() { Workload = Workload.Create(UseCase.Echo, 1024) };

    private readonly ArrayBufferWriter<byte> line = new(16384);
    private readonly Utf8JsonWriter json;
    private ResourceState? state;
    private byte[]? stored;
    private int minute;

    public DecisionBenchmarks() => json = new Utf8JsonWriter(line, DecisionJson.Line);

    [GlobalSetup]
    public void Learn()
    {
        while (minute < MinutesOfHistory)
        {
            Decide();
        }
    }

    [Benchmark(Baseline = true, Description = "decide an observation")]
    public Decision Decide()
    {
        var observation = Observe(minute++);
        var outcome = ScalingAdvisor.Decide(Rules, observation, state, observation.Time.AddMinutes(2));
        state = outcome.State;
        return outcome.Decision ?? throw new InvalidOperationException(outcome.Problem!.Text);
    }

    [Benchmark(Description = "read the state, decide, and write it, as a tick does")]
    public int DecideFromStored()
    {
        state = stored is null ? state : ResourceStateFormat.Read(stored).State;
        Decide();
        stored = ResourceStateFormat.Write(state!);
        return stored.Length;
    }

    [Benchmark(Description = "decide, and write the decision as a line")]
    public int DecideAndWrite()
    {
        DecisionJson.Write(json, Decide());
        json.Flush();
        var written = line.WrittenCount;
        json.Reset();
        line.ResetWrittenCount();
        return written;
    }

    /// <summary>A day's wave between 2,000 and 6,000 connections, each with half a message of 1,024 bytes a second.</summary>
    private static Observation Observe(int minute)
    {
        var connections = 4000 + (2000 * Math.Sin(2 * Math.PI * minute / 1440));
        var bytes = connections * 512 * 60;
        return new Observation
        {
            ResourceId = "/subscriptions/0/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat",
            Time = Start.AddMinutes(minute),
            Sku = "Standard_S1",
            Units = Units,
            Readings = new MetricReadings(
                ServerLoad: ((70 * bytes / 60 / 2e6) + (8 * connections / 1000)) / Units,
                ConnectionCount: connections,
                ConnectionQuotaUtilization: connections / 10 / Units,
                InboundTraffic: bytes,
                OutboundTraffic: bytes,
                MessageCount: bytes / 2048
            ),
            Settings = Settings,
        };
    }
}
