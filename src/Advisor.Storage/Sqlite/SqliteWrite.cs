using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace Advisor.Storage.Sqlite;

/// <summary>
/// A transaction that writes: what is not committed when it is disposed of is undone. Where SQLite has undone it already, as it does on a
/// full disk, nothing is left to undo, and the error that says why stays the one that is seen.
/// </summary>
internal sealed class SqliteWrite : IDisposable
{
    private readonly SqliteConnection connection;

    /// <summary>Begins, as the only writer of the file.</summary>
    public SqliteWrite(SqliteConnection connection)
    {
        this.connection = connection;
        Execute("BEGIN IMMEDIATE");
    }

    public void Commit() => Execute("COMMIT");

    public void Dispose()
    {
        if (raw.sqlite3_get_autocommit(connection.Handle) == 0)
        {
            Execute("ROLLBACK");
        }
    }

    private void Execute(string sql)
    {
        using var command = connection.CreateCommand();
#pragma warning disable CA2100 // the texts are constants of this file
        command.CommandText = sql;
#pragma warning restore CA2100
        command.ExecuteNonQuery();
    }
}
