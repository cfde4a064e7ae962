using Advisor.Service.Store.Rows;
using Microsoft.Data.Sqlite;

namespace Advisor.Service.Store.Sqlite;

/// <summary>The statements that read and write rows, on an open connection.</summary>
internal static class SqliteRows
{
    private const string Columns = "partition, key, version, at, etag, ";

    /// <summary>Returns the row of a key; null when there is none.</summary>
    public static Row? Find(SqliteConnection connection, string partition, string key)
    {
        using var command = CreateCommand(
            connection,
            $"SELECT {Columns} payload FROM rows WHERE partition = $partition AND key = $key",
            partition,
            key
        );
        using var reader = command.ExecuteReader();
        return reader.Read() ? Read(reader) : null;
    }

    /// <summary>Writes all rows, or none when a condition of one does not hold.</summary>
    public static CommitResult Commit(SqliteConnection connection, string partition, IReadOnlyList<RowWrite> writes)
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
        return command.ExecuteScalar() is long etag ? FormatETag(etag) : throw SqliteFaults.CreateCorrupt(connection.DataSource);
    }

    /// <summary>Returns a page of rows in the order of their keys.</summary>
    public static RowPage Query(SqliteConnection connection, RowQuery query)
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

    private static string FormatETag(long number) => number.ToString();

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
}
