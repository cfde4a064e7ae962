using System.Collections.Concurrent;

namespace Advisor.Service.Store.Sqlite;

/// <summary>Connections to one file, kept for the next caller with their statements. Thread-safe.</summary>
/// <param name="isReadOnly">Whether they read only.</param>
internal sealed class SqliteSessions(string connectionString, bool isReadOnly) : IDisposable
{
    // A tick reads on as many threads as there are processors, most of the time; more connections than this are closed after use.
    private const int MaxIdle = 4;

    private readonly ConcurrentBag<SqliteSession> idle = [];
    private volatile bool disposed;

    /// <summary>Runs work on a connection. One whose work failed is not used again: nothing is left open in the next one.</summary>
    public T Run<T>(Func<SqliteSession, T> work)
    {
        var session = idle.TryTake(out var kept) ? kept : Connect();
        try
        {
            var done = work(session);
            Keep(session);
            return done;
        }
        catch
        {
            session.Dispose();
            throw;
        }
    }

    public void Dispose()
    {
        disposed = true;
        CloseIdle();
    }

    private SqliteSession Connect() =>
        SqliteSession.Open(
            connectionString,
            session =>
            {
                if (!isReadOnly)
                {
                    session.Configure();
                }
            }
        );

    private void Keep(SqliteSession session)
    {
        if (idle.Count >= MaxIdle)
        {
            session.Dispose();
            return;
        }

        idle.Add(session);
        if (disposed)
        {
            CloseIdle();
        }
    }

    private void CloseIdle()
    {
        while (idle.TryTake(out var session))
        {
            session.Dispose();
        }
    }
}
