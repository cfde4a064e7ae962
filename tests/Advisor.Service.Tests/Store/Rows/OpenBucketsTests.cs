using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Tests.Store.Rows;

/// <summary>A quiet fleet is asked little, and nothing that is open stays unseen for it.</summary>
public sealed class OpenBucketsTests
{
    private static readonly DateTimeOffset Start = new(2026, 3, 4, 5, 6, 0, TimeSpan.Zero);

    private readonly WatchedStore store = new();

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_quiet_store_of_64_buckets_is_asked_for_its_marks_and_one_bucket()
    {
        var state = await OpenAsync();
        await ReadOpenAsync(state, 0);

        store.Calls = 0;
        await ReadOpenAsync(state, 1);

        Assert.Equal(2, store.Calls);
    }

    [Fact]
    public async Task What_one_process_enqueues_another_finds_at_its_next_read()
    {
        var (writer, reader) = (await OpenAsync(), await OpenAsync());
        await ReadOpenAsync(reader, 0);
        for (var minute = 1; minute < 40; minute++)
        {
            var item = CreateItem(minute);
            await writer.Outbox.EnqueueAsync(item, Cancel);

            Assert.Contains(item.Id, await ReadOpenAsync(reader, minute));
        }
    }

    [Fact]
    public async Task A_resource_with_a_message_and_a_resource_with_a_change_are_both_found()
    {
        var (writer, reader) = (await OpenAsync(), await OpenAsync());
        await ReadOpenAsync(reader, 0);
        var item = CreateItem(1);
        await writer.BeginCommit(item.Scope).SaveState(null, 1, ToTime(1), new byte[1]).Enqueue(item).RunAsync(Cancel);

        Assert.Equal([item.Id], await ReadOpenAsync(reader, 1));
    }

    [Fact]
    public async Task An_open_row_without_a_mark_is_found_when_its_bucket_is_checked_and_is_marked_then()
    {
        var (writer, reader) = (await OpenAsync(), await OpenAsync());
        await ReadOpenAsync(reader, 0);
        await writer.Outbox.EnqueueAsync(CreateItem(1), Cancel);
        var mark = Assert.Single((await ReadMarksAsync()).Rows);
        await store.CommitAsync("open", [RowWrite.Delete(mark.Key)], Cancel);

        var looks = 0;
        while ((await ReadOpenAsync(reader, 1)).Count == 0)
        {
            Assert.InRange(++looks, 1, AdvisorState.SharedBuckets);
        }

        Assert.Equal([mark.Key], (await ReadMarksAsync()).Rows.Select(row => row.Key));
    }

    [Fact]
    public async Task A_process_that_has_just_started_asks_every_bucket_so_that_what_an_older_program_left_is_found()
    {
        var writer = await OpenAsync();
        await writer.Outbox.EnqueueAsync(CreateItem(1), Cancel);
        await store.CommitAsync("open", [RowWrite.Delete((await ReadMarksAsync()).Rows[0].Key)], Cancel);

        Assert.Single(await ReadOpenAsync(await OpenAsync(), 1));
    }

    [Fact]
    public async Task The_mark_of_an_empty_bucket_goes_after_five_minutes_and_not_before()
    {
        var (writer, reader) = (await OpenAsync(), await OpenAsync());
        await EnqueueAndCompleteAsync(writer);
        for (var minute = 1; minute <= 5; minute++)
        {
            await ReadOpenAsync(reader, minute);
            Assert.Single((await ReadMarksAsync()).Rows);
        }

        await ReadOpenAsync(reader, 6);
        Assert.Empty((await ReadMarksAsync()).Rows);
    }

    // The race: a writer has marked the bucket and not yet written its row when the reader finds the bucket empty and the old mark old
    // enough.
    [Fact]
    public async Task A_mark_that_is_set_again_while_the_bucket_is_read_stays()
    {
        var (writer, reader) = (await OpenAsync(), await OpenAsync());
        await EnqueueAndCompleteAsync(writer);
        await ReadOpenAsync(reader, 1);
        var item = CreateItem(0) with { Id = "second" };
        var held = new TaskCompletionSource();
        Task? writing = null;
        store.Before = async (partition, isCommit) =>
        {
            if (partition != "open" && isCommit)
            {
                await held.Task;
            }
            else if (partition != "open" && !isCommit && writing is null)
            {
                // The reader has read the marks and reads the bucket: now the writer marks it, and stops before its row.
                writing = writer.Outbox.EnqueueAsync(item, Cancel);
            }
        };

        Assert.Empty(await ReadOpenAsync(reader, 7));
        held.SetResult();
        await writing!;
        store.Before = null;

        Assert.Equal(["second"], await ReadOpenAsync(reader, 8));
    }

    [Fact]
    public async Task Within_a_minute_a_process_marks_a_bucket_once()
    {
        var state = await OpenAsync();
        await ReadOpenAsync(state, 0);
        var item = CreateItem(1);
        await state.BeginCommit(item.Scope).SaveState(null, 1, ToTime(1), new byte[1]).Enqueue(item).RunAsync(Cancel);
        var before = (await state.LoadAsync(item.Scope, Cancel)).State;

        store.Calls = 0;
        await state
            .BeginCommit(item.Scope)
            .SaveState(before, 1, ToTime(1).AddSeconds(30), new byte[1])
            .Enqueue(item with { Id = "again" })
            .RunAsync(Cancel);

        Assert.Equal(1, store.Calls);
    }

    private static DateTimeOffset ToTime(int minute) => Start.AddMinutes(minute);

    private static OutboxItem CreateItem(int number) =>
        new()
        {
            Scope = $"/r/{number}",
            Id = $"change {number}",
            CreatedAt = ToTime(number),
            Kind = OutboxKind.Change,
            DedupKey = "key",
            Payload = "{}",
        };

    private async Task EnqueueAndCompleteAsync(AdvisorState writer)
    {
        var item = CreateItem(0);
        await writer.Outbox.EnqueueAsync(item, Cancel);
        await writer.Outbox.CompleteAsync((await writer.Outbox.FindOpenAsync(OutboxKey.FromItem(item), Cancel))!, Cancel);
    }

    private static async Task<IReadOnlyList<string>> ReadOpenAsync(AdvisorState state, int minute) =>
        [.. (await state.ListDueAsync(ToTime(minute), 100, Cancel)).Select(item => item.Id)];

    private Task<RowPage> ReadMarksAsync() => store.QueryAsync(new RowQuery("open", "a", "z"), Cancel);

    private Task<AdvisorState> OpenAsync() => AdvisorState.OpenAsync(store, AdvisorState.SharedBuckets, Start, Cancel);

    /// <summary>Counts calls, and lets a test come in between.</summary>
    private sealed class WatchedStore : IStateStore
    {
        private readonly MemoryStateStore inner = new();
        private int calls;

        public int Calls
        {
            get => calls;
            set => calls = value;
        }

        public Func<string, bool, Task>? Before { get; set; }

        public async Task<Row?> GetAsync(string partition, string key, CancellationToken cancellation)
        {
            await RecordCallAsync(partition, false);
            return await inner.GetAsync(partition, key, cancellation);
        }

        public async Task<CommitResult> CommitAsync(string partition, IReadOnlyList<RowWrite> writes, CancellationToken cancellation)
        {
            await RecordCallAsync(partition, true);
            return await inner.CommitAsync(partition, writes, cancellation);
        }

        public async Task<RowPage> QueryAsync(RowQuery query, CancellationToken cancellation)
        {
            await RecordCallAsync(query.Partition, false);
            return await inner.QueryAsync(query, cancellation);
        }

        private Task RecordCallAsync(string partition, bool isCommit)
        {
            Interlocked.Increment(ref calls);
            return Before?.Invoke(partition, isCommit) ?? Task.CompletedTask;
        }
    }
}
