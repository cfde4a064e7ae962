using System.Diagnostics;
using System.Text;
using Advisor.Service.Store.Rows;
using Advisor.Service.Store.Sqlite;
using Advisor.Service.Tests.Store.Contract;
using Advisor.Tests;
using Microsoft.Data.Sqlite;

namespace Advisor.Service.Tests.Store.Sqlite;

/// <summary>What people give as the path of the state: their own files stay as they are, and each case is one line.</summary>
public sealed class StateFileTests : IAsyncDisposable
{
    private const UnixFileMode Everyone = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.OtherRead;

    private readonly SqlitePlace place = new();

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    public ValueTask DisposeAsync() => place.DisposeAsync();

    [Fact]
    public void A_device_is_refused_and_keeps_its_mode()
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        var before = File.GetUnixFileMode("/dev/zero");

        var error = Assert.Throws<StateStoreException>(() => SqliteStateStore.Open("/dev/zero"));

        Assert.Equal("Failed", error.Code);
        Assert.Equal(before, File.GetUnixFileMode("/dev/zero"));
        Assert.Throws<StateStoreException>(() => SqliteStateStore.Open("/proc/self/status"));
        Assert.Contains("is a folder", Assert.Throws<StateStoreException>(() => SqliteStateStore.Open(place.Folder)).Message);
    }

    /// <summary>
    /// STRICT is of SQLite 3.37: that of Red Hat Enterprise Linux 9 is 3.34.1, that of Windows Server 2019 3.23.2. One that is older
    /// refuses the whole file for it.
    /// </summary>
    [Fact]
    public void A_new_file_has_a_layout_that_an_older_SQLite_of_a_system_reads_too()
    {
        SqliteStateStore.Open(place.File).Dispose();
        using var connection = new SqliteConnection($"Data Source={place.File};Pooling=False");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = "SELECT group_concat(sql, '; ') FROM sqlite_master";

        var layout = Assert.IsType<string>(command.ExecuteScalar());

        Assert.Contains("CREATE TABLE rows", layout, StringComparison.Ordinal);
        Assert.DoesNotContain("STRICT", layout, StringComparison.OrdinalIgnoreCase);
    }

    [Fact]
    public async Task A_file_that_is_moved_away_is_an_error_until_it_is_put_back_with_all_its_rows()
    {
        if (OperatingSystem.IsWindows())
        {
            return; // there an open file cannot be moved
        }

        using var store = SqliteStateStore.Open(place.File);
        await store.CommitAsync("p", [RowWrite.Insert("a", 1, DateTimeOffset.UnixEpoch, default)], Cancel);
        var away = place.File + ".away";

        File.Move(place.File, away);
        var error = await Assert.ThrowsAsync<StateStoreException>(() =>
            store.CommitAsync("p", [RowWrite.Insert("b", 1, DateTimeOffset.UnixEpoch, default)], Cancel)
        );
        Assert.Equal(("Missing", false), (error.Code, error.IsTransient));
        Assert.StartsWith($"{place.File} was deleted, moved or replaced while Advisor used it.", error.Message, StringComparison.Ordinal);
        await Assert.ThrowsAsync<StateStoreException>(() => store.GetAsync("p", "a", Cancel));
        Assert.False(File.Exists(place.File));

        File.Move(away, place.File);
        await store.CommitAsync("p", [RowWrite.Insert("c", 1, DateTimeOffset.UnixEpoch, default)], Cancel);
        var rows = await store.QueryAsync(new RowQuery("p", "a", "z"), Cancel);
        Assert.Equal(["a", "c"], rows.Rows.Select(row => row.Key));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_file_that_takes_the_place_of_the_first_is_an_error_until_Advisor_starts_again_and_is_not_written(
        bool isDeletedFirst
    )
    {
        if (OperatingSystem.IsWindows())
        {
            return; // there an open file cannot be replaced
        }

        var copy = place.File + ".copy";
        using (var other = SqliteStateStore.Open(copy))
        {
            await other.CommitAsync("p", [RowWrite.Insert("b", 1, DateTimeOffset.UnixEpoch, default)], Cancel);
        }

        var bytes = await File.ReadAllBytesAsync(copy, Cancel);
        using (var store = SqliteStateStore.Open(place.File))
        {
            await store.CommitAsync("p", [RowWrite.Insert("a", 1, DateTimeOffset.UnixEpoch, default)], Cancel);
            if (isDeletedFirst)
            {
                File.Delete(place.File);
                await Assert.ThrowsAsync<StateStoreException>(() => store.GetAsync("p", "a", Cancel));
            }

            File.Move(copy, place.File, overwrite: true);

            // At once, and with every connection: the log of the first file would be read into the second.
            var calls = Enumerable.Range(0, 8).Select(_ => store.GetAsync("p", "a", Cancel));
            foreach (var call in calls.ToList())
            {
                var error = await Assert.ThrowsAsync<StateStoreException>(() => call);
                Assert.Equal(("Missing", false), (error.Code, error.IsTransient));
            }

            await Assert.ThrowsAsync<StateStoreException>(() =>
                store.CommitAsync("p", [RowWrite.Insert("c", 1, DateTimeOffset.UnixEpoch, default)], Cancel)
            );
        }

        Assert.Equal(bytes, await File.ReadAllBytesAsync(place.File, Cancel));
        using var again = SqliteStateStore.Open(place.File);
        Assert.Equal(["b"], (await again.QueryAsync(new RowQuery("p", "a", "z"), Cancel)).Rows.Select(row => row.Key));
    }

    [Fact]
    public void A_link_is_refused_and_its_target_keeps_its_mode()
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        var target = Path.Combine(place.Folder, "theirs");
        File.WriteAllText(target, "");
        File.SetUnixFileMode(target, Everyone);
        File.CreateSymbolicLink(place.File, target);

        var error = Assert.Throws<StateStoreException>(() => SqliteStateStore.Open(place.File));

        Assert.Contains("is a link", error.Message, StringComparison.Ordinal);
        Assert.Equal((Everyone, 0L), (File.GetUnixFileMode(target), new FileInfo(target).Length));
    }

    [Theory]
    [InlineData("notes of mine")]
    [InlineData(null)]
    public void A_file_of_another_program_keeps_its_mode_and_bytes(string? text)
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        if (text is null)
        {
            SystemSqlite.Use();
            place.Query("CREATE TABLE theirs (x)");
        }
        else
        {
            File.WriteAllText(place.File, text, Encoding.UTF8);
        }

        File.SetUnixFileMode(place.File, Everyone);
        var before = File.ReadAllBytes(place.File);

        var error = Assert.Throws<StateStoreException>(() => SqliteStateStore.Open(place.File));

        Assert.Equal("Corrupt", error.Code);
        Assert.Equal(Everyone, File.GetUnixFileMode(place.File));
        Assert.Equal(before, File.ReadAllBytes(place.File));
    }

    [Fact]
    public void An_empty_file_becomes_the_state()
    {
        File.WriteAllText(place.File, "");

        using var store = SqliteStateStore.Open(place.File);

        Assert.NotNull(store);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_file_that_was_emptied_or_deleted_beside_its_log_is_refused_and_the_log_keeps_its_rows(bool isDeleted)
    {
        // As a killed process leaves them: the row is in the log alone.
        var (left, log) = (place.File + ".left", place.File + ".left-wal");
        using (var store = SqliteStateStore.Open(place.File))
        {
            await store.CommitAsync("p", [RowWrite.Insert("a", 1, DateTimeOffset.UnixEpoch, default)], Cancel);
            File.Copy(place.File, left);
            File.Copy(place.File + "-wal", log);
        }

        var bytes = await File.ReadAllBytesAsync(left, Cancel);
        if (isDeleted)
        {
            File.Delete(left);
        }
        else
        {
            await File.WriteAllBytesAsync(left, [], Cancel);
        }

        var error = Assert.Throws<StateStoreException>(() => SqliteStateStore.Open(left));

        Assert.StartsWith($"{left} is {(isDeleted ? "missing" : "empty")}, but the log", error.Message, StringComparison.Ordinal);
        Assert.False(error.IsTransient);
        Assert.Equal(!isDeleted, File.Exists(left));

        // Put back, it has its rows.
        await File.WriteAllBytesAsync(left, bytes, Cancel);
        using var again = SqliteStateStore.Open(left);
        Assert.NotNull(await again.GetAsync("p", "a", Cancel));
    }

    [Fact]
    public async Task A_file_that_another_program_locks_says_so_within_seconds()
    {
        using (SqliteStateStore.Open(place.File))
        {
            // It leaves a file without a log.
        }

        await using var holder = place.Connect();
        await using var command = holder.CreateCommand();
        command.CommandText = "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; UPDATE counter SET value = value + 1;";
        await command.ExecuteNonQueryAsync(Cancel);
        var clock = Stopwatch.StartNew();

        var error = Assert.Throws<StateStoreException>(() => SqliteStateStore.Open(place.File));

        Assert.Equal("Busy", error.Code);
        // A command waits 4 s for a lock; the service itself 30.
        Assert.InRange(clock.Elapsed, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(25));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    [Fault("state-damaged")]
    public async Task Overwritten_bytes_are_an_error_of_the_store_that_says_how_to_restore(int seed)
    {
        using (var store = SqliteStateStore.Open(place.File))
        {
            for (var i = 0; i < 40; i++)
            {
                await store.CommitAsync("p", [RowWrite.Insert($"k{i:00}", 1, DateTimeOffset.UnixEpoch, new byte[300])], Cancel);
            }
        }

        var whole = await File.ReadAllBytesAsync(place.File, Cancel);
        var random = new Random(seed);
        for (var round = 0; round < 60; round++)
        {
            var bytes = (byte[])whole.Clone();
            random.NextBytes(bytes.AsSpan(random.Next(bytes.Length - 64), random.Next(1, 64)));
            await File.WriteAllBytesAsync(place.File, bytes, Cancel);
            await UseAsync();
            foreach (var beside in new[] { place.File + "-wal", place.File + "-shm" })
            {
                File.Delete(beside);
            }
        }
    }

    [Fact]
    public async Task A_lost_counter_is_damage_and_no_fault_of_the_program()
    {
        using var store = SqliteStateStore.Open(place.File);
        await using (var connection = place.Connect())
        {
            await using var command = connection.CreateCommand();
            command.CommandText = "DELETE FROM counter";
            await command.ExecuteNonQueryAsync(Cancel);
        }

        var error = await Assert.ThrowsAsync<StateStoreException>(() =>
            store.CommitAsync("p", [RowWrite.Insert("k", 1, DateTimeOffset.UnixEpoch, default)], Cancel)
        );

        Assert.Equal("Corrupt", error.Code);
        Assert.Contains("restore a copy", error.Message, StringComparison.Ordinal);
    }

    private async Task UseAsync()
    {
        try
        {
            using var store = SqliteStateStore.Open(place.File);
            await store.QueryAsync(new RowQuery("p", "a", "z", null), Cancel);
            await store.GetAsync("p", "k07", Cancel);
            await store.CommitAsync("p", [RowWrite.Put("k08", 1, DateTimeOffset.UnixEpoch, new byte[9])], Cancel);
        }
        catch (StateStoreException)
        {
            // Damage that is noticed; any other exception fails the test.
        }
    }
}
