using System.Globalization;
using Advisor.State.Rows;
using Microsoft.Data.Sqlite;

namespace Advisor.Storage.Sqlite;

/// <summary>
/// State store in one SQLite file, for one machine: any number of threads and processes. Write-ahead log with a sync at every commit, so
/// that a confirmed commit survives a killed process and a power failure. Only the owner can read the file, and deleted data is
/// overwritten. Not for a network drive.
/// </summary>
public sealed class SqliteStateStore : IStateStore, IDisposable
{
    private const string Columns = "partition, key, version, at, etag, ";

    private readonly string connectionString;

    // One writer at a time in this process: waiting here is fair, waiting for the file lock is not.
    private readonly SemaphoreSlim writer = new(1, 1);

    private SqliteStateStore(string connectionString) => this.connectionString = connectionString;

    /// <summary>Opens the file, and creates it (and its folder) if it is missing.</summary>
    /// <param name="path">Path of the file; two more, with -wal and -shm, exist beside it while it is open.</param>
    /// <param name="busyTimeout">Longest wait for another process that writes; default 30 seconds, at least 1.</param>
    /// <exception cref="StateStoreException">
    /// The file cannot be opened, or belongs to another program or a newer version of Advisor.
    /// </exception>
    public static SqliteStateStore Open(string path, TimeSpan? busyTimeout = null)
    {
        SystemSqlite.Use();
        var full = Path.GetFullPath(path);
        var text = new SqliteConnectionStringBuilder
        {
            DataSource = full,
            Mode = SqliteOpenMode.ReadWriteCreate,
            DefaultTimeout = (int)Math.Max(1, (busyTimeout ?? TimeSpan.FromSeconds(30)).TotalSeconds),
        }.ToString();
        var store = new SqliteStateStore(text);
        RunTranslated(
            full,
            () =>
            {
                Directory.CreateDirectory(Path.GetDirectoryName(full)!);
                SqliteFiles.Protect(full);
                using var connection = store.Connect();
                SqliteSchema.Migrate(connection);
                return true;
            }
        );
        return store;
    }

    public Task<Row?> GetAsync(string partition, string key, CancellationToken cancellation)
    {
        RowLimits.CheckName(partition, nameof(partition));
        RowLimits.CheckName(key, nameof(key));
        return RunAsync(
            connection =>
            {
                using var command = CreateCommand(
                    connection,
                    $"SELECT {Columns} payload FROM rows WHERE partition = $partition AND key = $key",
                    partition,
                    key
                );
                using var reader = command.ExecuteReader();
                return reader.Read() ? Read(reader) : null;
            },
            cancellation
        );
    }

    public async Task<CommitResult> CommitAsync(string partition, IReadOnlyList<RowWrite> writes, CancellationToken cancellation)
    {
        RowLimits.CheckCommit(partition, writes);
        await writer.WaitAsync(cancellation);
        try
        {
            return await RunAsync(connection => Commit(connection, partition, writes), cancellation);
        }
        finally
        {
            writer.Release();
        }
    }

    public Task<RowPage> QueryAsync(RowQuery query, CancellationToken cancellation)
    {
        RowLimits.CheckQuery(query);
        return RunAsync(connection => Query(connection, query), cancellation);
    }

    public void Dispose()
    {
        writer.Dispose();
        using var connection = new SqliteConnection(connectionString);
        SqliteConnection.ClearPool(connection);
    }

    private static CommitResult Commit(SqliteConnection connection, string partition, IReadOnlyList<RowWrite> writes)
    {
        using var transaction = new SqliteWrite(connection);
        var etags = new string?[writes.Count];
        for (var i = 0; i < writes.Count; i++)
        {
            var failure = Check(writes[i], FindETag(connection, partition, writes[i].Key));
            if (failure != CommitFailure.None)
            {
                return CommitResult.Failed(failure, i);
            }

            etags[i] = Apply(connection, partition, writes[i]);
        }

        transaction.Commit();
        return CommitResult.Done(etags);
    }

    private static CommitFailure Check(RowWrite write, string? present) =>
        write.Kind switch
        {
            WriteKind.Insert => present is null ? CommitFailure.None : CommitFailure.Exists,
            WriteKind.Put => CommitFailure.None,
            _ when present is null => CommitFailure.Missing,
            _ => write.ETag is null || write.ETag == present ? CommitFailure.None : CommitFailure.Changed,
        };

    private static string? FindETag(SqliteConnection connection, string partition, string key)
    {
        using var command = CreateCommand(connection, "SELECT etag FROM rows WHERE partition = $partition AND key = $key", partition, key);
        return command.ExecuteScalar() is long etag ? FormatETag(etag) : null;
    }

    private static string? Apply(SqliteConnection connection, string partition, RowWrite write)
    {
        if (write.Kind == WriteKind.Delete)
        {
            using var deletion = CreateCommand(
                connection,
                "DELETE FROM rows WHERE partition = $partition AND key = $key",
                partition,
                write.Key
            );
            deletion.ExecuteNonQuery();
            return null;
        }

        using var command = CreateCommand(
            connection,
            $"""
            UPDATE counter SET value = value + 1;
            INSERT OR REPLACE INTO rows ({Columns} payload)
            VALUES ($partition, $key, $version, $at, (SELECT value FROM counter), $payload);
            SELECT value FROM counter;
            """,
            partition,
            write.Key
        );
        command.Parameters.AddWithValue("$version", write.Version);
        command.Parameters.AddWithValue("$at", write.At.UtcTicks);
        command.Parameters.AddWithValue("$payload", write.Payload.ToArray());
        return FormatETag((long)command.ExecuteScalar()!);
    }

    private static RowPage Query(SqliteConnection connection, RowQuery query)
    {
        using var command = CreateCommand(
            connection,
            $"""
            SELECT {Columns} {(query.KeysOnly ? "x''" : "payload")} FROM rows
            WHERE partition = $partition AND key >= $key AND key < $before AND key > $after
            ORDER BY key LIMIT $limit
            """,
            query.Partition,
            query.From
        );
        command.Parameters.AddWithValue("$before", query.Before);
        command.Parameters.AddWithValue("$after", query.After ?? "");
        command.Parameters.AddWithValue("$limit", query.Limit + 1);
        var rows = new List<Row>();
        using (var reader = command.ExecuteReader())
        {
            while (reader.Read())
            {
                rows.Add(Read(reader));
            }
        }

        return rows.Count > query.Limit ? new RowPage(rows[..query.Limit], rows[query.Limit - 1].Key) : new RowPage(rows, null);
    }

    private static Row Read(SqliteDataReader reader) =>
        new(
            reader.GetString(0),
            reader.GetString(1),
            reader.GetInt32(2),
            new DateTimeOffset(reader.GetInt64(3), TimeSpan.Zero),
            (byte[])reader.GetValue(5),
            FormatETag(reader.GetInt64(4))
        );

    private static string FormatETag(long number) => number.ToString(CultureInfo.InvariantCulture);

    private static SqliteCommand CreateCommand(SqliteConnection connection, string sql, string partition, string key)
    {
        var command = connection.CreateCommand();
#pragma warning disable CA2100 // the texts are constants of this file
        command.CommandText = sql;
#pragma warning restore CA2100
        command.Parameters.AddWithValue("$partition", partition);
        command.Parameters.AddWithValue("$key", key);
        return command;
    }

    private static T RunTranslated<T>(string path, Func<T> work)
    {
        try
        {
            return work();
        }
        catch (SqliteException error) when (error.SqliteErrorCode is 5 or 6)
        {
            throw new StateStoreException(
                "Busy",
                $"{path}: another process has held the file too long. Try again.",
                isTransient: true,
                error
            );
        }
        catch (SqliteException error) when (error.SqliteErrorCode == 13 || (error.SqliteErrorCode == 10 && IsDiskFull(path)))
        {
            // A full disk causes either error, depending on the file that was to be extended.
            throw new StateStoreException(
                StateStoreException.Full,
                $"{path}: its disk is full. Make room: what was written before is kept, and it goes on by itself.",
                isTransient: true,
                error
            );
        }
        catch (SqliteException error) when (error.SqliteErrorCode == 10)
        {
            throw new StateStoreException(
                "Failed",
                $"{path}: its disk fails. Check it; what was written before is kept.",
                isTransient: true,
                error
            );
        }
        catch (Exception error) when (error is SqliteException { SqliteErrorCode: 3 or 8 or 14 or 23 } or UnauthorizedAccessException)
        {
            throw new StateStoreException(
                "Forbidden",
                $"{path} cannot be opened for writing. Give the user that runs Advisor the right to write the file and its "
                    + "folder, or give another path.",
                isTransient: false,
                error
            );
        }
        catch (SqliteException error) when (error.SqliteErrorCode is 11 or 26)
        {
            throw new StateStoreException(
                "Corrupt",
                $"{path} is damaged or no SQLite file. Restore it from a copy, or give another path.",
                isTransient: false,
                error
            );
        }
        catch (Exception error) when (error is SqliteException or IOException)
        {
            throw new StateStoreException("Failed", $"{path} cannot be used: {error.Message}", isTransient: false, error);
        }
    }

    private static bool IsDiskFull(string path)
    {
        const int minSpace = 64 * 1024;
        try
        {
            return new DriveInfo(Path.GetDirectoryName(path)!).AvailableFreeSpace < minSpace;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return false;
        }
    }

    // SQLite works in the calling thread: on the thread pool it does not block the caller.
    private Task<T> RunAsync<T>(Func<SqliteConnection, T> work, CancellationToken cancellation) =>
        Task.Run(
            () =>
                RunTranslated(
                    new SqliteConnectionStringBuilder(connectionString).DataSource,
                    () =>
                    {
                        using var connection = Connect();
                        return work(connection);
                    }
                ),
            cancellation
        );

    private SqliteConnection Connect()
    {
        var connection = new SqliteConnection(connectionString);
        try
        {
            connection.Open();
            using var command = connection.CreateCommand();
            command.CommandText = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;";
            command.ExecuteNonQuery();
            return connection;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }
}
