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
    private readonly string connectionString;

    // One writer at a time in this process: waiting here is fair, waiting for the file lock is not.
    private readonly SemaphoreSlim writer = new(1, 1);

    // A person waits for it, and a locked file rarely becomes free.
    private static readonly TimeSpan MaxOpenTimeout = TimeSpan.FromSeconds(4);

    private SqliteStateStore(string connectionString) => this.connectionString = connectionString;

    /// <summary>Opens the file, and creates it (and its folder) if it is missing.</summary>
    /// <param name="path">Path of the file; two more, with -wal and -shm, exist beside it while it is open.</param>
    /// <param name="busyTimeout">
    /// Longest wait for another process that writes; default 30 seconds, at least 1. Opening waits 4 seconds at most.
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
        };
        var opening = new SqliteConnectionStringBuilder(text.ToString())
        {
            DefaultTimeout = (int)Math.Min(timeout, MaxOpenTimeout.TotalSeconds),
            Pooling = false,
        };
        SqliteFaults.Translate(
            full,
            () =>
            {
                Directory.CreateDirectory(Path.GetDirectoryName(full)!);
                SqliteFiles.CheckOrCreate(full);
                using var connection = new SqliteConnection(opening.ToString());
                connection.Open();
                SqliteSchema.Check(connection);
                Configure(connection);
                SqliteSchema.Migrate(connection);
                SqliteFiles.Protect(full); // only now is it known to be Advisor's
                return true;
            }
        );
        return new SqliteStateStore(text.ToString());
    }

    public Task<Row?> GetAsync(string partition, string key, CancellationToken cancellation)
    {
        RowLimits.CheckName(partition, nameof(partition));
        RowLimits.CheckName(key, nameof(key));
        return RunAsync(connection => SqliteRows.Find(connection, partition, key), cancellation);
    }

    public async Task<CommitResult> CommitAsync(string partition, IReadOnlyList<RowWrite> writes, CancellationToken cancellation)
    {
        RowLimits.CheckCommit(partition, writes);
        await writer.WaitAsync(cancellation);
        try
        {
            return await RunAsync(connection => SqliteRows.Commit(connection, partition, writes), cancellation);
        }
        finally
        {
            writer.Release();
        }
    }

    public Task<RowPage> QueryAsync(RowQuery query, CancellationToken cancellation)
    {
        RowLimits.CheckQuery(query);
        return RunAsync(connection => SqliteRows.Query(connection, query), cancellation);
    }

    public void Dispose()
    {
        writer.Dispose();
        using var connection = new SqliteConnection(connectionString);
        SqliteConnection.ClearPool(connection);
    }

    // SQLite works in the calling thread: on the thread pool it does not block the caller.
    private Task<T> RunAsync<T>(Func<SqliteConnection, T> work, CancellationToken cancellation) =>
        Task.Run(
            () =>
                SqliteFaults.Translate(
                    new SqliteConnectionStringBuilder(connectionString).DataSource,
                    () =>
                    {
                        using var connection = Connect(connectionString);
                        return work(connection);
                    }
                ),
            cancellation
        );

    private static SqliteConnection Connect(string connectionString)
    {
        var connection = new SqliteConnection(connectionString);
        try
        {
            connection.Open();
            Configure(connection);
            return connection;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    private static void Configure(SqliteConnection connection)
    {
        using var command = connection.CreateCommand();
        command.CommandText = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;";
        command.ExecuteNonQuery();
    }
}
