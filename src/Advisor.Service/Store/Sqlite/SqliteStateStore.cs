using System.Collections.Concurrent;
using Advisor.Service.Store.Rows;
using Microsoft.Data.Sqlite;

namespace Advisor.Service.Store.Sqlite;

/// <summary>
/// State store in one SQLite file, for one machine: any number of threads and processes. Write-ahead log with a sync at every commit, so
/// that a confirmed commit survives a killed process and a power failure. Only the owner can read the file, and deleted data is
/// overwritten. Not for a network drive.
/// </summary>
public sealed class SqliteStateStore : IStateStore, IDisposable
{
    // With 60 KB each, a transaction of a few megabytes.
    private const int MaxTogether = 50;

    /// <summary>Wait for another process that writes where a person waits, 4 s: a file locked for so long rarely becomes free.</summary>
    public static readonly TimeSpan InteractiveTimeout = TimeSpan.FromSeconds(4);

    private readonly string path;
    private readonly SqliteSessions sessions;
    private readonly SqliteReading? reading;

    // Holds the file that was opened: its inode is not given to another file, and tells whether the path still leads to it.
    private readonly SqliteSession opened;

    private readonly ConcurrentQueue<SqliteCommit> waiting = [];

    // One writer at a time in this process: waiting here is fair, waiting for the file lock is not.
    private readonly SemaphoreSlim writer = new(1, 1);

    private SqliteStateStore(string path, string connectionString, SqliteSession opened, SqliteReading? reading = null)
    {
        (this.path, this.opened, this.reading) = (path, opened, reading);
        sessions = new SqliteSessions(connectionString, isReadOnly: reading is not null);
    }

    /// <summary>Whether the state began with this: of several that open a new file at once, one began it.</summary>
    public bool IsNew { get; private init; }

    /// <summary>Opens the file, and creates it (and its folder) if it is missing.</summary>
    /// <param name="path">Path of the file; two more, with -wal and -shm, exist beside it while it is open.</param>
    /// <param name="busyTimeout">
    /// Longest wait for another process that writes; default 30 seconds, at least 1. Opening waits <see cref="InteractiveTimeout"/> at
    /// most.
    /// </param>
    /// <exception cref="StateStoreException">
    /// The file cannot be opened or is locked, is a link or no file, or belongs to another program or a newer version of Advisor.
    /// </exception>
    public static SqliteStateStore Open(string path, TimeSpan? busyTimeout = null)
    {
        SystemSqlite.Use();
        var full = Path.GetFullPath(path);
        var timeout = Math.Max(1, (busyTimeout ?? TimeSpan.FromSeconds(30)).TotalSeconds);
        var text = new SqliteConnectionStringBuilder
        {
            DataSource = full,
            Mode = SqliteOpenMode.ReadWriteCreate,
            DefaultTimeout = (int)timeout,
            Pooling = false, // the store keeps its connections, with their statements
        };
        var opening = new SqliteConnectionStringBuilder(text.ToString())
        {
            DefaultTimeout = (int)Math.Min(timeout, InteractiveTimeout.TotalSeconds),
        };
        var isNew = false;
#pragma warning disable CA2000 // the store disposes of it
        var first = SqliteFaults.Translate(
            full,
            () =>
            {
                Directory.CreateDirectory(Path.GetDirectoryName(full)!);
                SqliteFiles.CheckOrCreate(full);
                return SqliteSession.Open(
                    opening.ToString(),
                    session =>
                    {
                        SqliteSchema.Check(session);
                        session.Configure();
                        isNew = SqliteSchema.Migrate(session);
                        SqliteFiles.Protect(full); // only now is it known to be Advisor's
                    }
                );
            }
        );
#pragma warning restore CA2000
        return new SqliteStateStore(full, text.ToString(), first) { IsNew = isNew };
    }

    /// <summary>Opens an existing file that its user cannot write, to read it.</summary>
    /// <exception cref="StateStoreException">As of <see cref="Open"/>, and where the file cannot be read.</exception>
    public static SqliteStateStore OpenReadOnly(string path)
    {
        SystemSqlite.Use();
        var full = Path.GetFullPath(path);
        var read = new SqliteReading(full);
        return new SqliteStateStore(full, read.ConnectionString, read.Opened, read);
    }

    /// <inheritdoc cref="SqliteReading.RequireUnchanged"/>
    public void RequireUnchanged() => reading?.RequireUnchanged();

    public Task<Row?> GetAsync(string partition, string key, CancellationToken cancellation)
    {
        RowLimits.CheckName(partition, nameof(partition));
        RowLimits.CheckName(key, nameof(key));
        return RunAsync(session => SqliteRows.Find(session, partition, key), cancellation);
    }

    public async Task<CommitResult> CommitAsync(string partition, IReadOnlyList<RowWrite> writes, CancellationToken cancellation)
    {
        RowLimits.CheckCommit(partition, writes);
        var commit = new SqliteCommit(partition, writes);
        waiting.Enqueue(commit);
        await EnterAsync(commit, cancellation);
        try
        {
            return commit.Result ?? await WriteAsync(commit, cancellation);
        }
        finally
        {
            writer.Release();
        }
    }

    public Task<RowPage> QueryAsync(RowQuery query, CancellationToken cancellation)
    {
        RowLimits.CheckQuery(query);
        return RunAsync(session => SqliteRows.Query(session, query), cancellation);
    }

    public void Dispose()
    {
        writer.Dispose();
        sessions.Dispose();
        opened.Dispose();
    }

    // What another is already writing is not given up.
    private async Task EnterAsync(SqliteCommit commit, CancellationToken cancellation)
    {
        try
        {
            await writer.WaitAsync(cancellation);
        }
        catch (OperationCanceledException) when (!commit.TryTake())
        {
            await writer.WaitAsync(CancellationToken.None);
        }
    }

    /// <summary>Writes a commit, and with it those that wait for their turn: each sync of the disk is for all of them.</summary>
    private async Task<CommitResult> WriteAsync(SqliteCommit commit, CancellationToken cancellation)
    {
        var together = new List<SqliteCommit> { commit };
        commit.TryTake();
        while (together.Count < MaxTogether && waiting.TryDequeue(out var next))
        {
            together.AddRange(next.TryTake() ? [next] : []);
        }

        try
        {
            var results = await RunAsync(session => SqliteRows.Commit(session, together), cancellation);
            foreach (var (written, result) in together.Zip(results))
            {
                written.Result = result;
            }

            return results[0];
        }
        catch (StateStoreException) when (together.Count > 1)
        {
            // Each of the others is tried again when its turn comes.
            return (await RunAsync(session => SqliteRows.Commit(session, [commit]), cancellation))[0];
        }
    }

    // SQLite works in the calling thread: on the thread pool neither a commit, which waits for the disk, nor a disk that hangs blocks the
    // caller, which may answer for its health within five seconds.
    private Task<T> RunAsync<T>(Func<SqliteSession, T> work, CancellationToken cancellation) =>
        Task.Run(() => SqliteFaults.Translate(path, () => Run(work)), cancellation);

    private T Run<T>(Func<SqliteSession, T> work)
    {
        lock (opened)
        {
            RequireInPlace();
        }

        return sessions.Run(work);
    }

    // What is written to a deleted file is lost with the process. A file in its place is not this one either: the log beside it is of the
    // first, and would be read into it. So the log is written to the first, wherever that is, and left empty.
    private void RequireInPlace()
    {
        if (!opened.HasMoved)
        {
            return;
        }

        if (reading is null)
        {
            opened.EmptyLog();
        }

        throw new StateStoreException(
            "Missing",
            $"{path} was deleted, moved or replaced while Advisor used it. Put it back, or start Advisor again with the new file.",
            isTransient: false
        );
    }
}
