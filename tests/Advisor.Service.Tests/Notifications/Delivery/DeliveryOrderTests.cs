using Advisor.Service.Changes;
using Advisor.Service.Evaluation;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;
using Advisor.Service.Store.Sqlite;
using Advisor.Service.Tests.World;
using Advisor.Service.Tick;
using Advisor.Tests;

namespace Advisor.Service.Tests.Notifications.Delivery;

/// <summary>Queues deliver twice, late and out of order, and two instances share the work.</summary>
public sealed class DeliveryOrderTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public async Task Every_message_twice_late_and_in_any_order_changes_each_resource_once_per_decision(int seed)
    {
        var world = new ServiceWorld();
        world.Azure.TakesAll = true;
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        var live = world.Azure.Add("live", 2, minute => minute < ServiceWorld.Start.AddMinutes(20) ? 1000 : 4600);
        var dependencies = await world.CreateDependenciesAsync();
        var service = new AdvisorService(dependencies, [world.Channel]);
        var random = new Random(seed);
        var queue = new List<(int Due, object Message)>();
        void Send(int tick, object message)
        {
            // Twice, each some ticks late.
            queue.Add((tick + random.Next(3), message));
            queue.Add((tick + random.Next(3), message));
        }

        for (var tick = 0; tick < 60; tick++)
        {
            var swept = await service.PlanTickAsync(world.Clock.GetUtcNow(), CancellationToken.None);
            swept.Batches.ToList().ForEach(job => Send(tick, job));
            swept.Messages.ToList().ForEach(key => Send(tick, key));
            for (var due = queue.FindAll(m => m.Due <= tick); due.Count > 0; due = queue.FindAll(m => m.Due <= tick))
            {
                var (at, message) = due[random.Next(due.Count)];
                queue.Remove((at, message));
                switch (message)
                {
                    case EvaluationBatch job:
                        // As it comes off the queue: text.
                        var (read, problem) = EvaluationBatch.Parse(job.ToJson());
                        Assert.Null(problem);
                        (await service.EvaluateBatchAsync(read!, world.Clock.GetUtcNow(), CancellationToken.None))
                            .Messages.ToList()
                            .ForEach(key => Send(tick, key));
                        break;
                    case OutboxKey { Kind: OutboxKind.Change } key:
                        await service.ApplyChangeAsync(OutboxKey.Parse(key.ToJson()).Key!, world.Clock.GetUtcNow(), CancellationToken.None);
                        break;
                    case OutboxKey { Kind: OutboxKind.Notification }:
                        (await service.GroupNoticesAsync(world.Clock.GetUtcNow(), CancellationToken.None))
                            .ToList()
                            .ForEach(key => Send(tick, key));
                        break;
                    case OutboxKey key:
                        await service.DeliverAsync(key, world.Clock.GetUtcNow(), CancellationToken.None);
                        break;
                }
            }

            world.Clock.Advance(TimeSpan.FromMinutes(1));
        }

        await AssertEachChangeOnceAsync(world, [chat, live]);

        // An alert that fires and is resolved within the hour has two events under one deduplication key.
        Assert.True(
            world.Channel.Sent.DistinctBy(n => n.EventId).Count() == world.Channel.Sent.Count,
            string.Join('\n', world.Channel.Sent.Select(n => $"{n.EventId} {n.Title}"))
        );
    }

    [Fact]
    public async Task Two_instances_at_once_on_one_SQLite_file_send_each_change_once()
    {
        using var folder = new TemporaryFolder();
        using var one = SqliteStateStore.Open(Path.Combine(folder.Path, "state.db"));
        using var other = SqliteStateStore.Open(Path.Combine(folder.Path, "state.db"));
        var world = new ServiceWorld(one);
        world.Azure.TakesAll = true;
        FakeResource[] resources =
        [
            .. Enumerable
                .Range(0, 6)
                .Select(i => world.Azure.Add($"r{i}", 1, minute => minute < ServiceWorld.Start.AddMinutes(15) ? 500 + (i * 500) : 4600)),
        ];
        var first = await world.CreateLoopAsync();
        var second = new WatchLoop(
            new AdvisorService(
                (await world.CreateDependenciesAsync()) with
                {
                    State = await AdvisorState.OpenAsync(other, 1, ServiceWorld.Start, CancellationToken.None),
                },
                [world.Channel]
            ),
            world.Clock,
            _ => { }
        );
        for (var tick = 0; tick < 40; tick++)
        {
            await Task.WhenAll(
                Task.Run(() => first.RunOnceAsync(CancellationToken.None)),
                Task.Run(() => second.RunOnceAsync(CancellationToken.None))
            );
            world.Clock.Advance(TimeSpan.FromMinutes(1));
        }

        await AssertEachChangeOnceAsync(world, resources);
        Assert.All(world.Channel.Sent.GroupBy(n => n.DedupKey), same => Assert.Single(same));
    }

    [Fact]
    public async Task A_tick_that_is_swept_again_gives_the_same_jobs_until_they_are_done()
    {
        var world = new ServiceWorld();
        for (var i = 0; i < 120; i++)
        {
            world.Azure.Add($"r{i}", 1, _ => 500, region: i < 60 ? "westeurope" : "eastus");
        }

        var dependencies = await world.CreateDependenciesAsync();
        var tickPlanner = new AdvisorService(dependencies, []).Planner;
        var first = await tickPlanner.PlanAsync(ServiceWorld.Start.AddSeconds(1), CancellationToken.None);
        var second = await new AdvisorService(dependencies, []).Planner.PlanAsync(
            ServiceWorld.Start.AddSeconds(50),
            CancellationToken.None
        );

        // 60 in each of two regions: 50 + 10 twice.
        Assert.Equal([50, 10, 50, 10], first.Batches.Select(job => job.ResourceIds.Count));
        Assert.Equal(first.Batches.Select(job => job.ToJson()), second.Batches.Select(job => job.ToJson()));
        Assert.Equal(4, first.Batches.Select(job => job.Id).Distinct().Count());

        await new AdvisorService(dependencies, []).Evaluator.RunAsync(
            first.Batches[0],
            ServiceWorld.Start.AddSeconds(2),
            CancellationToken.None
        );
        var third = await tickPlanner.PlanAsync(ServiceWorld.Start.AddSeconds(55), CancellationToken.None);
        Assert.Equal(first.Batches.Skip(1).Select(job => job.Id), third.Batches.Select(job => job.Id));
        Assert.True(
            (
                await new AdvisorService(dependencies, []).Evaluator.RunAsync(
                    first.Batches[0],
                    ServiceWorld.Start.AddSeconds(3),
                    CancellationToken.None
                )
            ).IsRepeated
        );
    }

    [Fact]
    public async Task The_heartbeat_waits_for_the_last_batch_of_a_tick()
    {
        var world = new ServiceWorld();
        world.Azure.Add("west", 1, _ => 500);
        world.Azure.Add("east", 1, _ => 500, region: "eastus");
        var dependencies = await world.CreateDependenciesAsync();
        var service = new AdvisorService(dependencies, []);
        var started = await service.PlanTickAsync(ServiceWorld.Start, CancellationToken.None);
        await service.EvaluateBatchAsync(started.Batches[0], ServiceWorld.Start, CancellationToken.None);
        Assert.False(await service.CompleteTickAsync(started.Tick, ServiceWorld.Start, CancellationToken.None));
        await service.EvaluateBatchAsync(started.Batches[1], ServiceWorld.Start, CancellationToken.None);

        // The next tick records it, once.
        var next = await service.PlanTickAsync(ServiceWorld.Start.AddMinutes(1), CancellationToken.None);
        Assert.Equal(started.Tick, next.CompletedTick);
        Assert.Equal(started.Tick, (await dependencies.State.Fleet.FindHeartbeatAsync(CancellationToken.None))!.Tick);
        Assert.Null((await service.PlanTickAsync(ServiceWorld.Start.AddMinutes(1), CancellationToken.None)).CompletedTick);
    }

    [Theory]
    [InlineData("")]
    [InlineData("hello")]
    [InlineData("{}")]
    [InlineData("{\"tick\":\"2026-01-05T08:00:00Z\",\"name\":\"a\",\"resourceIds\":[]}")]
    [InlineData("{\"tick\":\"soon\",\"name\":\"a\",\"resourceIds\":[\"x\"]}")]
    public void A_malformed_message_is_a_problem_and_no_fault(string text)
    {
        Assert.NotNull(EvaluationBatch.Parse(text).Problem);
        Assert.NotNull(OutboxKey.Parse(text).Problem);
    }

    private static async Task AssertEachChangeOnceAsync(ServiceWorld world, IReadOnlyList<FakeResource> resources)
    {
        var sent = 0;
        foreach (var resource in resources)
        {
            var changes = await world.ReadChangesAsync(resource.Id);
            var decisions = await world.ReadDecisionsAsync(resource.Id);
            Assert.DoesNotContain(changes, c => c.State is ChangeState.Failed or ChangeState.Refused);
            Assert.All(
                changes.Where(c => c.State == ChangeState.Verified),
                change =>
                {
                    Assert.Equal(1, change.Attempts);
                    Assert.NotEmpty(Assert.Single(decisions, d => d.ChangeId == change.Id).Reasons);
                }
            );

            // What was sent and is open still counts as sent.
            sent += changes.Count(c => c.Attempts > 0);
            Assert.Contains(changes, c => c.State == ChangeState.Verified);
        }

        Assert.Equal(world.Azure.Patches.Count, sent);
    }
}
