using System.Collections.Concurrent;
using Advisor.Core.Advice;
using Advisor.Core.Forecasting;
using Advisor.Core.Observations;
using Advisor.Service.Evaluation;
using Advisor.Service.StateTransfer;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Evaluation;

/// <summary>The older part of a history, in a row beside the state: 500 connections of the 1,000 of a unit require half of one.</summary>
public sealed class HistoryInTwoRowsTests
{
    private readonly CountingStore store = new();
    private readonly ServiceWorld world;
    private readonly FakeResource chat;

    public HistoryInTwoRowsTests()
    {
        world = new(store);
        world.Options = world.Options with { HistoryBackfill = TimeSpan.FromDays(1) };
        world.Azure.ServesCoarse = true;
        chat = world.Azure.Add("chat", 1, _ => 500);
    }

    [Fact]
    public async Task The_older_part_is_written_with_the_state_once_a_turn_and_the_state_every_minute()
    {
        await world.RunAsync(OlderHistory.TurnMinutes + 10);

        var written = store.Commits.Where(keys => keys.Contains(StateKey)).ToList();
        var withHistory = written.Where(keys => keys.Contains(HistoryKey)).ToList();
        Assert.Equal(OlderHistory.TurnMinutes + 10, written.Count);
        Assert.InRange(withHistory.Count, 2, 3);
        Assert.Equal(withHistory.Count, store.Commits.Count(keys => keys.Contains(HistoryKey)));
        Assert.InRange((await FindAsync(StateKey))!.Payload.Length, 1, 10_000);
        Assert.Equal(1440 + OlderHistory.TurnMinutes + 9, (await ReadAsync()).State!.MinutesKept);
    }

    [Fact]
    public async Task Resources_have_turns_of_their_own()
    {
        var minutes = new List<int>();
        foreach (var name in Enumerable.Range(0, 8))
        {
            world.Azure.Add($"chat{name}", 1, _ => 500);
        }

        await world.RunAsync(5);
        for (var minute = 5; minute < OlderHistory.TurnMinutes; minute += 5)
        {
            store.Commits.Clear();
            await world.RunAsync(5);
            minutes.Add(store.Commits.Count(keys => keys.Any(key => key.EndsWith("-n-history", StringComparison.Ordinal))));
        }

        Assert.InRange(minutes.Max(), 1, 3);
    }

    [Fact]
    public async Task A_row_of_an_older_version_in_one_piece_goes_on_in_two()
    {
        await world.RunAsync(2);
        var whole = (await ReadAsync()).Write();
        await PutAsync(RowWrite.Put(StateKey, ResourceStateDocument.Version, ServiceWorld.Start, whole));
        await store.CommitAsync("b-000", [RowWrite.Delete(HistoryKey)], CancellationToken.None);
        await world.RunAsync(1);

        Assert.Equal(1440 + 2, (await ReadAsync()).State!.MinutesKept);
        Assert.Equal(ResourceStateDocument.SplitVersion, (await FindAsync(StateKey))!.Version);
        Assert.NotNull(await FindAsync(HistoryKey));
        Assert.DoesNotContain("stateReset", world.Channel.Kinds);
    }

    [Theory]
    [InlineData("missing")]
    [InlineData("damaged")]
    [InlineData("earlier")]
    [InlineData("newer")]
    public async Task A_part_that_is_not_of_the_state_is_noticed_once_and_the_past_is_learned_again(string part)
    {
        await world.RunAsync(2);
        var before = (await FindAsync(HistoryKey))!;
        await world.RunAsync(OlderHistory.TurnMinutes);
        var now = (await FindAsync(HistoryKey))!;
        await PutAsync(
            part switch
            {
                "missing" => RowWrite.Delete(HistoryKey),
                "damaged" => RowWrite.Put(HistoryKey, now.Version, now.At, now.Payload[..^1].ToArray()),
                "earlier" => RowWrite.Put(HistoryKey, before.Version, before.At, before.Payload),
                _ => RowWrite.Put(HistoryKey, now.Version + 1, now.At, now.Payload),
            }
        );
        Assert.Equal(1, (await StateCheck.RunAsync(store, CancellationToken.None)).Damaged - (part is "damaged" or "newer" ? 1 : 0));
        await world.RunAsync(2);

        var notice = Assert.Single(world.Channel.Sent, sent => sent.Title == "The load model of chat is being relearned");
        Assert.StartsWith(
            "The older part of the history is missing or does not belong to the state",
            notice.Text,
            StringComparison.Ordinal
        );
        Assert.Single(world.Lines, line => line.Contains("those minutes are unknown", StringComparison.Ordinal));
        Assert.Single(world.Azure.CoarseReads);
        var state = (await ReadAsync()).State!;
        Assert.Equal(0.5, state.FindMaxRequiredUnits(TimeSpan.FromDays(13), 0.9)!.Value, 0.01);
        Assert.Equal(0, (await StateCheck.RunAsync(store, CancellationToken.None)).Damaged);
    }

    [Fact]
    public async Task Until_the_past_can_be_read_its_minutes_are_unknown_and_decisions_go_on()
    {
        await world.RunAsync(3);
        await PutAsync(RowWrite.Delete(HistoryKey));
        world.Azure.ServesCoarse = false;
        await world.RunAsync(4);
        var unknown = (await ReadAsync()).State!;
        world.Azure.ServesCoarse = true;
        await world.RunAsync(1);

        Assert.InRange(unknown.MinutesKept, 4, 7);
        Assert.Null(unknown.FindMaxRequiredUnits(TimeSpan.FromMinutes(10), 0.1));
        Assert.Single(world.Channel.Sent, sent => sent.Title == "The load model of chat is being relearned");
        Assert.Equal(0.5, (await ReadAsync()).State!.FindMaxRequiredUnits(TimeSpan.FromDays(13), 0.9)!.Value, 0.01);
    }

    // A query of tables may take several calls: another instance may write between them.
    [Fact]
    public async Task Two_parts_read_on_both_sides_of_a_write_are_read_again()
    {
        await world.RunAsync(2);
        store.Stale = await FindAsync(HistoryKey);
        await world.RunAsync(OlderHistory.TurnMinutes);
        store.StaleReads = 1;
        await world.RunAsync(2);

        Assert.Equal(0, store.StaleReads);
        Assert.DoesNotContain(world.Channel.Sent, sent => sent.Title == "The load model of chat is being relearned");
        Assert.Equal(1440 + OlderHistory.TurnMinutes + 3, (await ReadAsync()).State!.MinutesKept);
    }

    // Of a member of a group whose history is lost, what its clients require over two weeks is not known.
    [Fact]
    public async Task What_others_would_take_over_is_unknown_while_a_history_is_lost()
    {
        var other = world.Azure.Add("other", 1, _ => 500, region: "eastus");
        (chat.Peers, other.Peers) = ([other.Id], [chat.Id]);
        await world.RunAsync(2);
        var known = await FindFailoverAsync(other);
        await PutAsync(RowWrite.Delete(HistoryKey));

        Assert.NotNull(known!.Loads);
        Assert.Null((await FindFailoverAsync(other))!.Loads);
    }

    [Fact]
    public async Task The_state_of_a_deleted_resource_keeps_its_part()
    {
        await world.RunAsync(2);
        world.Azure.Remove(chat);
        await world.RunAsync(20);

        Assert.False((await ReadAsync()).HasLostHistory);
        Assert.Equal(0, (await StateCheck.RunAsync(store, CancellationToken.None)).Damaged);
    }

    [Fact]
    public async Task Both_parts_are_exported_and_imported()
    {
        await world.RunAsync(2);
        var writer = new StringWriter();
        await StateExport.WriteAsync(store, writer, null, CancellationToken.None);
        var copy = new MemoryStateStore();
        await StateImport.RunAsync(copy, new StringReader(writer.ToString()), "file", null, CancellationToken.None);

        var check = await StateCheck.RunAsync(copy, CancellationToken.None);
        Assert.Equal((0, 1, 1), (check.Damaged, check.Counts["states"], check.Counts["older histories"]));
    }

    private string StateKey => StateKeys.CreateStateKey(StateKeys.Hash(chat.Id));

    private string HistoryKey => StateKeys.CreateHistoryKey(StateKeys.Hash(chat.Id));

    private Task<Row?> FindAsync(string key) => store.GetAsync("b-000", key, CancellationToken.None);

    private Task PutAsync(RowWrite write) => store.CommitAsync("b-000", [write], CancellationToken.None);

    private async Task<FailoverGroup?> FindFailoverAsync(FakeResource resource)
    {
        var (state, now) = (await world.OpenStateAsync(), world.Clock.GetUtcNow());
        var stored = await state.LoadAsync(resource.Id, CancellationToken.None);
        var one = new BatchResource(stored, stored.Snapshot!.ReadResource(), ResourceStateDocument.Empty, null);
        var needs = await MemberNeeds.ReadAsync(state, [one], now, CancellationToken.None);
        return needs.AddTo(FleetConstraints.Unknown, one.Resource!).Failover;
    }

    private async Task<ResourceStateDocument> ReadAsync()
    {
        var stored = await (await world.OpenStateAsync()).LoadAsync(chat.Id, CancellationToken.None);
        return ResourceStateDocument.Read(stored.State).Memory!;
    }

    /// <summary>Remembers the keys of each commit, and may read an earlier row in place of the present one.</summary>
    private sealed class CountingStore : IStateStore
    {
        private readonly MemoryStateStore inner = new();

        public ConcurrentQueue<string[]> Commits { get; } = [];

        public Row? Stale { get; set; }

        /// <summary>Queries that still read <see cref="Stale"/>.</summary>
        public int StaleReads { get; set; }

        public Task<Row?> GetAsync(string partition, string key, CancellationToken cancellation) =>
            inner.GetAsync(partition, key, cancellation);

        public Task<CommitResult> CommitAsync(string partition, IReadOnlyList<RowWrite> writes, CancellationToken cancellation)
        {
            Commits.Enqueue([.. writes.Select(write => write.Key)]);
            return inner.CommitAsync(partition, writes, cancellation);
        }

        public async Task<RowPage> QueryAsync(RowQuery query, CancellationToken cancellation)
        {
            var page = await inner.QueryAsync(query, cancellation);
            if (StaleReads == 0 || query.KeysOnly || !page.Rows.Any(row => row.Key == Stale!.Key))
            {
                return page;
            }

            StaleReads--;
            return page with { Rows = [.. page.Rows.Select(row => row.Key == Stale!.Key ? Stale : row)] };
        }
    }
}
