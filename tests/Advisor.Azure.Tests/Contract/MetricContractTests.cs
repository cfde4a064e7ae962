using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Observations;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Lab.LocalAzure.Load;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Tests;

namespace Advisor.Azure.Tests.Contract;

/// <summary>What every set of adapters must do as an <see cref="Runtime.Fleet.IMetricSource"/>.</summary>
public sealed class MetricContractTests
{
    [Fact]
    public async Task Every_resource_has_its_minutes_ascending_with_all_its_metrics()
    {
        await using var local = await LocalConnection.StartAsync();

        var answer = await local.ReadAsync(r => r.Name == "hot-chat");

        var samples = Assert.Single(answer.Series).Value;
        Assert.InRange(samples.Count, 56, 59); // an hour less the lag of two minutes and the running one
        Assert.All(samples.Zip(samples.Skip(1)), pair => Assert.Equal(TimeSpan.FromMinutes(1), pair.Second.Time - pair.First.Time));
        Assert.All(samples, s => Assert.Equal(TimeSpan.Zero, s.Time.Offset));
        Assert.All(
            samples,
            s =>
            {
                Assert.InRange(s.Readings.ServerLoad!.Value, 60, 100); // 81 % and its noise
                Assert.InRange(s.Readings.ConnectionCount!.Value, 1100, 1400); // 1,240 and its wave
                Assert.InRange(s.Readings.ConnectionQuotaUtilization!.Value, 55, 70); // of 2,000
                Assert.True(s.Readings is { InboundTraffic: > 0, OutboundTraffic: > 0, MessageCount: > 0 });
            }
        );
    }

    [Fact]
    public async Task Web_PubSub_has_connections_under_its_own_name_and_no_message_count()
    {
        await using var local = await LocalConnection.StartAsync();

        var answer = await local.ReadAsync(r => r.Service == ServiceKind.WebPubSub);

        var readings = Assert.Single(answer.Series).Value[^1].Readings;
        Assert.InRange(readings.ConnectionCount!.Value, 1100, 1500); // 1,300 and its wave
        Assert.Null(readings.MessageCount);
        Assert.Empty(answer.Notes);
    }

    [Fact]
    public async Task Closes_come_by_category_in_one_call_for_each_batch_and_where_the_call_is_refused_they_are_unknown()
    {
        var now = new DateTimeOffset(2026, 1, 5, 12, 0, 0, TimeSpan.Zero);
        var trouble = new LoadStep(now.AddHours(-1), now)
        {
            Closes = new Dictionary<string, double> { ["Throttled"] = 12 },
            SystemErrors = 2.5,
        };
        LocalResourceSpec[] specs =
        [
            new()
            {
                Name = "calm",
                Load = new LocalLoad { Connections = 100 },
            },
            new()
            {
                Name = "throttled",
                Load = new LocalLoad { Connections = 100, Steps = [trouble] },
            },
            new()
            {
                Name = "later",
                Load = new LocalLoad { Connections = 100, Steps = [trouble with { Until = now.AddMinutes(-8) }] },
            },
        ];
        await using var local = await LocalConnection.StartAsync(
            new LocalAzureOptions { Time = new ManualTimeProvider(now), Resources = specs }
        );
        var resources = (await local.ListAsync()).Resources;
        Task<Advisor.Service.Fleet.ConnectionCloses> ReadAsync() =>
            local.Metrics.ReadConnectionClosesAsync(
                [.. resources.Select(resource => (resource, now.AddMinutes(resource.Name == "later" ? -9 : -3)))],
                CloseCategory.All,
                TestContext.Current.CancellationToken
            );

        var answer = await ReadAsync();
        Assert.Equal(1, answer.Calls);
        Assert.Equal(12, answer.ByResource[resources.Single(r => r.Name == "throttled").Id]["Throttled"]);
        Assert.Equal(0, answer.ByResource[resources.Single(r => r.Name == "calm").Id].GetValueOrDefault("Throttled"));

        // Its own minute, the last of its trouble.
        Assert.Equal(12, answer.ByResource[resources.Single(r => r.Name == "later").Id]["Throttled"]);

        local.Host.Faults.ForbidBatch();
        Assert.Empty((await ReadAsync()).ByResource);
    }

    [Fact]
    public async Task Connections_that_were_opened_ride_with_the_totals()
    {
        var hour = DateTimeOffset.UtcNow.AddHours(-2);
        var start = new DateTimeOffset(hour.Year, hour.Month, hour.Day, hour.Hour, 0, 0, TimeSpan.Zero);
        var storm = new LoadStep(start.AddMinutes(10), start.AddMinutes(15)) { Opens = 900 };
        LocalResourceSpec[] specs =
        [
            new()
            {
                Name = "chat",
                // Well below what a unit accepts: clients that are refused open connections again.
                Load = new LocalLoad { Connections = 500, Steps = [storm] },
            },
        ];
        await using var local = await LocalConnection.StartAsync(new LocalAzureOptions { Resources = specs });

        var answer = await local.Metrics.ReadAsync(
            (await local.ListAsync()).Resources,
            start,
            start.AddMinutes(15),
            TestContext.Current.CancellationToken
        );

        // The usual ones are up to 4 of 1,000 a minute: 2, and 3 where there are more connections than usual.
        var opened = answer.Series.Single().Value.Select(s => s.Readings.ConnectionOpenCount!.Value).ToList();
        Assert.All(opened.Take(10), count => Assert.InRange(count, 0, 3));
        Assert.All(opened.Skip(10), count => Assert.InRange(count, 900, 903));
        Assert.Equal((15, 2), (opened.Count, answer.Calls));
    }

    [Fact]
    [Fault("monitor-empty")]
    public async Task Buckets_with_only_a_time_stamp_are_no_samples_and_no_failure()
    {
        await using var local = await LocalConnection.StartAsync();

        var answer = await local.ReadAsync(r => r.Name == "silent-metrics");

        Assert.Empty(Assert.Single(answer.Series).Value);
        Assert.Empty(answer.Failures);
    }

    [Fact]
    public async Task A_thousand_resources_are_read_in_the_fewest_calls()
    {
        await using var local = await LocalConnection.StartAsync(new LocalAzureOptions { Resources = LocalScenario.CreateMany(1000) });

        var answer = await local.ReadAsync();

        Assert.Equal(1000, answer.Series.Count);
        Assert.Equal(40, answer.Calls); // 750 SignalR / 50 + 250 Web PubSub / 50, one region; levels and totals
        Assert.Equal(40, local.Host.Calls[CallKind.MetricBatch]);
        Assert.Equal(0, local.Host.Calls[CallKind.MetricSingle]);
    }

    [Fact]
    public async Task Where_the_batch_is_refused_each_resource_is_read_and_the_answer_says_so()
    {
        await using var local = await LocalConnection.StartAsync();
        local.Host.Faults.ForbidBatch();

        var answer = await local.ReadAsync();

        Assert.Equal(10, answer.Series.Count);
        Assert.Empty(answer.Failures);
        Assert.Equal(10, local.Host.Calls[CallKind.MetricSingle]);
        Assert.Equal(local.Host.Calls[CallKind.MetricBatch] + 10, answer.Calls);
        Assert.Contains("per resource", Assert.Single(answer.Notes), StringComparison.Ordinal);
    }

    [Fact]
    [Fault("monitor-refused")]
    public async Task One_resource_that_fails_on_the_slower_path_hides_no_other()
    {
        await using var local = await LocalConnection.StartAsync();
        local.Host.Faults.ForbidBatch();
        local.Host.Faults.Add(new Fault(FaultKind.Forbidden) { Call = CallKind.MetricSingle, Resource = "hot-chat" });

        var answer = await local.ReadAsync();

        Assert.Equal(9, answer.Series.Count);
        var failure = Assert.Single(answer.Failures);
        Assert.EndsWith("hot-chat", failure.ResourceId, StringComparison.Ordinal);
        Assert.Equal(FailureCode.Forbidden, failure.Code);
    }

    [Fact]
    public async Task A_metric_that_fails_inside_the_answer_is_missing_and_named()
    {
        await using var local = await LocalConnection.StartAsync();
        local.Host.Faults.Add(new Fault(FaultKind.MetricError) { Metric = "ServerLoad" });

        var answer = await local.ReadAsync(r => r.Name == "hot-chat");

        Assert.All(Assert.Single(answer.Series).Value, s => Assert.Null(s.Readings.ServerLoad));
        Assert.All(Assert.Single(answer.Series).Value, s => Assert.NotNull(s.Readings.OutboundTraffic));
        Assert.Contains(answer.Notes, n => n.Contains("ServerLoad", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(FaultKind.ServerError)]
    [InlineData(FaultKind.Unavailable)]
    [Fault("monitor-5xx")]
    public async Task A_passing_fault_of_the_metrics_call_is_not_noticed(FaultKind kind)
    {
        await using var local = await LocalConnection.StartAsync();
        local.Host.Faults.Add(new Fault(kind) { Call = CallKind.MetricBatch, Times = 2 });

        var answer = await local.ReadAsync(r => r.Name == "hot-chat");

        Assert.Empty(answer.Failures);
        Assert.InRange(Assert.Single(answer.Series).Value.Count, 56, 59); // an hour less the lag of two minutes and the running one
    }

    [Fact]
    public async Task Throttling_is_waited_out()
    {
        await using var local = await LocalConnection.StartAsync();
        local.Host.Faults.Add(new Fault(FaultKind.Throttle) { Call = CallKind.MetricBatch, Times = 1 });

        var answer = await local.ReadAsync(r => r.Region == "westeurope");

        Assert.Empty(answer.Failures);
        Assert.NotEmpty(answer.Series);
    }

    [Fact]
    public async Task A_coarser_grain_gives_totals_of_a_minute()
    {
        await using var local = await LocalConnection.StartAsync();
        var resource = await local.GetAsync("lobby-connections");
        var end = DateTimeOffset.UtcNow;
        var start = new DateTimeOffset(end.Year, end.Month, end.Day, end.Hour, 0, 0, TimeSpan.Zero).AddHours(-3);
        var cancellation = TestContext.Current.CancellationToken;

        var minutes = await local.Connection.Metrics.ReadAsync([resource], start, start.AddHours(1), TimeSpan.FromMinutes(1), cancellation);
        var hours = await local.Connection.Metrics.ReadAsync([resource], start, start.AddHours(1), TimeSpan.FromHours(1), cancellation);

        var hour = Assert.Single(hours.Series[resource.Id]);
        Assert.Equal(start, hour.Time);
        Assert.Equal(
            minutes.Series[resource.Id].Average(s => s.Readings.OutboundTraffic!.Value),
            hour.Readings.OutboundTraffic!.Value,
            tolerance: 1
        );
        Assert.Equal(minutes.Series[resource.Id].Max(s => s.Readings.ConnectionCount!.Value), hour.Readings.ConnectionCount!.Value);
    }
}
