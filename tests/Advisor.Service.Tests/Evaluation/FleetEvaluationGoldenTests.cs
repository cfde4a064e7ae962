using System.Text;
using Advisor.Configuration.Rules;
using Advisor.Core.Advice;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Settings;
using Advisor.Service.Evaluation;
using Advisor.Service.Sizes;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tests.World;
using Advisor.Tests;

namespace Advisor.Service.Tests.Evaluation;

/// <summary>A fleet of many kinds of resources as <c>advisor evaluate</c> reports it, beside what was reviewed.</summary>
public sealed class FleetEvaluationGoldenTests
{
    private static readonly DateTimeOffset Now = new(2026, 1, 15, 10, 5, 30, TimeSpan.Zero);

    [Fact]
    public async Task The_report_of_a_fleet_is_the_one_that_was_reviewed()
    {
        var fleet = CreateFleet();
        var state = await AdvisorState.OpenAsync(new MemoryStateStore(), 1, Now, TestContext.Current.CancellationToken);
        var evaluator = new FleetEvaluator(fleet, fleet, RuleSetLoader.Embedded)
        {
            Parts = new ReportParts(
                Usage: true,
                WhatIfs:
                [
                    new WhatIfCase(null, 4),
                    new WhatIfCase("Premium_P2", 100),
                    new WhatIfCase(null, null, new LoadChange(2, null), new LoadChange(null, 30_000)),
                    new WhatIfCase("Premium_P1", null, new LoadChange(null, 90_000)),
                ]
            ),
            Sizes = new SizeBook(
                RuleSetLoader.Embedded,
                new OfferedSteps(1, 2, 3, 5, 7, 13, 20) { Only = "size-of-a-region" },
                state.Sizes
            ),
        };

        var report = await evaluator.RunAsync(
            new FleetScope { Subscriptions = ["s"] },
            TimeSpan.FromDays(10),
            Now,
            null,
            CancellationToken.None
        );

        var text = new StringBuilder();
        text.AppendJoin('\n', report.AllNotes)
            .Append($"\n{Figures.WriteBriefly(report.Failures)}\n{Figures.WriteBriefly(report.ComputeCost())}\n");
        foreach (var group in EndpointGroupTotal.Compute(report.Resources))
        {
            text.Append($"{Figures.WriteBriefly(group)}\n");
        }

        text.AppendJoin("", report.Resources.Select(Describe));
        Golden.AssertMatches("Advisor.Service.Tests", "fleet.txt", text.ToString());
    }

    private static string Describe(ResourceReport one) =>
        $"""
            {one.Name} {one.Service} {one.Size} {one.State} {one.Region} {Figures.WriteBriefly(one.Failure)} {one.Advisory}
              {one.Decision?.Action} {one.Target} {string.Join(' ', one.Decision?.Reasons.Select(reason => reason.Code) ?? [])}
              {one.Decision?.Reasons[0].Text}
              {Figures.WriteBriefly(one.Cost)} {Figures.WriteBriefly(one.CostAfter)} {Figures.WriteBriefly(one.Month)}
              {Figures.WriteBriefly(one.PastCost)} {one.PriceOrigin} {one.PriceBasis}
              {one.MinutesSeen} min, {one.History}, {one.WorkloadText}; {Figures.WriteBriefly(one.Load)} {Figures.WriteBriefly(
                one.ServerLeg
            )}
              {one.AutoscaleSetting} {Figures.WriteBriefly(one.Replicas)} {one.IsAdvisory} {one.Confidence}
              decision {Digest(one.Decision)}, limits {Digest(one.Limits)}, usage {one.Usage.Count} {Digest(one.Usage)}, days {Digest(
                one.Charges
            )}

            """
        + string.Concat(
            one.WhatIfs.Select(what =>
                $"  {Figures.WriteBriefly(what with { Steady = null })} {what.Steady?.Units} {Digest(what.Steady)}\n"
            )
        );

    private static string Digest<T>(T value) => Figures.ComputeDigest(Figures.Write(value));

    private static FakeFleet CreateFleet()
    {
        var fleet = new FakeFleet();
        var daily = fleet.Add("daily", 5, Read(4700));
        fleet.Add("idle", 3, new MetricReadings(0, 0, 0, 0, 0, 0));
        fleet.Add("without-metrics", 1, null);
        var failed = fleet.Add("failed", 1, Read(500));
        fleet.MetricFailures.Add(new FleetFailure(failed.Id, FailureCode.Forbidden, "No right to read metrics."));
        fleet.ListFailures.Add(new FleetFailure("/subscriptions/t", FailureCode.Throttled, "Too many calls."));
        fleet.Replace(fleet.Add("changing", 2, Read(2600)) with { ProvisioningState = "Updating" });
        fleet.Replace(fleet.Add("scaled-by-azure", 2, Read(2600)) with { AutoscaleSetting = "by-load" });
        fleet.Replace(fleet.Add("free", 1, Read(15)) with { Sku = "Free_F1" });
        fleet.Replace(fleet.Add("premium", 100, Read(98_000)) with { Sku = "Premium_P1" });
        fleet.Replace(fleet.Add("size-of-a-region", 13, Read(4000)) with { Region = "swedencentral" });
        fleet.Add("unknown-size", 13, Read(4000));
        var jumps = fleet.Add("by-a-server-load-that-contradicts", 3, Read(900));
        fleet.Readings[jumps.Id] = at => Read(900) with { ServerLoad = at < Now.AddMinutes(-20) ? 11 : 97 };
        fleet.Replace(fleet.Add("serverless", 4, Read(3000)) with { ServiceMode = ServiceMode.Serverless });
        fleet.Replace(fleet.Add("pubsub", 4, Read(3000)) with { Service = ServiceKind.WebPubSub, Region = "northeurope" });
        Workload mixed = new([new(UseCase.Echo, new Ratio(0.8), 2048), new(UseCase.SendToSmallGroup, new Ratio(0.2), 512, 10)]);
        Set("mixed", 4, 2000, one => one with { Workload = mixed });
        Set("inferred", 4, 3100, one => one with { Workload = null, CountsServerLeg = null });
        Set("frozen", 4, 900, one => one with { Pause = new ResourcePause(PausedScaling.All, "a tag") });
        Set("pinned", 4, 900, one => one with { Pin = new ResourcePin(6, "a tag") });
        Set("own-price", 2, 900, one => one with { MonthlyBudget = new Money(50, "USD"), Mode = AdvisorMode.Auto });
        Set("first-of-two", 3, 2500, one => one with { EndpointGroup = "clients", Mode = AdvisorMode.Auto });
        Set("second-of-two", 2, 1200, one => one with { EndpointGroup = "clients", EndpointSizes = EndpointSizes.Together });
        var replicated = fleet.Add("replicated", 3, Read(2400));
        var replica = fleet.Add("replicated-east", 2, Read(900)) with { Region = "eastus", Peers = [replicated.Id] };
        fleet.Replace(replica);
        fleet.Replace(replicated with { Replicas = [new Replica("east", "eastus", 2)], Peers = [replica.Id] });
        fleet.Replace(fleet.Add("with-unknown-peers", 3, Read(1400)) with { HasUnknownPeers = true });
        fleet.Readings[daily.Id] = at => Read(3000 + (900 * Math.Sin(at.TimeOfDay.TotalHours / 4)));

        // Ten days by the quarter of an hour, the same of all.
        fleet.PastReadings = at => Read(2000 + (1500 * Math.Sin(at.TimeOfDay.TotalHours * Math.PI / 12)) + (40 * at.Day));
        return fleet;

        void Set(string name, int units, double connections, Func<ResourceSettings, ResourceSettings> change)
        {
            var one = fleet.Add(name, units, Read(connections));
            fleet.Replace(one with { Settings = change(one.Settings) });
        }
    }

    private static MetricReadings Read(double connections) =>
        new(
            Math.Min(100, Math.Round(connections / 80, 1)),
            Math.Round(connections),
            Math.Min(100, Math.Round(connections / 50, 1)),
            Math.Round(connections * 30_000),
            Math.Round(connections * 31_000),
            Math.Round(connections * 15)
        );
}
