using System.Runtime.InteropServices;
using Advisor.Service.Store.Rows;
using Microsoft.Data.Sqlite;

namespace Advisor.Service.Store.Sqlite;

/// <summary>The statements that read and write rows.</summary>
internal static class SqliteRows
{
    private const string Columns = "partition, key, version, at, etag, ";
    private const string HasKey = "partition = $partition AND key = $key";
    private const string OfKey = $"FROM rows WHERE {HasKey}";
    private const string NewValues = "version = $version, at = $at, etag = $etag, payload = $payload";
    private const string Range =
        "WHERE partition = $partition AND key >= $key AND key < $before AND key > $after ORDER BY key LIMIT $limit";
    private const string QueryRows = $"SELECT {Columns} payload FROM rows {Range}";
    private const string QueryKeys = $"SELECT {Columns} x'' FROM rows {Range}";

    /// <summary>Returns the row of a key; null when there is none.</summary>
    public static Row? Find(SqliteSession session, string partition, string key)
    {
        using var reader = session.Get($"SELECT {Columns} payload {OfKey}", ("$partition", partition), ("$key", key)).ExecuteReader();
        return reader.Read() ? Read(reader) : null;
    }

    /// <summary>Writes the rows of each commit, or none of them when a condition of one does not hold; all with one sync.</summary>
    public static CommitResult[] Commit(SqliteSession session, IReadOnlyList<SqliteCommit> commits)
    {
        using var transaction = new SqliteWrite(session);
        var results = commits.Select(commit => Commit(session, commit.Partition, commit.Writes)).ToArray();
        if (Array.Exists(results, result => result.IsCommitted))
        {
            transaction.Commit();
        }

        return results;
    }

    // Nothing is written before every condition holds.
    private static CommitResult Commit(SqliteSession session, string partition, IReadOnlyList<RowWrite> writes)
    {
        for (var i = 0; i < writes.Count; i++)
        {
            if (Check(session, partition, writes[i]) is not CommitFailure.None and var failure)
            {
                return CommitResult.Failed(failure, i);
            }
        }

        var etag = TakeETags(session, writes.Count);
        var etags = new string?[writes.Count];
        for (var i = 0; i < writes.Count; i++)
        {
            etags[i] = Apply(session, partition, writes[i], etag + i);
        }

        return CommitResult.Done(etags);
    }

    private static CommitFailure Check(SqliteSession session, string partition, RowWrite write)
    {
        if (write.Kind == WriteKind.Put)
        {
            return CommitFailure.None;
        }

        var found = session.Get($"SELECT etag {OfKey}", ("$partition", partition), ("$key", write.Key)).ExecuteScalar();
        return write.Check(found is long etag ? FormatETag(etag) : null);
    }

    /// <summary>Returns the first of as many ETags as rows are written; no value ever returns.</summary>
    private static long TakeETags(SqliteSession session, int count)
    {
        session.Get("UPDATE counter SET value = value + $count", ("$count", count)).ExecuteNonQuery();
        return session.Get("SELECT value FROM counter").ExecuteScalar() is long last
            ? last - count + 1
            : throw SqliteFaults.CreateCorrupt(session.Connection.DataSource);
    }

    private static string? Apply(SqliteSession session, string partition, RowWrite write, long etag)
    {
        if (write.Kind == WriteKind.Delete)
        {
            session.Get($"DELETE {OfKey}", ("$partition", partition), ("$key", write.Key)).ExecuteNonQuery();
            return null;
        }

        // An update keeps the place of a row in the table and in its index, which REPLACE deletes and inserts again: a third fewer pages.
        if (write.Kind == WriteKind.Insert || Execute($"UPDATE rows SET {NewValues} WHERE {HasKey}") == 0)
        {
            Execute($"INSERT INTO rows ({Columns} payload) VALUES ($partition, $key, $version, $at, $etag, $payload)");
        }

        return FormatETag(etag);

        int Execute(string sql) =>
            session
                .Get(
                    sql,
                    ("$partition", partition),
                    ("$key", write.Key),
                    ("$version", write.Version),
                    ("$at", write.At.UtcTicks),
                    ("$etag", etag),
                    ("$payload", GetArray(write.Payload))
                )
                .ExecuteNonQuery();
    }

    private static byte[] GetArray(ReadOnlyMemory<byte> bytes) =>
        MemoryMarshal.TryGetArray(bytes, out var array) && array.Count == array.Array!.Length ? array.Array : bytes.ToArray();

    /// <summary>Returns a page of rows in the order of their keys.</summary>
    public static RowPage Query(SqliteSession session, RowQuery query)
    {
        var command = session.Get(
            query.KeysOnly ? QueryKeys : QueryRows,
            ("$partition", query.Partition),
            ("$key", query.From),
            ("$before", query.Before),
            ("$after", query.After ?? ""),
            ("$limit", query.Limit + 1)
        );
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
}
