using System.Buffers.Binary;
using Advisor.Service.Store.Rows;
using Advisor.Service.Store.Sqlite;
using Advisor.Service.Tests.Store.Contract;
using Advisor.Tests;
using Microsoft.Data.Sqlite;

namespace Advisor.Service.Tests.Store.Sqlite;

/// <summary>Commits that wait for the writer of their process are written together, and each is on its own all the same.</summary>
public sealed class SqliteCommitTests : IAsyncDisposable
{
    private readonly SqlitePlace place = new();

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    public ValueTask DisposeAsync() => place.DisposeAsync();

    [Fact]
    public async Task Commits_that_wait_for_the_writer_share_a_sync()
    {
        var store = await place.OpenAsync();
        var before = CountTransactions();
        var commits = new List<Task<CommitResult>>();

        using (Lock())
        {
            commits.AddRange(Enumerable.Range(0, 20).Select(i => store.CommitAsync("p", [Insert($"k{i:D2}")], Cancel)));
        }

        Assert.All(await Task.WhenAll(commits), result => Assert.True(result.IsCommitted));

        // The first has nobody to wait for; the others wait for it.
        Assert.InRange(CountTransactions() - before, 1, 2);
        Assert.Equal(20, (await store.QueryAsync(new RowQuery("p", "k", "l") { Limit = 100 }, Cancel)).Rows.Count);
        Assert.Equal(20, commits.Select(commit => commit.Result.ETags[0]).Distinct().Count());
    }

    [Fact]
    public async Task Of_those_that_insert_the_same_row_one_does_and_the_others_write_nothing()
    {
        var store = await place.OpenAsync();
        List<Task<CommitResult>> commits;

        using (Lock())
        {
            commits = [.. Enumerable.Range(0, 10).Select(i => store.CommitAsync("p", [Insert("same"), Insert($"own{i}")], Cancel))];
        }

        var results = await Task.WhenAll(commits);
        Assert.Single(results, result => result.IsCommitted);
        Assert.Equal(9, results.Count(result => result.Failure == CommitFailure.Exists));
        Assert.Equal(2, (await store.QueryAsync(new RowQuery("p", "a", "z"), Cancel)).Rows.Count);
    }

    [Fact]
    public async Task One_that_cannot_be_written_fails_alone()
    {
        var store = await place.OpenAsync();
        place.Query("CREATE TRIGGER refuse BEFORE INSERT ON rows WHEN NEW.key = 'k05' BEGIN SELECT RAISE(ABORT, 'refused'); END");
        List<Task<CommitResult>> commits;

        using (Lock())
        {
            commits = [.. Enumerable.Range(0, 10).Select(i => store.CommitAsync("p", [Insert($"k{i:D2}")], Cancel))];
        }

        await Assert.ThrowsAsync<StateStoreException>(() => Task.WhenAll(commits));
        Assert.Equal([5], commits.Index().Where(commit => commit.Item.IsFaulted).Select(commit => commit.Index));
        Assert.Equal(9, (await store.QueryAsync(new RowQuery("p", "k", "l"), Cancel)).Rows.Count);
    }

    [Fact]
    public async Task One_that_is_canceled_while_it_waits_is_not_written()
    {
        var store = await place.OpenAsync();
        using var canceled = new CancellationTokenSource();
        Task<CommitResult> first;
        Task<CommitResult> second;

        using (Lock())
        {
            first = store.CommitAsync("p", [Insert("first")], Cancel);
            second = store.CommitAsync("p", [Insert("second")], canceled.Token);
            await canceled.CancelAsync();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => second);
        }

        Assert.True((await first).IsCommitted);
        Assert.True((await store.CommitAsync("p", [Insert("third")], Cancel)).IsCommitted);
        Assert.Null(await store.GetAsync("p", "second", Cancel));
    }

    private static RowWrite Insert(string key) => RowWrite.Insert(key, 1, DateTimeOffset.UnixEpoch, new byte[100]);

    /// <summary>Locks the file as another process that writes does, until it is disposed of.</summary>
    private SqliteConnection Lock()
    {
        var connection = place.Connect();
        connection.BeginTransaction(deferred: false);
        return connection;
    }

    /// <summary>
    /// Transactions in the write-ahead log: frames that state the size of the file after a commit
    /// (sqlite.org/fileformat2.html).
    /// </summary>
    private int CountTransactions()
    {
        const int header = 32;
        const int frameHeader = 24;
        using var stream = new FileStream(place.File + "-wal", FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        var log = new byte[stream.Length];
        stream.ReadExactly(log);
        var page = BinaryPrimitives.ReadInt32BigEndian(log.AsSpan(8));
        return Enumerable
            .Range(0, (log.Length - header) / (frameHeader + page))
            .Count(i => BinaryPrimitives.ReadInt32BigEndian(log.AsSpan(header + (i * (frameHeader + page)) + 4)) > 0);
    }
}
