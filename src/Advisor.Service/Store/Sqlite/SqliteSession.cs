using Microsoft.Data.Sqlite;

namespace Advisor.Service.Store.Sqlite;

/// <summary>
/// An open connection to the file, with each statement compiled once: compiling takes longer than finding a row. For one caller at a time.
/// </summary>
internal sealed class SqliteSession : IDisposable
{
    private readonly Dictionary<string, SqliteCommand> commands = new(StringComparer.Ordinal);

    private SqliteSession(SqliteConnection connection) => Connection = connection;

    /// <summary>Opens a connection.</summary>
    /// <param name="prepare">What is done with it first; where that fails, it is closed.</param>
    /// <exception cref="SqliteException">The file cannot be opened.</exception>
    public static SqliteSession Open(string connectionString, Action<SqliteSession> prepare)
    {
        var session = new SqliteSession(new SqliteConnection(connectionString));
        try
        {
            session.Connection.Open();
            prepare(session);
            return session;
        }
        catch
        {
            session.Dispose();
            throw;
        }
    }

    public SqliteConnection Connection { get; }

    /// <summary>Whether the path no longer leads to the file that is open: it was deleted, moved or replaced by another.</summary>
    public bool HasMoved => SystemSqlite.HasMoved(Connection.Handle!);

    /// <summary>Writes the log to the file and empties it, unless another connection reads at the moment.</summary>
    public void EmptyLog() => Get("PRAGMA wal_checkpoint(TRUNCATE)").ExecuteNonQuery();

    /// <summary>Sets what each connection to the file needs before it reads or writes rows.</summary>
    public void Configure() => Get("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;").ExecuteNonQuery();

    /// <summary>Returns the command of a statement, with these parameters; the same one whenever the statement is the same.</summary>
    public SqliteCommand Get(string sql, params ReadOnlySpan<(string Name, object Value)> parameters)
    {
        if (!commands.TryGetValue(sql, out var command))
        {
            command = Connection.CreateCommand();
#pragma warning disable CA2100 // the texts are constants of this folder
            command.CommandText = sql;
#pragma warning restore CA2100
            commands.Add(sql, command);
        }

        command.Parameters.Clear();
        foreach (var (name, value) in parameters)
        {
            command.Parameters.AddWithValue(name, value);
        }

        return command;
    }

    public void Dispose()
    {
        foreach (var command in commands.Values)
        {
            command.Dispose();
        }

        Connection.Dispose();
    }
}
