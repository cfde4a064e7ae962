using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Lab.LocalAzure;
using Advisor.Service.Fleet;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tests.World;
using Advisor.Service.Tick;
using Advisor.Tests;

namespace Advisor.Service.Tests.Tick;

/// <summary>When the loop runs its ticks, and what does not hold one up.</summary>
public sealed class WatchLoopTests
{
    // Each wait ends 1.5 ms before 08:01, 08:02 and so on; a tick that begins then, at 08:00:59.9985, ends after 08:01.
    [Fact]
    public async Task Each_tick_begins_in_time_where_timers_end_a_moment_early()
    {
        var world = new ServiceWorld();
        world.Azure.Add("chat", 3, _ => 2000);
        using var stop = new CancellationTokenSource();
        var time = new EarlyTime(world.Clock, ServiceWorld.Start.AddMinutes(6), stop);
        var service = new AdvisorService(await world.CreateDependenciesAsync(), [world.Channel]);

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => new WatchLoop(service, time, _ => { }).RunAsync(stop.Token));

        var ticks = await (await world.OpenStateAsync()).Ticks.GetProgressAsync(
            ServiceWorld.Start.AddMinutes(5),
            ServiceWorld.Start,
            CancellationToken.None
        );
        Assert.Equal(
            Enumerable.Range(0, 6).Select(minute => ServiceWorld.Start.AddMinutes(minute)),
            ticks.Where(progress => progress.Tick.StartedAt - progress.Tick.Tick < TimeSpan.FromSeconds(1)).Select(p => p.Tick.Tick).Order()
        );
    }

    // With one read of metrics each that takes 61 s: begun at 08:01:00, 08:02:01, 08:03:02 and 08:04:03, which ends at 08:05:04.
    [Fact]
    public async Task A_tick_that_takes_longer_than_an_interval_is_followed_by_the_next_at_once()
    {
        var world = new ServiceWorld();
        world.Azure.Add("chat", 3, _ => 2000);
        using var stop = new CancellationTokenSource();
        var metrics = new SlowMetrics(world.Azure, world.Clock, ServiceWorld.Start.AddMinutes(5), stop);
        var service = new AdvisorService(await world.CreateDependenciesAsync() with { Metrics = metrics }, [world.Channel]);
        var loop = new WatchLoop(service, new EarlyTime(world.Clock, ServiceWorld.Start.AddMinutes(9), stop), _ => { });
        await loop.RunOnceAsync(TestContext.Current.CancellationToken); // reads the history
        world.Clock.Advance(ServiceWorld.Start.AddMinutes(1) - world.Clock.GetUtcNow());
        metrics.IsSlow = true;

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => loop.RunAsync(stop.Token));

        var ticks = await (await world.OpenStateAsync()).Ticks.GetProgressAsync(
            ServiceWorld.Start.AddMinutes(9),
            ServiceWorld.Start.AddMinutes(1),
            CancellationToken.None
        );
        Assert.Equal(
            Enumerable.Range(1, 4).Select(minute => ServiceWorld.Start.AddMinutes(minute)),
            ticks.Select(progress => progress.Tick.Tick).Order()
        );
    }

    // A history of ten resources takes 40 s, an interval is 60 s: 20 of the new ones in the first tick, and what is left in the next.
    [Fact]
    public async Task A_tick_that_has_taken_its_interval_leaves_histories_to_the_next_ones()
    {
        var (loop, metrics) = await CreateLoopOfNewAsync(TimeSpan.FromSeconds(40), isLast: false);

        Assert.Equal(20, (await loop.RunOnceAsync(TestContext.Current.CancellationToken)).Resources);
        Assert.Equal(25, (await loop.RunOnceAsync(TestContext.Current.CancellationToken)).Resources);
        Assert.Equal([10, 10, 5], metrics.Histories);
    }

    // Each history takes longer than an interval: all the same each tick reads one, and one that no other follows reads all.
    [Theory]
    [InlineData(false, 10)]
    [InlineData(true, 25)]
    public async Task A_tick_reads_one_history_at_least_and_the_last_one_all(bool isLast, int evaluated)
    {
        var (loop, _) = await CreateLoopOfNewAsync(TimeSpan.FromSeconds(61), isLast);

        Assert.Equal(evaluated, (await loop.RunOnceAsync(TestContext.Current.CancellationToken)).Resources);
    }

    [Fact]
    [Fault("monitor-hang")]
    public async Task A_region_whose_metrics_do_not_arrive_holds_up_no_other()
    {
        var world = new ServiceWorld();
        world.Azure.Add("silent", 3, _ => 2000, region: "eastus"); // first in the plan, which is by region
        world.Azure.Add("chat", 3, _ => 2000, region: "westeurope");
        var dependencies = await world.CreateDependenciesAsync();
        var metrics = new SilentRegion(world.Azure, "eastus");
        var service = new AdvisorService(dependencies with { Metrics = metrics }, [world.Channel]);
        var loop = new WatchLoop(service, world.Clock, _ => { }) { ConcurrentBatches = 2 };
        await loop.RunOnceAsync(TestContext.Current.CancellationToken); // reads the history
        world.Clock.Advance(TimeSpan.FromMinutes(1));
        metrics.IsSilent = true;

        var tick = await loop.RunOnceAsync(TestContext.Current.CancellationToken);

        // One after another, the first would end without an answer.
        Assert.Empty(tick.Problems);
        Assert.Equal(2, tick.Resources);
    }

    // The metrics of silent arrive only when the change of live was asked for, which used to wait for all batches of the tick.
    [Fact]
    [Fault("monitor-hang")]
    public async Task A_change_is_applied_while_a_batch_still_waits_for_its_metrics_and_once()
    {
        var world = new ServiceWorld();
        world.Options = world.Options with { Mode = AdvisorMode.Auto };
        var connections = 500;
        world.Azure.Add("silent", 3, _ => 2000, region: "eastus");
        var live = world.Azure.Add("live", 1, _ => connections, region: "westeurope");
        var dependencies = await world.CreateDependenciesAsync();
        var fleet = new AnnouncingFleet(world.Azure);
        var metrics = new SilentRegion(world.Azure, "eastus", fleet.Asked);
        var service = new AdvisorService(dependencies with { Metrics = metrics, Fleet = fleet }, [world.Channel]);
        var loop = new WatchLoop(service, new QuickTime(world.Clock), _ => { }) { ConcurrentBatches = 2 };
        await loop.RunOnceAsync(TestContext.Current.CancellationToken);
        world.Clock.Advance(TimeSpan.FromMinutes(1));
        (metrics.IsSilent, connections) = (true, 1350);

        var tick = await loop.RunOnceAsync(TestContext.Current.CancellationToken);

        Assert.Empty(tick.Problems);
        Assert.Equal(2, tick.Resources);
        Assert.Equal(live.Id, Assert.Single(world.Azure.Patches).ResourceId);
    }

    // Both regions are in one tick: without sending meanwhile, the recommendation for chat would wait for the metrics of the other.
    [Fact]
    [Fault("monitor-hang")]
    public async Task What_the_other_batches_have_found_is_sent_while_a_batch_still_waits_for_its_metrics()
    {
        var world = new ServiceWorld();

        var tick = await TickInSilenceAsync(world);

        Assert.Empty(tick.Problems);
        Assert.Equal("recommendation", Assert.Single(world.Channel.Kinds));
    }

    // The plan of the tick reads first what waits to be sent; the second read is that of the first round while the metrics of the other
    // region are awaited.
    [Fact]
    public async Task A_state_that_is_busy_while_something_is_sent_meanwhile_does_not_end_the_tick()
    {
        var store = new BusyGrouping(new MemoryStateStore());
        var world = new ServiceWorld(store);

        var tick = await TickInSilenceAsync(world, () => store.Left = 2);

        Assert.True(store.Left < 0);
        Assert.Equal((2, 0), (tick.Resources, tick.Problems.Count));
        Assert.Equal("recommendation", Assert.Single(world.Channel.Kinds));
        var beat = await (await world.OpenStateAsync()).Fleet.FindHeartbeatAsync(TestContext.Current.CancellationToken);
        Assert.Equal(ServiceWorld.Start.AddMinutes(1), beat!.Tick);
    }

    // The message about chat is under way when the metrics of the other region arrive, and is accepted only after the change of live.
    [Fact]
    [Fault("channel-hangs")]
    public async Task A_change_does_not_wait_for_a_message_that_is_sent_meanwhile()
    {
        var world = new ServiceWorld();
        world.Options = world.Options with { Mode = null };
        var connections = 500;
        world.Azure.Add("silent", 3, _ => 2000, region: "eastus");
        world.Azure.Add("chat", 1, _ => connections, new() { Mode = AdvisorMode.Recommend });
        var live = world.Azure.Add("live", 1, _ => connections, new() { Mode = AdvisorMode.Auto });
        var dependencies = await world.CreateDependenciesAsync();
        var fleet = new AnnouncingFleet(world.Azure);
        var channel = new AnnouncingChannel(world.Channel, fleet.Asked);
        var metrics = new SilentRegion(world.Azure, "eastus", channel.Begun);
        var service = new AdvisorService(dependencies with { Metrics = metrics, Fleet = fleet }, [channel]);
        var loop = new WatchLoop(service, new QuickTime(world.Clock), _ => { }) { ConcurrentBatches = 2 };
        await loop.RunOnceAsync(TestContext.Current.CancellationToken);
        world.Clock.Advance(TimeSpan.FromMinutes(1));
        (metrics.IsSilent, connections) = (true, 1350);

        var tick = await loop.RunOnceAsync(TestContext.Current.CancellationToken);

        Assert.Empty(tick.Problems);
        Assert.Equal(live.Id, Assert.Single(world.Azure.Patches).ResourceId);
    }

    // The change of live is asked for while the metrics of the other regions are awaited, and answered only when the message about chat,
    // which is found after that, is under way.
    [Fact]
    [Fault("arm-lost-patch")]
    public async Task A_message_does_not_wait_for_a_change_that_is_not_answered_meanwhile()
    {
        var world = new ServiceWorld();
        world.Options = world.Options with { Mode = null };
        var connections = 500;
        world.Azure.Add("silent", 3, _ => 2000, region: "eastus");
        world.Azure.Add("chat", 1, _ => connections, new() { Mode = AdvisorMode.Recommend }, region: "northeurope");
        var live = world.Azure.Add("live", 1, _ => connections, new() { Mode = AdvisorMode.Auto }, region: "westeurope");
        var dependencies = await world.CreateDependenciesAsync();
        var channel = new AnnouncingChannel(world.Channel);
        var fleet = new AnnouncingFleet(world.Azure, channel.Begun);
        var late = new SilentRegion(world.Azure, "northeurope", fleet.Asked);
        var silent = new SilentRegion(late, "eastus", channel.Begun);
        var service = new AdvisorService(dependencies with { Metrics = silent, Fleet = fleet }, [channel]);
        var loop = new WatchLoop(service, new QuickTime(world.Clock), _ => { }) { ConcurrentBatches = 3 };
        await loop.RunOnceAsync(TestContext.Current.CancellationToken);
        world.Clock.Advance(TimeSpan.FromMinutes(1));
        (late.IsSilent, silent.IsSilent, connections) = (true, true, 1350);

        var tick = await loop.RunOnceAsync(TestContext.Current.CancellationToken);

        Assert.Empty(tick.Problems);
        Assert.Equal(live.Id, Assert.Single(world.Azure.Patches).ResourceId);
        Assert.Equal("recommendation", Assert.Single(world.Channel.Kinds));
    }

    // 25 new resources.
    private static async Task<(WatchLoop Loop, SlowHistories Metrics)> CreateLoopOfNewAsync(TimeSpan history, bool isLast)
    {
        var world = new ServiceWorld();
        world.Options = world.Options with { HistoryBackfill = TimeSpan.FromHours(2) };
        for (var i = 0; i < 25; i++)
        {
            world.Azure.Add($"new-{i:00}", 3, _ => 2000);
        }

        var metrics = new SlowHistories(world.Azure, world.Clock, history);
        var service = new AdvisorService(await world.CreateDependenciesAsync() with { Metrics = metrics }, [world.Channel]);
        return (new WatchLoop(service, world.Clock, _ => { }) { WaitsForDeliveries = isLast }, metrics);
    }

    // The second of two ticks: the metrics of one region arrive when a message about the other is under way.
    private static async Task<WatchTick> TickInSilenceAsync(ServiceWorld world, Action? before = null)
    {
        world.Options = world.Options with { Mode = AdvisorMode.Recommend };
        world.Azure.Add("silent", 3, _ => 2000, region: "eastus");
        var connections = 500;
        world.Azure.Add("chat", 1, _ => connections, region: "westeurope");
        var dependencies = await world.CreateDependenciesAsync();
        var channel = new AnnouncingChannel(world.Channel);
        var metrics = new SilentRegion(world.Azure, "eastus", channel.Begun);
        var service = new AdvisorService(dependencies with { Metrics = metrics }, [channel]);
        var loop = new WatchLoop(service, new QuickTime(world.Clock), _ => { }) { ConcurrentBatches = 2 };
        await loop.RunOnceAsync(TestContext.Current.CancellationToken);
        world.Clock.Advance(TimeSpan.FromMinutes(1));
        (metrics.IsSilent, connections) = (true, 1350);
        before?.Invoke();
        return await loop.RunOnceAsync(TestContext.Current.CancellationToken);
    }

    /// <summary>
    /// While it is silent, the metrics of one region arrive only after something else: those of another, if nothing is given.
    /// </summary>
    private sealed class SilentRegion(IMetricSource inner, string region, Task? after = null) : IMetricSource
    {
        private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(10);

        private readonly TaskCompletionSource other = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public bool IsSilent { get; set; }

        public async Task<MetricReadResult> ReadAsync(
            IReadOnlyList<FleetResource> resources,
            DateTimeOffset start,
            DateTimeOffset end,
            CancellationToken cancellation
        )
        {
            var read = await inner.ReadAsync(resources, start, end, cancellation);
            if (IsSilent && resources.Any(resource => resource.Region == region))
            {
                await (after ?? other.Task).WaitAsync(Timeout, cancellation);
            }
            else if (IsSilent)
            {
                other.TrySetResult();
            }

            return read;
        }
    }

    /// <summary>While it is slow, each read takes 61 s of the clock; from a given time on, it stops the loop.</summary>
    private sealed class SlowMetrics(IMetricSource inner, ManualTimeProvider clock, DateTimeOffset end, CancellationTokenSource stop)
        : IMetricSource
    {
        public bool IsSlow { get; set; }

        public Task<MetricReadResult> ReadAsync(
            IReadOnlyList<FleetResource> resources,
            DateTimeOffset start,
            DateTimeOffset until,
            CancellationToken cancellation
        )
        {
            if (IsSlow)
            {
                clock.Advance(TimeSpan.FromSeconds(61));
            }

            if (clock.GetUtcNow() >= end)
            {
                stop.Cancel();
            }

            return inner.ReadAsync(resources, start, until, cancellation);
        }
    }

    /// <summary>Metrics of which a history takes some time to read.</summary>
    private sealed class SlowHistories(IMetricSource inner, ManualTimeProvider clock, TimeSpan duration) : IMetricSource
    {
        /// <summary>Number of resources of each history that was read.</summary>
        public List<int> Histories { get; } = [];

        public Task<MetricReadResult> ReadAsync(
            IReadOnlyList<FleetResource> resources,
            DateTimeOffset start,
            DateTimeOffset until,
            CancellationToken cancellation
        )
        {
            if (until - start > TimeSpan.FromHours(1))
            {
                Histories.Add(resources.Count);
                clock.Advance(duration);
            }

            return inner.ReadAsync(resources, start, until, cancellation);
        }
    }

    /// <summary>A clock that moves with every look at it, and ends each wait 1.5 ms early, until it stops the loop.</summary>
    private sealed class EarlyTime(ManualTimeProvider clock, DateTimeOffset end, CancellationTokenSource stop) : TimeProvider
    {
        public override DateTimeOffset GetUtcNow()
        {
            clock.Advance(TimeSpan.FromMilliseconds(0.4));
            return clock.GetUtcNow();
        }

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            if (clock.GetUtcNow() + dueTime >= end)
            {
                stop.Cancel();
            }

            clock.Advance(dueTime > TimeSpan.FromSeconds(1) ? dueTime - TimeSpan.FromMilliseconds(1.5) : dueTime);
            return System.CreateTimer(callback, state, TimeSpan.Zero, period);
        }
    }

    /// <summary>Says when its first message is under way, and accepts messages only after something else, if that is given.</summary>
    private sealed class AnnouncingChannel(INotificationChannel inner, Task? after = null) : INotificationChannel
    {
        private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(10);

        private readonly TaskCompletionSource begun = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public string Name => inner.Name;

        public Task Begun => begun.Task;

        public async Task<DeliveryResult> SendAsync(Notification message, CancellationToken cancellation)
        {
            begun.TrySetResult();
            await (after ?? Task.CompletedTask).WaitAsync(Timeout, cancellation);
            return await inner.SendAsync(message, cancellation);
        }
    }

    /// <summary>Says when it is asked for its first change, and answers after something else.</summary>
    private sealed class AnnouncingFleet(IFleet inner, Task? after = null) : IFleet
    {
        private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(10);

        private readonly TaskCompletionSource asked = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task Asked => asked.Task;

        public Task<FleetListing> ListAsync(FleetScope scope, CancellationToken cancellation) => inner.ListAsync(scope, cancellation);

        public async Task<ScaleOutcome> ScaleAsync(ScaleRequest request, CancellationToken cancellation)
        {
            asked.TrySetResult();
            await (after ?? Task.CompletedTask).WaitAsync(Timeout, cancellation);
            return await inner.ScaleAsync(request, cancellation);
        }

        public Task<ScaleProgress> GetProgressAsync(string operationUrl, CancellationToken cancellation) =>
            inner.GetProgressAsync(operationUrl, cancellation);
    }

    /// <summary>Refuses one read of what the grouping of messages remembers.</summary>
    private sealed class BusyGrouping(IStateStore inner) : IStateStore
    {
        private int reads;

        /// <summary>Reads until the one that is refused, that one included; 0 or less = none is.</summary>
        public int Left
        {
            get => reads;
            set => reads = value;
        }

        public Task<Row?> GetAsync(string partition, string key, CancellationToken cancellation) =>
            inner.GetAsync(partition, key, cancellation);

        public Task<CommitResult> CommitAsync(string partition, IReadOnlyList<RowWrite> writes, CancellationToken cancellation) =>
            inner.CommitAsync(partition, writes, cancellation);

        public Task<RowPage> QueryAsync(RowQuery query, CancellationToken cancellation) =>
            query.Partition == StateKeys.Grouping && Interlocked.Decrement(ref reads) == 0
                ? throw new StateStoreException("Busy", "The state is busy.", isTransient: true)
                : inner.QueryAsync(query, cancellation);
    }

    /// <summary>A clock at which every wait is over at once.</summary>
    private sealed class QuickTime(TimeProvider clock) : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => clock.GetUtcNow();

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
            System.CreateTimer(callback, state, TimeSpan.Zero, period);
    }
}
