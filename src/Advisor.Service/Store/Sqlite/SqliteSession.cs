using Microsoft.Data.Sqlite;

namespace Advisor.Service.Store.Sqlite;

/// <summary>
/// An open connection to the file, with each statement compiled once: compiling takes longer than finding a row. For one caller at a time.
/// </summary>
internal sealed class SqliteSession : IDisposable
{
    private readonly Dictionary<string, SqliteCommand> commands = new(StringComparer.Ordinal);

    /// <summary>Opens the connection.</summary>
    /// <exception cref="SqliteException">The file cannot be opened.</exception>
    public SqliteSession(string connectionString)
    {
        Connection = new SqliteConnection(connectionString);
        try
        {
            Connection.Open();
        }
        catch
        {
            Connection.Dispose();
            throw;
        }
    }

    public SqliteConnection Connection { get; }

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
