using System.Collections.Concurrent;
using Advisor.Configuration.Rules;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Core.Reports;
using Advisor.Core.Settings;
using Advisor.Service.Evaluation;

namespace Advisor.Service.Tests.Evaluation;

public class FleetEvaluatorTests
{
    private static readonly DateTimeOffset Now = new(2026, 1, 5, 10, 5, 30, TimeSpan.Zero);

    // 4,700 of 5,000 connections, 94 %; traffic of 0.5 of 10 MB/s: 5 units of echo.
    private static readonly MetricReadings Crowded = new(11, 4700, 94, 30_000_000, 30_000_000, 14_648);

    [Fact]
    public async Task A_resource_is_reported_with_its_decision_its_limits_and_its_price()
    {
        var fleet = new FakeFleet();
        fleet.Add("chat", 5, Crowded);

        var chat = Assert.Single((await Evaluate(fleet)).Resources);

        Assert.Equal(Limit.Connections, chat.Decision!.LimitingFactor);
        Assert.Equal(1.044, chat.Decision.Utilization.Connections!.Value.Value, 3); // 4,700 of a target of 4,500 connections
        Assert.Equal(60, chat.MinutesSeen);
        Assert.NotNull(chat.Cost);
        Assert.Equal(5, chat.Limits.Count);
        Assert.Equal("echo of 2,048 B (declared)", chat.WorkloadText);
    }

    [Theory]
    [InlineData(5, 57)]
    [InlineData(6, 62)]
    public async Task The_newest_minute_with_all_metrics_is_decided_on_where_one_is_late_up_to_five_minutes(int late, int decided)
    {
        // The minutes from 09:03 to 10:02, and the server load of those that are old enough.
        var fleet = new FakeFleet();
        var chat = fleet.Add("chat", 5, Crowded);
        fleet.Readings[chat.Id] = at => at.AddMinutes(late) <= Now.AddMinutes(-3) ? Crowded : Crowded with { ServerLoad = null };

        var decision = Assert.Single((await Evaluate(fleet)).Resources).Decision!;

        Assert.Equal(new DateTimeOffset(2026, 1, 5, 9, 0, 0, TimeSpan.Zero).AddMinutes(decided), decision.Time);
        Assert.Equal(late > 5, decision.Reasons.Any(reason => reason.Code == ReasonCodes.InsufficientData));
    }

    // From 10:00 on 8,000 connections: 8,000 / 900 = 8.9 of the 5 units; the server load of those minutes has not come.
    [Fact]
    public async Task What_the_other_metrics_of_a_minute_require_is_not_waited_for()
    {
        var fleet = new FakeFleet();
        var chat = fleet.Add("chat", 5, Crowded);
        var jump = new DateTimeOffset(2026, 1, 5, 10, 0, 0, TimeSpan.Zero);
        fleet.Readings[chat.Id] = at =>
            at < jump
                ? Crowded with
                {
                    ConnectionCount = 2000,
                    ConnectionQuotaUtilization = 40,
                }
                : Crowded with
                {
                    ConnectionCount = 8000,
                    ConnectionQuotaUtilization = 160,
                    ServerLoad = null,
                };

        var report = Assert.Single((await Evaluate(fleet)).Resources);

        Assert.Equal((jump.AddMinutes(2), 8000), (report.Decision!.Time, report.Newest!.Value.Readings.ConnectionCount));
        Assert.Equal((ScalingAction.ScaleOut, 8.9), (report.Decision.Action, Math.Round(report.Decision.UnitsRequired!.Value, 1)));
    }

    [Theory]
    [InlineData("Succeeded", false)]
    [InlineData("Updating", true)]
    [InlineData("Failed", false)]
    [InlineData("Canceled", false)]
    public async Task A_change_is_in_progress_as_the_service_sees_it_and_Failed_and_Canceled_are_final(string state, bool underWay)
    {
        // 4,700 connections on 2 units want more of them.
        var fleet = new FakeFleet();
        fleet.Replace(fleet.Add("chat", 2, Crowded with { ConnectionQuotaUtilization = 235 }) with { ProvisioningState = state });

        var decision = Assert.Single((await Evaluate(fleet)).Resources).Decision!;

        Assert.Equal(underWay ? ScalingAction.Hold : ScalingAction.ScaleOut, decision.Action);
        Assert.Equal(underWay, decision.Reasons.Any(reason => reason.Code == ReasonCodes.ChangeInProgress));
    }

    [Fact]
    public async Task One_resource_that_fails_never_hides_the_others()
    {
        var fleet = new FakeFleet();
        var gone = fleet.Add("gone", 1, Crowded);
        fleet.Add("chat", 5, Crowded);
        fleet.MetricFailures.Add(new FleetFailure(gone.Id, FailureCode.NotFound, "It was deleted."));

        var report = await Evaluate(fleet);

        Assert.Equal([ReportState.Failed, ReportState.Ok], report.Resources.Select(r => r.State));
        Assert.Equal("NotFound", report.Resources[0].Failure!.Code);
        Assert.NotNull(report.Resources[1].Decision);
        Assert.Empty(report.Failures);
        Assert.True(report.HasFailures);
    }

    [Fact]
    public async Task A_fault_of_the_program_about_one_resource_never_hides_the_others()
    {
        var fleet = new FakeFleet();
        var odd = fleet.Add("odd", 5, Crowded);
        fleet.Replace(odd with { Settings = null! });
        fleet.Add("chat", 5, Crowded);

        var report = await Evaluate(fleet);

        Assert.Equal([ReportState.Failed, ReportState.Ok], report.Resources.Select(r => r.State));
        Assert.Equal((odd.Id, "Fault"), (report.Resources[0].Id, report.Resources[0].Failure!.Code));
        Assert.True(report.HasFailures);
    }

    [Fact]
    public async Task A_scope_that_could_not_be_read_is_among_the_failures()
    {
        var fleet = new FakeFleet();
        fleet.Add("chat", 5, Crowded);
        fleet.ListFailures.Add(new FleetFailure("/subscriptions/other", FailureCode.Forbidden, "No right."));

        var report = await Evaluate(fleet);

        Assert.Equal("Forbidden", Assert.Single(report.Failures).Code);
        Assert.NotNull(Assert.Single(report.Resources).Decision);
    }

    [Fact]
    public async Task Without_any_minute_there_is_not_enough_data_and_no_advice()
    {
        var fleet = new FakeFleet();
        fleet.Add("silent", 5, readings: null);

        var silent = Assert.Single((await Evaluate(fleet)).Resources);

        Assert.Equal(ReportState.InsufficientData, silent.State);
        Assert.Equal(ScalingAction.Hold, silent.Decision!.Action);
        Assert.Equal(Limit.None, silent.Decision.LimitingFactor);
        Assert.Null(silent.Newest);
        Assert.Equal(0, silent.MinutesSeen);
    }

    [Fact]
    public async Task A_sku_that_the_rules_do_not_know_fails_alone()
    {
        var fleet = new FakeFleet();
        var odd = fleet.Add("odd", 5, Crowded);
        fleet.Replace(odd with { Sku = "Standard_S9" });
        fleet.Add("chat", 5, Crowded);

        var report = await Evaluate(fleet);

        Assert.Equal(ReportState.Failed, report.Resources[0].State);
        Assert.Contains("Standard_S9", report.Resources[0].Failure!.Text, StringComparison.Ordinal);
        Assert.Equal(ReportState.Ok, report.Resources[1].State);
    }

    [Theory]
    [InlineData(30, "Based on metrics from 2026-01-05 09:33 to 2026-01-05 10:03 UTC, by the minute.")]
    [InlineData(24 * 60, "Based on metrics from 2026-01-04 10:03 to 2026-01-05 10:03 UTC: 5-minute buckets, the last hour by the minute.")]
    public async Task The_report_says_of_which_time_its_metrics_are(int minutes, string basis)
    {
        var fleet = new FakeFleet();
        fleet.Add("chat", 5, Crowded);

        var report = await new FleetEvaluator(fleet, fleet, RuleSetLoader.Embedded).RunAsync(
            new FleetScope(),
            TimeSpan.FromMinutes(minutes),
            Now,
            null,
            CancellationToken.None
        );

        Assert.Equal(basis, report.Basis);
    }

    [Fact]
    public async Task Replicas_are_shown()
    {
        var fleet = new FakeFleet();
        var chat = fleet.Add("chat", 5, Crowded);
        fleet.Replace(chat with { Replicas = [new Replica("chat-us", "eastus", 2)] });

        Assert.Equal(new ReplicaReport("chat-us", "eastus", 2), Assert.Single(Assert.Single((await Evaluate(fleet)).Resources).Replicas));
    }

    // 4,700 connections of a target of 900 a unit are 5.2 units, half as many 2.6: each carries both, 7.8, and asks for it.
    [Theory]
    [InlineData(FailoverTarget.One, 8, 8)]
    [InlineData(FailoverTarget.None, 6, 3)]
    public async Task A_resource_and_its_replica_are_sized_to_take_over_from_each_other(FailoverTarget failover, int here, int there)
    {
        var fleet = AddGroup(failover);

        var resources = (await Evaluate(fleet)).Resources;

        Assert.Equal(["chat", "chat/east"], resources.Select(r => r.Name));
        Assert.Equal((here, there), (resources[0].Decision!.Units, resources[1].Decision!.Units));
    }

    [Fact]
    public async Task What_is_kept_of_a_resource_with_a_replica_is_its_last_decision()
    {
        var kept = new ConcurrentDictionary<string, int>();
        var fleet = AddGroup(FailoverTarget.One);

        var report = await new FleetEvaluator(fleet, fleet, RuleSetLoader.Embedded)
        {
            Keep = resource =>
            {
                kept[resource.Name] = resource.Decision!.Units;
                return resource.ToSummary();
            },
        }.RunAsync(new FleetScope(), FleetEvaluator.DefaultHistory, Now, null, CancellationToken.None);

        Assert.Equal((8, 8), (kept["chat"], kept["chat/east"]));
        Assert.All(report.Resources, resource => Assert.Empty(resource.Limits));
    }

    [Fact]
    public async Task A_replica_whose_metrics_fail_keeps_the_units_of_the_others()
    {
        var fleet = AddGroup(FailoverTarget.One, quiet: true);
        var alone = (await Evaluate(AddGroup(FailoverTarget.None, quiet: true))).Resources[0].Decision!;
        fleet.MetricFailures.Add(new FleetFailure(fleet.Resources[1].Id, FailureCode.Timeout, "No answer."));

        var decision = (await Evaluate(fleet)).Resources[0].Decision!;

        Assert.Equal((ScalingAction.ScaleIn, ScalingAction.Hold), (alone.Action, decision.Action));
        Assert.Contains(decision.Reasons, reason => reason.Code == ReasonCodes.FailoverUnknown);
    }

    // 4,700 connections of a target of 900 a unit are 5.2 units, half as many 2.6: alone 6 and 3, together 6, with a failover 8.
    [Theory]
    [InlineData(FailoverTarget.None, EndpointSizes.OneByOne, 6, 3)]
    [InlineData(FailoverTarget.None, EndpointSizes.Together, 6, 6)]
    [InlineData(FailoverTarget.One, EndpointSizes.OneByOne, 8, 8)]
    public async Task The_endpoints_of_a_group_are_sized_as_one_fleet(FailoverTarget failover, EndpointSizes sizes, int here, int there)
    {
        var fleet = new FakeFleet();
        var chat = fleet.Add("chat", 5, Crowded);
        var east = fleet.Add("east", 2, new(14, 2350, 117.5, 15_000_000, 15_000_000, 7324));
        foreach (var endpoint in new[] { chat, east with { Region = "eastus" } })
        {
            var settings = endpoint.Settings with { Failover = failover, EndpointGroup = "chat", EndpointSizes = sizes };
            fleet.Replace(endpoint with { Settings = settings });
        }

        var resources = (await Evaluate(fleet)).Resources;

        Assert.Equal((here, there), (resources[0].Decision!.Units, resources[1].Decision!.Units));
    }

    /// <summary>chat in westeurope and its replica in eastus, in batches of their own.</summary>
    private static FakeFleet AddGroup(FailoverTarget failover, bool quiet = false)
    {
        var fleet = new FakeFleet();
        var chat = fleet.Add("chat", 5, quiet ? new MetricReadings(0.3, 250, 5, 60_000, 60_000, 30) : Crowded);
        var east = fleet.Add("chat/replicas/east", 2, new(14, 2350, 117.5, 15_000_000, 15_000_000, 7324));
        fleet.Replace(chat with { Peers = [east.Id], Settings = chat.Settings with { Failover = failover } });
        fleet.Replace(
            east with
            {
                Name = ResourceIds.GetName(east.Id),
                Region = "eastus",
                Peers = [chat.Id],
                Settings = east.Settings with { Failover = failover },
            }
        );
        return fleet;
    }

    [Fact]
    public async Task Progress_names_each_step()
    {
        var fleet = new FakeFleet();
        fleet.Add("chat", 5, Crowded);
        var steps = new Steps();

        await new FleetEvaluator(fleet, fleet, RuleSetLoader.Embedded).RunAsync(
            new FleetScope(),
            FleetEvaluator.DefaultHistory,
            Now,
            steps,
            CancellationToken.None
        );

        Assert.Equal([new("Finding resources"), new("Evaluating", 0, 1), new EvaluationProgress("Evaluating", 1, 1)], steps.Seen);
    }

    [Fact]
    public async Task Batches_of_50_of_a_region_are_evaluated_and_reported_in_the_order_of_the_listing()
    {
        var fleet = new FakeFleet();
        var ids = Enumerable.Range(0, 120).Select(i => fleet.Add($"chat{i}", 5, Crowded).Id).ToList();
        foreach (var (i, resource) in fleet.Resources.ToList().Index().Where(r => r.Index % 6 == 0))
        {
            fleet.Replace(resource with { Region = i < 60 ? "eastus" : "EastUS" });
        }

        var steps = new Steps();

        var report = await new FleetEvaluator(fleet, fleet, RuleSetLoader.Embedded).RunAsync(
            new FleetScope(),
            FleetEvaluator.DefaultHistory,
            Now,
            steps,
            CancellationToken.None
        );

        Assert.Equal(ids, report.Resources.Select(r => r.Id));
        // 20 in eastus, 100 in westeurope: three batches, whichever ends first.
        Assert.Equal([20, 50, 50], fleet.Batches.Select(batch => batch.Count).Order());
        var done = steps.Seen.Where(s => s.Step == "Evaluating").Select(s => s.Done).ToList();
        Assert.Equal((0, 120, 4), (done[0], done[^1], done.Count));
        Assert.Equal([20, 50, 50], done.Zip(done.Skip(1), (before, after) => after - before).Order());
    }

    [Fact]
    public async Task Resources_of_a_group_are_read_one_soon_after_the_other_and_reported_once()
    {
        // 120 resources in westeurope, each with a replica in eastus: three batches in each region.
        var fleet = new FakeFleet();
        var owners = Enumerable.Range(0, 120).Select(i => fleet.Add($"chat{i}", 5, Crowded)).ToList();
        var replicas = owners.ConvertAll(owner => fleet.Add(owner.Name + "/replicas/east", 5, Crowded));
        foreach (var (owner, replica) in owners.Zip(replicas))
        {
            fleet.Replace(owner with { Peers = [replica.Id] });
            fleet.Replace(replica with { Region = "eastus", Peers = [owner.Id] });
        }

        var kept = new ConcurrentQueue<string>();

        await new FleetEvaluator(fleet, fleet, RuleSetLoader.Embedded)
        {
            Keep = report =>
            {
                kept.Enqueue(report.Id);
                return report;
            },
        }.RunAsync(new FleetScope(), FleetEvaluator.DefaultHistory, Now, null, CancellationToken.None);

        // Two batches are read at a time: the first two have the first 50 resources and their replicas.
        Assert.Equal(
            owners.Concat(replicas).Where((_, i) => i % 120 < 50).Select(resource => resource.Id).Order(),
            fleet.Batches.Take(2).SelectMany(batch => batch).Order()
        );
        Assert.Equal(fleet.Resources.Select(resource => resource.Id).Order(), kept.Order());
    }

    private static Task<EvaluationReport> Evaluate(FakeFleet fleet, ReportParts? parts = null) =>
        new FleetEvaluator(fleet, fleet, RuleSetLoader.Embedded) { Parts = parts ?? new(Usage: false, WhatIfs: []) }.RunAsync(
            new FleetScope(),
            FleetEvaluator.DefaultHistory,
            Now,
            null,
            CancellationToken.None
        );

    private sealed class Steps : IProgress<EvaluationProgress>
    {
        public List<EvaluationProgress> Seen { get; } = [];

        public void Report(EvaluationProgress value) => Seen.Add(value);
    }

    [Fact]
    public async Task Minutes_are_asked_for_up_to_the_lag_of_the_metrics_in_whole_minutes()
    {
        var fleet = new FakeFleet();
        fleet.Add("chat", 5, Crowded);

        await Evaluate(fleet);

        // 10:05:30 less 2 minutes is 10:03:30: the minute of 10:03 is not complete. [09:03, 10:03) are 60 minutes.
        Assert.Equal(
            (Now.Date.AddHours(9).AddMinutes(3), Now.Date.AddHours(10).AddMinutes(3)),
            (fleet.Asked!.Value.Start.UtcDateTime, fleet.Asked.Value.End.UtcDateTime)
        );
    }

    // 14 days less the last hour are 335 hours: 1,340 buckets of 15 minutes, and 4,020 of 5, which are more than one call brings.
    [Fact]
    public async Task Fourteen_days_are_read_in_coarser_buckets_before_the_last_hour()
    {
        var fleet = new FakeFleet();
        fleet.Add("chat", 5, Crowded);

        var report = await Evaluate(fleet);

        var end = new DateTimeOffset(2026, 1, 5, 9, 3, 0, TimeSpan.Zero);
        Assert.Equal((end.AddHours(1).AddDays(-14), end, TimeSpan.FromMinutes(15)), fleet.AskedPast!.Value);
        Assert.Equal(3 + 2, report.MetricCalls);
        Assert.Equal(
            "Based on metrics from 2025-12-22 10:03 to 2026-01-05 10:03 UTC: 15-minute buckets, the last hour by the minute.",
            report.Basis
        );
    }

    // 250 of 10,000 connections and next to no traffic: 1 unit is enough, and for an hour nothing else was seen.
    [Theory]
    [InlineData(false, "only 1 h of history")]
    [InlineData(true, null)]
    public async Task A_scale_in_on_less_than_seven_days_of_past_is_advisory(bool hasPast, string? advisory)
    {
        var idle = new MetricReadings(0.3, 250, 2.5, 60_000, 60_000, 30);
        var fleet = new FakeFleet();
        fleet.Add("idle", 10, idle);
        fleet.PastReadings = _ => hasPast ? idle : null;

        var report = Assert.Single((await Evaluate(fleet)).Resources);

        Assert.Equal((ScalingAction.ScaleIn, advisory), (report.Decision!.Action, report.Advisory));
        Assert.Equal(hasPast ? 14 * 24 : 1, report.History.TotalHours);
    }

    // The same quiet hour on a Monday morning, and 8,500 connections at 15:00 of every one of the 14 days before: 10 units hold them, fewer
    // do not.
    [Fact]
    public async Task What_a_resource_needed_each_day_keeps_its_units_in_a_quiet_hour()
    {
        var (quiet, busy) = (
            new MetricReadings(0.3, 250, 2.5, 60_000, 60_000, 30),
            new MetricReadings(40, 8500, 85, 60_000_000, 60_000_000, 29_000)
        );
        var fleet = new FakeFleet();
        fleet.Add("chat", 10, quiet);
        fleet.PastReadings = time => time.Hour is >= 10 and < 16 ? busy : quiet;

        var report = Assert.Single((await Evaluate(fleet)).Resources);

        // It is 10:03: on each of those days the busy hours began at 10:00.
        Assert.True(
            report.Decision!.Action != ScalingAction.ScaleIn || report.Decision.Units >= 8,
            $"{report.Decision.Action} to {report.Decision.Units}"
        );
    }

    [Fact]
    public async Task A_scale_out_within_the_window_does_not_make_old_minutes_look_heavy()
    {
        // 940 connections at 94 % until 09:33 say 1 unit; the same 940 at 18.8 % say 5. Load 60 at 1 unit is 12 at 5: a need of 0.94 units
        // throughout.
        var fleet = new FakeFleet();
        var chat = fleet.Add("chat", 5, Crowded);
        fleet.Readings[chat.Id] = t =>
            t.Minute is >= 3 and < 33 && t.Hour == 9
                ? new MetricReadings(60, 940, 94, 30_000_000, 30_000_000, 14_648)
                : new MetricReadings(12, 940, 18.8, 30_000_000, 30_000_000, 14_648);

        var report = Assert.Single((await Evaluate(fleet)).Resources);

        Assert.NotEqual(ScalingAction.ScaleOut, report.Decision!.Action);
    }

    [Fact]
    public async Task Minutes_before_a_change_of_tier_are_those_of_the_size_that_was_in_force()
    {
        // Until 09:50 Premium_P1 x 3: 2,700 connections are 90 % and the load is 60 %. Now Premium_P2 x 100, where they are 2.7 % and the
        // load 1.8 %. Connections require 3 units throughout, at their target of 90 %.
        var fleet = new FakeFleet();
        var chat = fleet.Add("chat", 100, Crowded) with { Sku = "Premium_P2" };
        fleet.Replace(chat);
        fleet.Readings[chat.Id] = t =>
            t < new DateTimeOffset(2026, 1, 5, 9, 50, 0, TimeSpan.Zero)
                ? new MetricReadings(60, 2700, 90, 30_000_000, 30_000_000, 14_648)
                : new MetricReadings(1.8, 2700, 2.7, 30_000_000, 30_000_000, 14_648);

        var report = Assert.Single((await Evaluate(fleet, new ReportParts(Usage: true, WhatIfs: []))).Resources);

        Assert.Equal([3, 100], report.Usage.Select(point => point.Units).Distinct());
        Assert.All(report.Usage, point => Assert.Equal(3, point.Required!.Value, 0.01));
        Assert.Equal(DataState.Ok, report.Decision!.DataState);
        Assert.InRange(report.Decision.UnitsRequired!.Value, 2.9, 3.1);
    }
}
