using System.Text;
using Advisor.Core.Capacity;
using Advisor.Core.Metrics;
using Advisor.Tests;

namespace Advisor.Core.Tests.Capacity;

/// <summary>What is inferred of every mode at fan-outs from nothing in to nothing out, beside what was reviewed.</summary>
public sealed class WorkloadInferenceGoldenTests
{
    private static readonly double[] FanOuts = [0, 0.5, 1, 1.59, 1.61, 2.5, 5, 10, 25, 90, 110, 300, 499, 501, 900, 1e7];

    [Fact]
    public void The_inferences_are_those_that_were_reviewed()
    {
        var text = new StringBuilder();
        foreach (var table in new[] { GuideTables.SignalR, GuideTables.WebPubSub })
        {
            foreach (var mode in Enum.GetValues<ServiceMode>())
            {
                foreach (var countsServerLeg in new[] { false, true })
                {
                    text.Append($"{table.Edition}, {mode}{(countsServerLeg ? ", with the leg to the servers" : "")}\n");
                    foreach (var fanOut in FanOuts)
                    {
                        var found = WorkloadInference.Infer(table, mode, countsServerLeg, CreateReadings(fanOut));
                        text.Append($"  {fanOut}: {found.Confidence.Value:0.##}, {found.Text} {found.Declaration}\n");
                    }
                }
            }
        }

        text.Append("Little or unknown\n");
        foreach (var readings in ListPoor())
        {
            text.Append($"  {WorkloadInference.Infer(GuideTables.SignalR, ServiceMode.Default, false, readings).Text}\n");
        }

        Golden.AssertMatches("Advisor.Core.Tests", "inferences.txt", text.ToString());
    }

    // 100 kB/s out at 1,000 connections, in pieces of a kilobyte.
    private static MetricReadings CreateReadings(double fanOut) =>
        new(
            ConnectionCount: 1000,
            InboundTraffic: fanOut == 0 ? 6e6 : 6e6 / fanOut,
            OutboundTraffic: fanOut == 0 ? 0 : 6e6,
            MessageCount: 6000
        );

    private static IEnumerable<MetricReadings> ListPoor()
    {
        var good = CreateReadings(10);
        yield return default;
        yield return good with
        {
            InboundTraffic = null,
        };
        yield return good with
        {
            OutboundTraffic = null,
        };
        yield return good with
        {
            OutboundTraffic = 59_999,
        };
        yield return good with
        {
            OutboundTraffic = 60_000,
        };
        yield return good with
        {
            ConnectionCount = null,
        };
        yield return good with
        {
            MessageCount = null,
        };
        yield return good with
        {
            MessageCount = 0,
        };
        yield return good with
        {
            MessageCount = 2930,
        };
    }
}
