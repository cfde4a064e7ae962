using System.Diagnostics;
using System.Text;
using Advisor.Service.Store.Rows;
using Advisor.Service.Store.Sqlite;
using Advisor.Service.Tests.Store.Contract;
using Advisor.Tests;

namespace Advisor.Service.Tests.Store.Sqlite;

public sealed class SqliteStateStoreTests : IAsyncDisposable
{
    private readonly SqlitePlace place = new();

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    public ValueTask DisposeAsync() => place.DisposeAsync();

    [Fact]
    [Fault("state-unsaved")]
    public async Task Nothing_that_was_acknowledged_is_lost_when_two_writing_processes_are_killed()
    {
        for (var round = 0; round < 2; round++)
        {
            var acknowledged = await Task.WhenAll(WriteAndKillAsync($"x{round}", 60), WriteAndKillAsync($"y{round}", 60));

            var store = await place.OpenAsync();
            var rows = await ListKeysAsync(store);
            Assert.All(acknowledged.SelectMany(keys => keys), key => Assert.Contains("a-" + key, rows));

            // Pairs were committed together: never one without the other.
            Assert.Equal(
                rows.Where(key => key[0] == 'a').Select(key => key[2..]),
                rows.Where(key => key[0] == 'b').Select(key => key[2..])
            );
        }

        Assert.Equal("ok", place.Query("PRAGMA integrity_check"));
    }

    [Fact]
    public async Task The_file_keeps_a_log_and_syncs_every_commit()
    {
        await place.OpenAsync();

        Assert.Equal("wal", place.Query("PRAGMA journal_mode"));
    }

    [Fact]
    public async Task The_file_and_its_log_are_their_owners_alone_whatever_they_were_before()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "a file has the rights of its folder there");
        var store = await place.OpenAsync();
        await store.CommitAsync("p", [RowWrite.Insert("k", 1, DateTimeOffset.UnixEpoch, default)], Cancel);
        string[] files = [place.File, place.File + "-wal", place.File + "-shm"];
        Assert.All(files, file => Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, GetMode(file)));

        // As an older program left them.
        Array.ForEach(
            files,
            file => Set(file, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.OtherRead)
        );
        using var again = SqliteStateStore.Open(place.File);
        Assert.All(files, file => Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, GetMode(file)));
    }

    [Fact]
    public async Task What_is_deleted_is_not_in_the_file_any_more()
    {
        var secret = Encoding.UTF8.GetBytes("a message that was sent and is gone");
        var store = await place.OpenAsync();
        await store.CommitAsync(
            "p",
            [RowWrite.Insert("k", 1, DateTimeOffset.UnixEpoch, secret), RowWrite.Insert("l", 1, DateTimeOffset.UnixEpoch, default)],
            Cancel
        );
        place.Query("PRAGMA wal_checkpoint(TRUNCATE)");
        Assert.NotEqual(-1, (await File.ReadAllBytesAsync(place.File, Cancel)).AsSpan().IndexOf(secret));

        await store.CommitAsync("p", [RowWrite.Delete("k")], Cancel);
        place.Query("PRAGMA wal_checkpoint(TRUNCATE)");

        Assert.Equal(-1, (await File.ReadAllBytesAsync(place.File, Cancel)).AsSpan().IndexOf(secret));
    }

    [Fact]
    public void A_folder_that_is_absent_is_made()
    {
        using var store = SqliteStateStore.Open(Path.Combine(place.Folder, "deep", "er", "state.db"));

        Assert.True(File.Exists(Path.Combine(place.Folder, "deep", "er", "state.db")));
    }

    [Fact]
    [Fault("state-newer")]
    public async Task A_file_of_a_newer_Advisor_is_refused()
    {
        await place.OpenAsync();
        place.Query("PRAGMA user_version = 99");

        var error = Assert.Throws<StateStoreException>(() => SqliteStateStore.Open(place.File));

        Assert.Equal("NewerVersion", error.Code);
        Assert.Contains("version 99", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_database_of_another_program_is_refused_and_left_alone()
    {
        SystemSqlite.Use();
        place.Query("CREATE TABLE theirs (x)");

        var error = Assert.Throws<StateStoreException>(() => SqliteStateStore.Open(place.File));

        Assert.Equal("Corrupt", error.Code);
        Assert.Equal("theirs", place.Query("SELECT group_concat(name) FROM sqlite_master"));
    }

    [Fact]
    public void A_file_that_is_no_database_is_refused_with_its_path()
    {
        File.WriteAllText(place.File, string.Concat(Enumerable.Repeat("not a database ", 100)), Encoding.UTF8);

        var error = Assert.Throws<StateStoreException>(() => SqliteStateStore.Open(place.File));

        Assert.Equal("Corrupt", error.Code);
        Assert.Contains(place.File, error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_file_that_another_process_holds_too_long_says_busy()
    {
        await place.OpenAsync();
        using var holder = place.Connect();
        using var transaction = holder.BeginTransaction(deferred: false);
        using var impatient = SqliteStateStore.Open(place.File, TimeSpan.FromSeconds(1));

        var error = await Assert.ThrowsAsync<StateStoreException>(() =>
            impatient.CommitAsync("p", [RowWrite.Insert("k", 1, DateTimeOffset.UnixEpoch, default)], Cancel)
        );

        Assert.Equal(("Busy", true), (error.Code, error.IsTransient));
        Assert.Null(await impatient.GetAsync("p", "k", Cancel)); // readers are not held up
    }

    [Fact]
    public async Task Many_programs_that_make_the_file_at_once_agree()
    {
        var stores = await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => Task.Run(() => SqliteStateStore.Open(place.File))));

        await stores[0].CommitAsync("p", [RowWrite.Insert("k", 1, DateTimeOffset.UnixEpoch, default)], Cancel);

        Assert.NotNull(await stores[7].GetAsync("p", "k", Cancel));
        Assert.Single(stores, store => store.IsNew);
        Array.ForEach(stores, store => store.Dispose());
    }

    [Fact]
    public async Task A_file_that_is_read_only_has_its_rows_takes_none_and_shows_that_another_wrote_it_meanwhile()
    {
        var file = place.File + " 100%#?a%41b.db"; // a name that a URI has to escape
        using (var store = SqliteStateStore.Open(file))
        {
            await store.CommitAsync("p", [RowWrite.Insert("k", 1, DateTimeOffset.UnixEpoch, default)], Cancel);
        }

        using var reader = SqliteStateStore.OpenReadOnly(file);
        Assert.NotNull(await reader.GetAsync("p", "k", Cancel));
        reader.RequireUnchanged();
        var refused = await Assert.ThrowsAsync<StateStoreException>(() =>
            reader.CommitAsync("p", [RowWrite.Insert("l", 1, DateTimeOffset.UnixEpoch, default)], Cancel)
        );
        Assert.Equal("Forbidden", refused.Code);

        using (var writer = SqliteStateStore.Open(file))
        {
            await writer.CommitAsync("p", [RowWrite.Insert("l", 1, DateTimeOffset.UnixEpoch, default)], Cancel);
            Assert.Equal("Busy", Assert.Throws<StateStoreException>(reader.RequireUnchanged).Code);

            // Beside a process that writes, what it wrote is read.
            using var beside = SqliteStateStore.OpenReadOnly(file);
            Assert.NotNull(await beside.GetAsync("p", "l", Cancel));
            await writer.CommitAsync("p", [RowWrite.Insert("m", 1, DateTimeOffset.UnixEpoch, default)], Cancel);
            Assert.NotNull(await beside.GetAsync("p", "m", Cancel));
            beside.RequireUnchanged();
        }

        Assert.Equal("Busy", Assert.Throws<StateStoreException>(reader.RequireUnchanged).Code);
    }

    private static async Task<HashSet<string>> ListKeysAsync(IStateStore store)
    {
        var keys = new HashSet<string>(StringComparer.Ordinal);
        for (string? after = null; ; )
        {
            var page = await store.QueryAsync(new RowQuery("p", "a", "z", after, KeysOnly: true), Cancel);
            keys.UnionWith(page.Rows.Select(row => row.Key));
            if (page.Next is null)
            {
                return keys;
            }

            after = page.Next;
        }
    }

    private async Task<IReadOnlyList<string>> WriteAndKillAsync(string name, int count)
    {
        var start = new ProcessStartInfo(Environment.ProcessPath!) { RedirectStandardOutput = true, UseShellExecute = false };
        if (Path.GetFileNameWithoutExtension(start.FileName) is "dotnet")
        {
            start.ArgumentList.Add(typeof(SqliteStateStoreTests).Assembly.Location);
        }

        start.ArgumentList.Add("write-until-killed");
        start.ArgumentList.Add(place.File);
        start.ArgumentList.Add(name);
        using var process = Process.Start(start)!;
        var acknowledged = new List<string>();
        while (await process.StandardOutput.ReadLineAsync(Cancel) is { } line)
        {
            acknowledged.Add($"{name}-{int.Parse(line)}");
            if (acknowledged.Count == count)
            {
                process.Kill(); // SIGKILL: it may be in the middle of the next commit
            }
        }

        await process.WaitForExitAsync(Cancel);
        Assert.True(acknowledged.Count >= count, $"the writer ended after {acknowledged.Count} pairs");
        return acknowledged;
    }

    private static UnixFileMode GetMode(string file) => OperatingSystem.IsWindows() ? default : File.GetUnixFileMode(file);

    private static void Set(string file, UnixFileMode mode)
    {
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(file, mode);
        }
    }
}
