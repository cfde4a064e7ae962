using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Service.Alerts;
using Advisor.Service.Notifications;
using Advisor.Service.Store.Rows;
using Advisor.Service.Store.Sqlite;
using Advisor.Service.Tests.World;
using Advisor.Tests;
using static Advisor.Service.Tests.World.RoutedWorld;

namespace Advisor.Service.Tests.Notifications.Grouping;

/// <summary>Grouping that ends at each of its calls, and grouping by several at once.</summary>
public sealed class GroupingCrashTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Wherever_a_grouping_ends_the_next_one_loses_and_repeats_nothing(bool after)
    {
        var whole = await RunAsync(new CrashPoint());
        Assert.Null(FindComplaint(whole.World, repeats: 0));
        var failures = new List<string>();
        for (var at = 0; at < whole.Point.Steps.Count; at++)
        {
            var run = await RunAsync(new CrashPoint { At = at, After = after });
            Assert.True(run.Point.Happened);
            if (
                FindComplaint(run.World, repeats: run.Point.Steps[at].StartsWith("commit", StringComparison.Ordinal) ? 1 : 0) is
                { } complaint
            )
            {
                failures.Add($"{(after ? "after" : "before")} call {at} ({run.Point.Steps[at]}): {complaint}");
            }
        }

        Assert.Empty(failures);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public async Task Two_groupings_whose_calls_alternate_in_any_way_lose_and_repeat_nothing(int seed)
    {
        var random = new Random(seed);
        for (var round = 0; round < 60; round++)
        {
            var world = await CreateFilledAsync();
            var callSchedule = new CallSchedule(random);
            await Task.WhenAll(
                Enumerable
                    .Range(0, 2)
                    .Select(_ =>
                        Task.Run(async () =>
                        {
                            var store = new ScheduledStore(world.Store, callSchedule.Enter());
                            try
                            {
                                await new AdvisorService(await world.CreateDependenciesAsync(store), []).Grouping.RunAsync(
                                    Start.AddSeconds(round),
                                    CancellationToken.None
                                );
                            }
                            finally
                            {
                                store.Leave();
                            }
                        })
                    )
            );
            await world.DeliverAsync(Start.AddMinutes(5));
            Assert.Null(FindComplaint(world, repeats: 0));
        }
    }

    [Fact]
    public async Task Two_processes_on_one_SQLite_file_group_and_deliver_each_message_once()
    {
        using var folder = new TemporaryFolder();
        using var one = SqliteStateStore.Open(Path.Combine(folder.Path, "state.db"));
        using var other = SqliteStateStore.Open(Path.Combine(folder.Path, "state.db"));
        var world = new RoutedWorld(one);
        for (var minute = 0; minute < 20; minute++)
        {
            await world.NotifyAsync([.. CreateAlerts(minute)]);
            await Task.WhenAll(new[] { one, other }.Select(store => Task.Run(() => world.DeliverAsync(Start.AddMinutes(minute), store))));
        }

        await world.DeliverAsync(Start.AddMinutes(30));
        Assert.All(world.Channels, channel => Assert.Equal(channel.Sent.Count, channel.Sent.Select(m => m.EventId).Distinct().Count()));
        Assert.Equal(20, world.ListSentTo("room").Where(m => m.Team == "chat").Sum(m => m.ResourceCount) / 3);
        Assert.Equal(20, world.ListSentTo("pager").Count);
    }

    private static IEnumerable<AlertEvent> CreateAlerts(int minute) =>
        [
            CreateAlert($"a{minute}", minute: minute),
            CreateAlert($"b{minute}", severity: AlertSeverity.Critical, minute: minute),
            CreateAlert($"c{minute}", minute: minute),
            CreateAlert($"d{minute}", team: "live", minute: minute),
            CreateAlert($"e{minute}", team: "ghosts", minute: minute),
        ];

    private static async Task<RoutedWorld> CreateFilledAsync()
    {
        var world = new RoutedWorld();
        await world.NotifyAsync([.. CreateAlerts(0)]);
        await (await world.CreateDependenciesAsync()).State.Outbox.EnqueueAsync(
            (NoticeItems.Create("changed", AlertSeverity.Info, "changed/1", Start, "changed", "x") with { Team = "chat" }).ToItem(),
            CancellationToken.None
        );
        return world;
    }

    // A run that may end anywhere, and runs after it, each by a fresh process.
    private static async Task<(RoutedWorld World, CrashPoint Point)> RunAsync(CrashPoint point)
    {
        var world = await CreateFilledAsync();
        try
        {
            await world.DeliverAsync(Start, new CrashingStore(world.Store, point));
        }
        catch (CrashException)
        {
            point.Restart();
        }

        for (var minute = 1; minute < 6; minute++)
        {
            await world.DeliverAsync(Start.AddMinutes(minute));
        }

        return (world, point);
    }

    /// <param name="repeats">How many messages may have come twice: those of a kill between a channel's answer and its record.</param>
    private static string? FindComplaint(RoutedWorld world, int repeats)
    {
        // chat: one message of three alerts and a notice to the room, one incident at the pager. live: room and mail. The default: the
        // unknown team, and that it is unknown.
        string[] expected =
        [
            "room Server load: b0 and 2 other alerts",
            "room changed",
            "room Server load: d0",
            "mail Server load: d0",
            "mail Unknown team ghosts",
            "mail Server load: e0",
            "pager Server load: b0",
        ];
        var sent = world
            .Channels.SelectMany(channel =>
                channel.Sent.Select(m => (Key: $"{channel.Name} {m.EventId}", Line: $"{channel.Name} {m.Title}"))
            )
            .ToList();
        var once = sent.DistinctBy(pair => pair.Key).Select(pair => pair.Line).Order(StringComparer.Ordinal).ToList();
        return !once.SequenceEqual(expected.Order(StringComparer.Ordinal)) ? string.Join(", ", once)
            : sent.Count - once.Count > repeats ? $"{sent.Count - once.Count} came twice"
            : null;
    }

    /// <summary>Lets one of several go on at a time, chosen by chance.</summary>
    private sealed class CallSchedule(Random random)
    {
        private readonly Lock gate = new();
        private readonly List<SemaphoreSlim> present = [];
        private int waiting;

        public (CallSchedule All, SemaphoreSlim Own) Enter()
        {
            lock (gate)
            {
                present.Add(new SemaphoreSlim(0));
                return (this, present[^1]);
            }
        }

        public async Task WaitAsync(SemaphoreSlim own)
        {
            lock (gate)
            {
                waiting++;
                Advance();
            }

            await own.WaitAsync(TestContext.Current.CancellationToken);
        }

        public void Leave(SemaphoreSlim own)
        {
            lock (gate)
            {
                present.Remove(own);
                Advance();
            }
        }

        // Whoever waits goes on when all that are left wait.
        private void Advance()
        {
            if (present.Count > 0 && waiting >= present.Count)
            {
                waiting--;
                present[random.Next(present.Count)].Release();
            }
        }
    }

    private sealed class ScheduledStore(IStateStore inner, (CallSchedule All, SemaphoreSlim Own) slot) : IStateStore
    {
        public void Leave() => slot.All.Leave(slot.Own);

        public Task<Row?> GetAsync(string partition, string key, CancellationToken cancellation) =>
            inner.GetAsync(partition, key, cancellation);

        public async Task<CommitResult> CommitAsync(string partition, IReadOnlyList<RowWrite> writes, CancellationToken cancellation)
        {
            if (partition == "grouping")
            {
                await slot.All.WaitAsync(slot.Own);
            }

            return await inner.CommitAsync(partition, writes, cancellation);
        }

        public async Task<RowPage> QueryAsync(RowQuery query, CancellationToken cancellation)
        {
            if (query.Partition == "grouping")
            {
                await slot.All.WaitAsync(slot.Own);
            }

            return await inner.QueryAsync(query, cancellation);
        }
    }
}
