using SQLitePCL;

namespace Advisor.Service.Store.Sqlite;

/// <summary>
/// Write transaction, rolled back on disposal unless committed. If SQLite has already rolled back, as on a full disk, the original error is
/// kept.
/// </summary>
internal sealed class SqliteWrite : IDisposable
{
    private readonly SqliteSession session;

    /// <summary>Begins the transaction as the only writer of the file.</summary>
    public SqliteWrite(SqliteSession session)
    {
        this.session = session;
        session.Get("BEGIN IMMEDIATE").ExecuteNonQuery();
    }

    public void Commit() => session.Get("COMMIT").ExecuteNonQuery();

    public void Dispose()
    {
        if (raw.sqlite3_get_autocommit(session.Connection.Handle) == 0)
        {
            session.Get("ROLLBACK").ExecuteNonQuery();
        }
    }
}
