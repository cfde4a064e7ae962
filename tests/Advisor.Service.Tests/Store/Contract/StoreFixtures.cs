using Advisor.Service.Store.Rows;
using Advisor.Service.Store.Sqlite;
using Advisor.Service.Store.Tables;
using Advisor.Tests;
using Microsoft.Data.Sqlite;

[assembly: AssemblyFixture(typeof(AzuriteFixture))]

namespace Advisor.Service.Tests.Store.Contract;

/// <summary>A place that holds a store: it can be opened several times, as several programs would.</summary>
public interface IStorePlace : IAsyncDisposable
{
    Task<IStateStore> OpenAsync();
}

public sealed class MemoryPlace : IStorePlace
{
    private readonly MemoryStateStore store = new();

    public Task<IStateStore> OpenAsync() => Task.FromResult<IStateStore>(store);

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}

public sealed class SqlitePlace : IStorePlace
{
    private readonly List<SqliteStateStore> opened = [];

    public string Folder { get; } = Directory.CreateTempSubdirectory("advisor-state-").FullName;

    public string File => Path.Combine(Folder, "state.db");

    public Task<IStateStore> OpenAsync()
    {
        var store = SqliteStateStore.Open(File);
        opened.Add(store);
        return Task.FromResult<IStateStore>(store);
    }

    /// <summary>Opens the file as another program would.</summary>
    public SqliteConnection Connect()
    {
        var connection = new SqliteConnection($"Data Source={File};Pooling=False");
        connection.Open();
        return connection;
    }

    /// <summary>Runs a statement as another program would; returns its first value.</summary>
    public string? Query(string sql)
    {
        using var connection = Connect();
        using var command = connection.CreateCommand();
#pragma warning disable CA2100 // the texts are constants of the tests
        command.CommandText = sql;
#pragma warning restore CA2100
        return command.ExecuteScalar()?.ToString();
    }

    public ValueTask DisposeAsync()
    {
        opened.ForEach(store => store.Dispose());
        Directory.Delete(Folder, recursive: true);
        return ValueTask.CompletedTask;
    }
}

public sealed class TablePlace(AzuriteFixture azurite) : IStorePlace
{
    private readonly string table = "t" + Guid.NewGuid().ToString("N");

    public async Task<IStateStore> OpenAsync() =>
        await TableStateStore.OpenEmulatorAsync(
            azurite.GetOrSkip().Tables,
            Azurite.Account,
            Azurite.Key,
            new TableStateStoreOptions { Table = table },
            TestContext.Current.CancellationToken
        );

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
