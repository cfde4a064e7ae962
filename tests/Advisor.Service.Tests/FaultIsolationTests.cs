using System.Diagnostics.Metrics;
using System.Text;
using Advisor.Core.Fleet;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation;
using Advisor.Service.Fleet;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tests.World;
using Advisor.Service.Tick;

namespace Advisor.Service.Tests;

/// <summary>What is wrong with one resource, or one row, holds up no other.</summary>
public sealed class FaultIsolationTests
{
    private readonly ServiceWorld world;
    private readonly DamagedStore store = new(new MemoryStateStore());
    private readonly FakeResource broken;
    private readonly FakeResource sound;

    public FaultIsolationTests()
    {
        world = new ServiceWorld(store);
        broken = world.Azure.Add("broken", 1, _ => 2600);
        sound = world.Azure.Add("sound", 1, _ => 2600);
    }

    [Theory]
    [InlineData("-x-")] // the record of its open change
    [InlineData("-n-change")] // the mark of its open change
    public async Task A_resource_with_an_unreadable_row_is_reported_once_and_the_others_are_evaluated(string row)
    {
        await (await world.OpenStateAsync()).Changes.OpenAsync(
            new ChangeRecord
            {
                ResourceId = broken.Id,
                DecidedAt = ServiceWorld.Start,
                FromSku = "Standard_S1",
                FromUnits = 1,
                ToSku = "Standard_S1",
                ToUnits = 2,
            },
            CancellationToken.None
        );
        store.IsDamaged = (key, payload) =>
            key.Contains(row, StringComparison.Ordinal) && payload.Contains("/broken", StringComparison.Ordinal);

        await world.RunAsync(12);

        Assert.Equal([sound.Id], world.Azure.Patches.Select(patch => patch.ResourceId));
        Assert.Equal(ChangeState.Verified, Assert.Single(await world.ReadChangesAsync(sound.Id)).State);
        Assert.Single(
            world.Channel.Sent,
            n => n.DedupKey.StartsWith("stateUnreadable/", StringComparison.Ordinal) && n.Resources is [var about] && about.Id == broken.Id
        );
        Assert.Single(
            world.Lines,
            line => line.Contains(broken.Id, StringComparison.Ordinal) && line.Contains("has version 99", StringComparison.Ordinal)
        );

        // And it is evaluated again as soon as that helps: the deferred change is made.
        store.IsDamaged = (_, _) => false;
        await world.RunAsync(6);
        Assert.Contains(await world.ReadChangesAsync(broken.Id), change => change.State != ChangeState.Intended);
    }

    [Fact]
    public async Task A_step_of_a_tick_that_fails_unexpectedly_is_reported_once_and_counted_and_the_tick_continues()
    {
        var faults = 0;
        using var listener = new MeterListener();
        listener.InstrumentPublished = (instrument, me) =>
        {
            if (instrument.Name == "advisor.tick.faults")
            {
                me.EnableMeasurementEvents(instrument);
            }
        };
        listener.SetMeasurementEventCallback<long>(
            (_, count, tags, _) =>
            {
                // Tests beside this one count faults of their own, on their threads.
                if (tags.ToArray().Any(tag => tag is { Key: "error.type", Value: nameof(KeyNotFoundException) }))
                {
                    Interlocked.Add(ref faults, (int)count);
                }
            }
        );
        listener.Start();
        var metrics = new OddMetrics(world.Azure);
        var reported = new List<string>();
        var loop = new WatchLoop(
            new AdvisorService(await world.CreateDependenciesAsync() with { Metrics = metrics }, [world.Channel]),
            world.Clock,
            reported.Add
        );
        var isComplete = new List<bool>();
        for (var tick = 0; tick < 6; tick++)
        {
            metrics.Fails = tick is 1 or 2;
            await loop.TickAsync(CancellationToken.None);
            var heartbeat = await (await world.OpenStateAsync()).Fleet.FindHeartbeatAsync(CancellationToken.None);
            isComplete.Add(heartbeat?.Tick >= world.Clock.GetUtcNow());
            world.Clock.Advance(TimeSpan.FromMinutes(1));
        }

        // The batch is not done in the second and third tick, which hold the heartbeat back; before and after it is.
        Assert.Equal([true, false, false, true, true, true], isComplete);
        Assert.Equal(2, faults);
        var line = Assert.Single(reported, line => line.Contains("The step", StringComparison.Ordinal));
        Assert.EndsWith(
            "The step 'evaluate' of the tick failed (KeyNotFoundException: odd answer): the next tick retries it.",
            line,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task An_evaluation_that_throws_is_reported_once_a_day_and_tried_again_at_each_tick()
    {
        var throws = true;
        var tries = 0;
        var dependencies = await world.CreateDependenciesAsync() with
        {
            FormatDetails = decision =>
                decision.ResourceId != broken.Id ? "{}"
                : throws ? throw new InvalidOperationException($"odd\n{++tries}")
                : "{}",
        };
        var loop = new WatchLoop(new AdvisorService(dependencies, [world.Channel]), world.Clock, _ => { });
        for (var tick = 0; tick < 12; tick++)
        {
            throws = tick < 8;
            await loop.TickAsync(CancellationToken.None);
            world.Clock.Advance(TimeSpan.FromMinutes(1));
        }

        Assert.Equal(8, tries);
        Assert.Equal(ChangeState.Verified, Assert.Single(await world.ReadChangesAsync(sound.Id)).State);
        var notice = Assert.Single(world.Channel.Sent, n => n.DedupKey.StartsWith("stateUnreadable/", StringComparison.Ordinal));
        Assert.Equal("The evaluation failed (InvalidOperationException): odd 1", notice.Text);
        Assert.NotEmpty(await world.ReadDecisionsAsync(broken.Id));
    }

    [Fact]
    public async Task Where_many_of_a_batch_fail_one_message_says_so()
    {
        for (var i = 0; i < 10; i++)
        {
            world.Azure.Add($"many-{i}", 1, _ => 100);
        }

        var dependencies = await world.CreateDependenciesAsync() with
        {
            FormatDetails = decision => decision.ResourceId == sound.Id ? "{}" : throw new InvalidOperationException("odd"),
        };
        var loop = new WatchLoop(new AdvisorService(dependencies, [world.Channel]), world.Clock, _ => { });
        for (var tick = 0; tick < 4; tick++)
        {
            await loop.TickAsync(CancellationToken.None);
            world.Clock.Advance(TimeSpan.FromMinutes(1));
        }

        Assert.Equal(
            "11 of 12 resources are not evaluated",
            Assert.Single(world.Channel.Sent, n => n.DedupKey.StartsWith("stateUnreadable/", StringComparison.Ordinal)).Title
        );
    }

    [Fact]
    public async Task An_unreadable_message_stays_in_the_outbox_is_reported_and_holds_up_no_other()
    {
        var state = await world.OpenStateAsync();
        var item = new OutboxItem
        {
            Scope = broken.Id,
            Id = "odd",
            CreatedAt = ServiceWorld.Start,
            Kind = OutboxKind.Notification,
            DedupKey = "odd",
            Payload = "{}",
        };
        await state.Outbox.EnqueueAsync(item, CancellationToken.None);
        store.IsDamaged = (key, payload) =>
            key.StartsWith("g-", StringComparison.Ordinal) && payload.Contains("\"odd\"", StringComparison.Ordinal);

        await world.RunAsync(8);

        Assert.Equal(2, world.Azure.Patches.Count);
        Assert.Equal(
            "A row of the state cannot be read",
            Assert.Single(world.Channel.Sent, n => n.DedupKey.StartsWith("stateUnreadable/", StringComparison.Ordinal)).Title
        );
        store.IsDamaged = (_, _) => false;
        Assert.NotNull(await state.Outbox.FindOpenAsync(OutboxKey.FromItem(item), CancellationToken.None));
    }

    [Fact]
    public async Task A_store_that_is_away_fails_the_batch_so_that_it_comes_again()
    {
        var batch = new AdvisorService(await world.CreateDependenciesAsync(), []).Evaluator;
        var job = new EvaluationBatch
        {
            Tick = ServiceWorld.Start,
            Name = "s",
            ResourceIds = [broken.Id, sound.Id],
        };
        store.AwayFromCall = 5;

        await Assert.ThrowsAsync<StateStoreException>(() => batch.RunAsync(job, ServiceWorld.Start, CancellationToken.None));
        Assert.False(await (await world.OpenStateAsync()).Ticks.IsBatchDoneAsync(job.Tick, job.Name, CancellationToken.None));
    }

    /// <summary>Shows some rows as a newer program would have written them, or nothing at all.</summary>
    private sealed class DamagedStore(IStateStore inner) : IStateStore
    {
        private int callsUntilAway = -1;

        public Func<string, string, bool> IsDamaged { get; set; } = (_, _) => false;

        /// <summary>The call that fails because the store is away; those after it work again.</summary>
        public int AwayFromCall
        {
            set => callsUntilAway = value;
        }

        public async Task<Row?> GetAsync(string partition, string key, CancellationToken cancellation)
        {
            Check();
            return await inner.GetAsync(partition, key, cancellation) is { } row ? Damage(row) : null;
        }

        public Task<CommitResult> CommitAsync(string partition, IReadOnlyList<RowWrite> writes, CancellationToken cancellation)
        {
            Check();
            return inner.CommitAsync(partition, writes, cancellation);
        }

        public async Task<RowPage> QueryAsync(RowQuery query, CancellationToken cancellation)
        {
            Check();
            var page = await inner.QueryAsync(query, cancellation);
            return page with { Rows = [.. page.Rows.Select(Damage)] };
        }

        private void Check()
        {
            // Several calls may come at once.
            if (Volatile.Read(ref callsUntilAway) >= 0 && Interlocked.Decrement(ref callsUntilAway) == -1)
            {
                throw new StateStoreException("Unreachable", "The store is away.", isTransient: true);
            }
        }

        private Row Damage(Row row) => IsDamaged(row.Key, Encoding.UTF8.GetString(row.Payload.Span)) ? row with { Version = 99 } : row;
    }

    private sealed class OddMetrics(FakeAzure inner) : IMetricSource
    {
        public bool Fails { get; set; }

        public Task<MetricReadResult> ReadAsync(
            IReadOnlyList<FleetResource> resources,
            DateTimeOffset start,
            DateTimeOffset end,
            CancellationToken cancellation
        ) => Fails ? throw new KeyNotFoundException("odd\nanswer") : inner.ReadAsync(resources, start, end, cancellation);

        public Task<ConnectionCloses> ReadConnectionClosesAsync(
            IReadOnlyList<(FleetResource Resource, DateTimeOffset Minute)> minutes,
            IReadOnlyList<string> categories,
            CancellationToken cancellation
        ) => inner.ReadConnectionClosesAsync(minutes, categories, cancellation);
    }
}
