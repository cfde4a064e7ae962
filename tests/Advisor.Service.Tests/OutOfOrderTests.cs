using Advisor.Service.Changes;
using Advisor.Service.Evaluation;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store.Sqlite;
using Advisor.Service.Tests.World;
using Advisor.Tests;

namespace Advisor.Service.Tests;

/// <summary>Every message comes twice, in any order, some of them ticks later: by a seed, over a real SQLite file.</summary>
public sealed class OutOfOrderTests
{
    private const int Seeds = 6;
    private const int Ticks = 14;

    [Fact]
    [Fault("process-queue")]
    public async Task Whatever_comes_twice_late_and_out_of_order_is_done_once()
    {
        using var folder = new TemporaryFolder();
        var complaints = new List<string>();
        for (var seed = 1; seed <= Seeds; seed++)
        {
            using var store = SqliteStateStore.Open(Path.Combine(folder.Path, $"{seed}.db"));
            if (await FindComplaintAsync(store, new Random(seed)) is { } complaint)
            {
                complaints.Add($"seed {seed}: {complaint}");
            }
        }

        Assert.Empty(complaints);
    }

    private static async Task<string?> FindComplaintAsync(SqliteStateStore store, Random random)
    {
        var world = new ServiceWorld(store);
        world.Azure.TakesAll = true;
        FakeResource[] hot = [world.Azure.Add("chat", 1, _ => 2600), world.Azure.Add("lobby", 2, _ => 3500, region: "northeurope")];
        world.Azure.Add("calm", 1, _ => 300);
        await RunAsync(world, random);

        var open = (await (await world.OpenStateAsync()).Outbox.ListOpenAsync(100, CancellationToken.None)).Count;
        var repeats = world
            .Channel.Sent.GroupBy(n => n.EventId)
            .Where(group => group.Count() > 1)
            .Select(group => group.First().Title)
            .ToList();
        foreach (var resource in hot)
        {
            var changes = await world.ReadChangesAsync(resource.Id);
            var sent = world.Azure.Patches.Count(patch => patch.ResourceId == resource.Id);
            if (sent != 1 || changes is not [{ State: ChangeState.Verified, Attempts: 1 }])
            {
                return $"{resource.Id}: {sent} requests; {string.Join(", ", changes.Select(c => $"{c.State} {c.Code}"))}";
            }
        }

        return open > 0 ? $"{open} messages are open"
            : repeats.Count > 0 ? "sent again: " + string.Join(", ", repeats)
            : null;
    }

    /// <summary>
    /// Each tick: its messages, twice, join those that are left; some of all are processed in any order, side by side in pairs.
    /// </summary>
    private static async Task RunAsync(ServiceWorld world, Random random)
    {
        var dependencies = await world.CreateDependenciesAsync();
        var service = new AdvisorService(dependencies, [world.Channel]);
        var waiting = new List<object>();
        for (var tick = 0; tick < Ticks; tick++)
        {
            var result = await service.PlanTickAsync(world.Clock.GetUtcNow(), CancellationToken.None);
            Add([.. result.Batches, .. result.Messages]);

            // In the last ticks nothing is delayed any more.
            for (var left = tick < Ticks - 6 ? random.Next(waiting.Count) : 0; waiting.Count > left; )
            {
                object[] pair = [Take(), .. waiting.Count > 0 ? [Take()] : Array.Empty<object>()];
                await Task.WhenAll(pair.Select(message => Task.Run(() => HandleAsync(message))));
            }

            world.Clock.Advance(TimeSpan.FromMinutes(1));
        }

        object Take()
        {
            var at = random.Next(waiting.Count);
            var message = waiting[at];
            waiting.RemoveAt(at);
            return message;
        }

        void Add(IReadOnlyList<object> messages)
        {
            lock (waiting)
            {
                waiting.AddRange(messages);
                waiting.AddRange(messages);
            }
        }

        async Task HandleAsync(object message)
        {
            var now = world.Clock.GetUtcNow();
            switch (message)
            {
                case EvaluationBatch job:
                    Add((await service.EvaluateBatchAsync(job, now, CancellationToken.None)).Messages);
                    if (await service.CompleteTickAsync(job.Tick, now, CancellationToken.None))
                    {
                        Add(await service.GroupNotificationsAsync(now, CancellationToken.None));
                    }

                    break;
                case OutboxKey { Kind: OutboxKind.Change } key:
                    await service.ApplyChangeAsync(key, now, CancellationToken.None);
                    break;
                case OutboxKey { Kind: OutboxKind.Notification }:
                    Add(await service.GroupNoticesAsync(now, CancellationToken.None));
                    break;
                case OutboxKey key:
                    await service.DeliverAsync(key, now, CancellationToken.None);
                    break;
            }
        }
    }
}
