using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace Advisor.Service.Store.Sqlite;

/// <summary>
/// Write transaction, rolled back on disposal unless committed. If SQLite has already rolled back, as on a full disk, the original error is
/// kept.
/// </summary>
internal sealed class SqliteWrite : IDisposable
{
    private readonly SqliteConnection connection;

    /// <summary>Begins the transaction as the only writer of the file.</summary>
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
