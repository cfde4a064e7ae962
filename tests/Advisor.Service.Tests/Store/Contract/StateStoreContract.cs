using Advisor.Service.Store.Rows;
using Advisor.Tests;

namespace Advisor.Service.Tests.Store.Contract;

/// <summary>What every store must hold: <see cref="IStateStore"/>.</summary>
public abstract class StateStoreContract(IStorePlace place) : IAsyncLifetime
{
    private const string P = "p-1";

    private static readonly DateTimeOffset At = new(2026, 3, 4, 5, 6, 7, TimeSpan.Zero);

    private IStateStore store = null!;

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync() => store = await place.OpenAsync();

    public async ValueTask DisposeAsync()
    {
        await place.DisposeAsync();
        GC.SuppressFinalize(this);
    }

    [Fact]
    public async Task A_row_comes_back_as_it_was_written_to_the_tick_of_its_time()
    {
        var at = At.AddTicks(1_234_567);
        var result = await store.CommitAsync(P, [RowWrite.Insert("k", 3, at, new byte[] { 0, 1, 254, 255 })], Cancel);

        var row = await store.GetAsync(P, "k", Cancel);

        Assert.True(result.IsCommitted);
        Assert.NotNull(row);
        Assert.Equal((P, "k", 3, at, result.ETags[0]), (row.Partition, row.Key, row.Version, row.At, row.ETag));
        Assert.Equal([0, 1, 254, 255], row.Payload.ToArray());
    }

    [Fact]
    public async Task A_row_that_is_not_there_is_null() => Assert.Null(await store.GetAsync(P, "none", Cancel));

    [Fact]
    public async Task An_insertion_over_a_row_fails_and_leaves_it()
    {
        await CommitAsync(Insert("k", 1));

        var second = await CommitAsync(Insert("k", 2));

        Assert.Equal((CommitFailure.Exists, 0), (second.Failure, second.FailedWrite));
        Assert.Equal(1, await ReadAsync("k"));
    }

    [Fact]
    public async Task A_replacement_needs_the_etag_of_the_last_write()
    {
        var first = (await CommitAsync(Insert("k", 1))).ETags[0]!;
        var second = await CommitAsync(Replace("k", 2, first));

        var late = await CommitAsync(Replace("k", 3, first));

        Assert.True(second.IsCommitted);
        Assert.NotEqual(first, second.ETags[0]);
        Assert.Equal(CommitFailure.Changed, late.Failure);
        Assert.Equal(2, await ReadAsync("k"));
    }

    [Fact]
    public async Task A_replacement_or_deletion_of_a_row_that_is_gone_says_missing()
    {
        var etag = (await CommitAsync(Insert("k", 1))).ETags[0]!;
        await CommitAsync(RowWrite.Delete("k"));

        Assert.Equal(CommitFailure.Missing, (await CommitAsync(Replace("k", 2, etag))).Failure);
        Assert.Equal(CommitFailure.Missing, (await CommitAsync(RowWrite.Delete("k", etag))).Failure);
        Assert.Equal(CommitFailure.Missing, (await CommitAsync(RowWrite.Delete("k"))).Failure);
    }

    [Fact]
    public async Task A_deletion_with_an_old_etag_leaves_the_row()
    {
        var old = (await CommitAsync(Insert("k", 1))).ETags[0]!;
        var now = (await CommitAsync(Replace("k", 2, old))).ETags[0]!;

        Assert.Equal(CommitFailure.Changed, (await CommitAsync(RowWrite.Delete("k", old))).Failure);
        Assert.Equal(2, await ReadAsync("k"));
        Assert.True((await CommitAsync(RowWrite.Delete("k", now))).IsCommitted);
        Assert.Null(await store.GetAsync(P, "k", Cancel));
    }

    [Fact]
    public async Task A_put_writes_whatever_is_there()
    {
        Assert.True((await CommitAsync(Put("k", 1))).IsCommitted);
        Assert.True((await CommitAsync(Put("k", 2))).IsCommitted);
        Assert.Equal(2, await ReadAsync("k"));
    }

    [Fact]
    public async Task The_etag_of_a_row_that_was_deleted_never_returns()
    {
        var first = (await CommitAsync(Insert("k", 1))).ETags[0]!;
        await CommitAsync(RowWrite.Delete("k", first));
        await CommitAsync(Insert("k", 1));

        Assert.Equal(CommitFailure.Changed, (await CommitAsync(Replace("k", 2, first))).Failure);
    }

    [Fact]
    public async Task A_payload_of_60_KiB_is_held_and_a_larger_one_refused()
    {
        var payload = new byte[RowLimits.MaxPayloadBytes];
        new Random(7).NextBytes(payload);

        await CommitAsync(RowWrite.Insert("k", 1, At, payload));

        Assert.Equal(payload, (await store.GetAsync(P, "k", Cancel))!.Payload.ToArray());
        Assert.Throws<ArgumentException>(() => RowWrite.Insert("k", 1, At, new byte[RowLimits.MaxPayloadBytes + 1]));
    }

    [Theory]
    [InlineData("")]
    [InlineData("a/b")]
    [InlineData("a b")]
    [InlineData("a'b")]
    [InlineData("ä")]
    [InlineData("a#")]
    public async Task A_name_outside_the_safe_characters_is_refused(string name)
    {
        Assert.ThrowsAny<ArgumentException>(() => RowWrite.Delete(name));
        await Assert.ThrowsAnyAsync<ArgumentException>(() => store.GetAsync(P, name, Cancel));
        await Assert.ThrowsAnyAsync<ArgumentException>(() => store.GetAsync(name, "k", Cancel));
        await Assert.ThrowsAnyAsync<ArgumentException>(() => store.QueryAsync(new RowQuery(P, name, "z"), Cancel));
    }

    [Fact]
    public async Task Names_of_every_safe_character_and_of_200_characters_are_held()
    {
        const string every = "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~";
        var longest = new string('k', 200);

        await CommitAsync(Insert(every, 1), Insert(longest, 2));

        Assert.Equal(1, await ReadAsync(every));
        Assert.Equal(2, await ReadAsync(longest));
    }

    [Fact]
    public async Task A_second_instance_sees_what_the_first_wrote()
    {
        await CommitAsync(Insert("k", 5));
        var other = await place.OpenAsync();
        var row = await other.GetAsync(P, "k", Cancel);

        await other.CommitAsync(P, [Replace("k", 6, row!.ETag)], Cancel);

        Assert.Equal(6, await ReadAsync("k"));
    }

    [Fact]
    public async Task A_cancelled_call_writes_nothing()
    {
        using var cancelled = new CancellationTokenSource();
        await cancelled.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => store.CommitAsync(P, [Insert("k", 1)], cancelled.Token));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => store.GetAsync(P, "k", cancelled.Token));
        Assert.Null(await store.GetAsync(P, "k", Cancel));
    }

    private static RowQuery QueryAll() => new(P, "-", "~~");

    private static RowWrite Insert(string key, int content) => RowWrite.Insert(key, 1, At, new[] { (byte)content });

    private static RowWrite Put(string key, int content) => RowWrite.Put(key, 1, At, new[] { (byte)content });

    private static RowWrite Replace(string key, int content, string etag) => RowWrite.Replace(key, 1, At, new[] { (byte)content }, etag);

    private Task<CommitResult> CommitAsync(params RowWrite[] writes) => store.CommitAsync(P, writes, Cancel);

    private async Task<int> ReadAsync(string key) => (await store.GetAsync(P, key, Cancel))!.Payload.Span[0];

    private async Task<IReadOnlyList<Row>> QueryAsync(RowQuery query) => (await store.QueryAsync(query, Cancel)).Rows;

    [Fact]
    public async Task A_commit_is_all_or_nothing_and_names_the_write_that_failed()
    {
        var etag = (await CommitAsync(Insert("there", 1))).ETags[0]!;

        var result = await CommitAsync(Insert("new", 1), Put("other", 1), Insert("there", 2), RowWrite.Delete("gone"));

        Assert.Equal((CommitFailure.Exists, 2), (result.Failure, result.FailedWrite));
        Assert.Empty(result.ETags);
        Assert.Null(await store.GetAsync(P, "new", Cancel));
        Assert.Null(await store.GetAsync(P, "other", Cancel));
        Assert.Equal(etag, (await store.GetAsync(P, "there", Cancel))!.ETag);
    }

    [Fact]
    public async Task A_commit_of_every_kind_gives_the_etag_of_each_row()
    {
        var old = (await CommitAsync(Insert("a", 1), Insert("b", 1))).ETags;

        var result = await CommitAsync(Replace("a", 2, old[0]!), RowWrite.Delete("b", old[1]), Insert("c", 1), Put("d", 1));

        Assert.True(result.IsCommitted);
        Assert.Null(result.ETags[1]);
        Assert.Equal([result.ETags[0], result.ETags[2], result.ETags[3]], (await QueryAsync(QueryAll())).Select(row => row.ETag));
    }

    [Fact]
    public async Task Of_many_insertions_at_once_exactly_one_wins()
    {
        var other = await place.OpenAsync();
        var results = await Task.WhenAll(
            Enumerable.Range(0, 24).Select(i => (i % 2 == 0 ? store : other).CommitAsync(P, [Insert("k", i)], Cancel))
        );

        Assert.Single(results, result => result.IsCommitted);
        Assert.All(results.Where(result => !result.IsCommitted), result => Assert.Equal(CommitFailure.Exists, result.Failure));
    }

    [Fact]
    public async Task Of_many_replacements_of_one_etag_exactly_one_wins_and_its_content_stands()
    {
        var etag = (await CommitAsync(Insert("k", 0))).ETags[0]!;
        var other = await place.OpenAsync();
        for (byte round = 1; round <= 5; round++)
        {
            var results = await Task.WhenAll(
                Enumerable
                    .Range(0, 12)
                    .Select(i => (i % 2 == 0 ? store : other).CommitAsync(P, [Replace("k", (round * 20) + i, etag)], Cancel))
            );

            var winner = Assert.Single(Enumerable.Range(0, 12), i => results[i].IsCommitted);
            Assert.Equal((round * 20) + winner, await ReadAsync("k"));
            etag = results[winner].ETags[0]!;
        }
    }

    [Fact]
    public async Task Increments_of_writers_that_race_are_all_counted()
    {
        await CommitAsync(Insert("k", 0));
        var stores = new[] { store, await place.OpenAsync() };

        await Task.WhenAll(
            Enumerable
                .Range(0, 6)
                .Select(async i =>
                {
                    for (var n = 0; n < 10; )
                    {
                        var row = (await stores[i % 2].GetAsync(P, "k", Cancel))!;
                        n += (await stores[i % 2].CommitAsync(P, [Replace("k", row.Payload.Span[0] + 1, row.ETag)], Cancel)).IsCommitted
                            ? 1
                            : 0;
                    }
                })
        );

        // 6 writers, 10 increments each.
        Assert.Equal(60, await ReadAsync("k"));
    }

    [Fact]
    public async Task A_commit_holds_100_writes_or_2_MiB_and_no_more()
    {
        var hundred = Enumerable.Range(0, 100).Select(i => Insert($"k-{i:D3}", i)).ToArray();
        var large = Enumerable.Range(0, 34).Select(i => RowWrite.Insert($"l-{i}", 1, At, new byte[RowLimits.MaxPayloadBytes])).ToArray();

        Assert.True((await CommitAsync(hundred)).IsCommitted);
        Assert.True((await CommitAsync(large)).IsCommitted); // 34 x 61,440 = 2,088,960 of 2,097,152 bytes
        await Assert.ThrowsAsync<ArgumentException>(() => CommitAsync([.. hundred, Insert("k-100", 1)]));
        await Assert.ThrowsAsync<ArgumentException>(() => CommitAsync([.. large, RowWrite.Insert("l-34", 1, At, new byte[8_193])]));
        await Assert.ThrowsAsync<ArgumentException>(() => CommitAsync());
        await Assert.ThrowsAsync<ArgumentException>(() => CommitAsync(Insert("twice", 1), Insert("twice", 2)));
    }

    [Fact]
    public async Task A_range_has_its_first_key_and_not_its_last_in_ordinal_order()
    {
        // Ordinal: '-' < '.' < digits < upper case < '_' < lower case < '~'.
        string[] keys = ["a", "A", "a-1", "a.1", "a1", "a~", "b", "_", "9"];
        await CommitAsync([.. keys.Select(key => Insert(key, 1))]);
        await store.CommitAsync("p-2", [Insert("a-elsewhere", 1)], Cancel);

        Assert.Equal(["9", "A", "_", "a", "a-1", "a.1", "a1", "a~", "b"], (await QueryAsync(QueryAll())).Select(row => row.Key));
        Assert.Equal(["a-1", "a.1"], (await QueryAsync(new RowQuery(P, "a-1", "a1"))).Select(row => row.Key));
        Assert.Equal(["a-1"], (await QueryAsync(RowQuery.FromPrefix(P, "a-"))).Select(row => row.Key));
        Assert.Empty(await QueryAsync(new RowQuery(P, "c", "d")));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(30)]
    [InlineData(1000)]
    public async Task Pages_of_any_size_give_every_row_once(int limit)
    {
        await CommitAsync([.. Enumerable.Range(0, 30).Select(i => Insert($"k-{i:D2}", i))]);

        var keys = new List<string>();
        string? after = null;
        do
        {
            var page = await store.QueryAsync(QueryAll() with { Limit = limit, After = after }, Cancel);
            Assert.True(page.Rows.Count <= limit);
            keys.AddRange(page.Rows.Select(row => row.Key));
            after = page.Next;
        } while (after is not null);

        Assert.Equal(Enumerable.Range(0, 30).Select(i => $"k-{i:D2}"), keys);
    }

    [Fact]
    public async Task More_rows_than_a_page_can_hold_are_paged()
    {
        for (var hundred = 0; hundred < 11; hundred++)
        {
            await CommitAsync([.. Enumerable.Range(hundred * 100, 100).Select(i => Insert($"k-{i:D4}", i))]);
        }

        var first = await store.QueryAsync(QueryAll(), Cancel);
        var second = await store.QueryAsync(QueryAll() with { After = first.Next }, Cancel);

        Assert.Equal((1000, "k-0999"), (first.Rows.Count, first.Next));
        Assert.Equal((100, null), (second.Rows.Count, second.Next));
    }

    [Fact]
    public async Task A_query_for_keys_leaves_the_payloads_out()
    {
        var etag = (await CommitAsync(Insert("k", 9))).ETags[0];

        var row = Assert.Single(await QueryAsync(QueryAll() with { KeysOnly = true }));

        Assert.Equal(("k", 1, At, etag, 0), (row.Key, row.Version, row.At, row.ETag, row.Payload.Length));
    }

    [Fact]
    public async Task A_page_of_no_rows_or_too_many_is_refused()
    {
        await Assert.ThrowsAsync<ArgumentException>(() => store.QueryAsync(QueryAll() with { Limit = 0 }, Cancel));
        await Assert.ThrowsAsync<ArgumentException>(() => store.QueryAsync(QueryAll() with { Limit = 1001 }, Cancel));
    }
}

public sealed class MemoryStateStoreTests() : StateStoreContract(new MemoryPlace());

public sealed class SqliteStateStoreContractTests() : StateStoreContract(new SqlitePlace());

public sealed class TableStateStoreContractTests(AzuriteFixture azurite) : StateStoreContract(new TablePlace(azurite));
