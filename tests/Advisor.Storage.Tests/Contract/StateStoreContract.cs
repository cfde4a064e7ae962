using Advisor.State.Rows;

namespace Advisor.Storage.Tests.Contract;

/// <summary>What every store must hold: <see cref="IStateStore"/>.</summary>
public abstract partial class StateStoreContract(IStorePlace place) : IAsyncLifetime
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
}

public sealed class MemoryStateStoreTests() : StateStoreContract(new MemoryPlace());

public sealed class SqliteStateStoreContractTests() : StateStoreContract(new SqlitePlace());

public sealed class TableStateStoreContractTests(AzuriteFixture azurite) : StateStoreContract(new TablePlace(azurite));
