using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using Advisor.Cli.Tests.World;
using Advisor.Service.Store;
using Advisor.Service.Store.Sqlite;
using Advisor.Service.Tests.World;
using Advisor.Tests;
using Microsoft.Data.Sqlite;

namespace Advisor.Cli.Tests.Commands.Watch;

/// <summary>
/// <c>advisor watch</c> whose state file is held by another, may not be written, or is on a full disk: one line that says what to do, and
/// an exit code.
/// </summary>
public sealed class StateFileFaultTests : IDisposable
{
    private readonly TemporaryFolder folder = new();
    private readonly ConcurrentQueue<string> said = new();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    private string StateFile => Path.Combine(folder.Path, "state.db");

    [Fact]
    public async Task A_file_that_another_process_holds_at_the_start_is_one_line()
    {
        SqliteStateStore.Open(StateFile).Dispose();
        using var other = Hold(StateFile);

        var run = await WatchHereAsync(StateFile);

        Assert.Equal(
            (ExitCodes.Unreachable, "", $"advisor: the state: {StateFile}: another process has locked the file for too long. Try again.\n"),
            (run.ExitCode, run.Out, run.Error)
        );
    }

    [Fact]
    public async Task A_new_state_in_a_file_that_was_empty_is_a_warning_once()
    {
        await File.WriteAllTextAsync(StateFile, "", Cancellation);

        var warning = $"advisor: warning: {StateFile} was empty: Advisor begins a new state in it.";
        Assert.Contains(warning, (await WatchHereAsync(StateFile)).Error, StringComparison.Ordinal);
        Assert.DoesNotContain(warning, (await WatchHereAsync(StateFile)).Error, StringComparison.Ordinal);
    }

    [Fact]
    [Fault("state-locked")]
    public async Task A_file_locked_by_another_process_for_a_while_costs_ticks_and_is_reported_once()
    {
        using var store = SqliteStateStore.Open(StateFile, TimeSpan.FromSeconds(1));
        var world = new ServiceWorld(store);
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        var loop = new Advisor.Service.Tick.WatchLoop(
            new Advisor.Service.AdvisorService(await world.CreateDependenciesAsync(), [world.Channel]),
            world.Clock,
            said.Enqueue
        );
        using (Hold(StateFile))
        {
            Assert.Null(await loop.TickAsync(Cancellation));
            Assert.Null(await loop.TickAsync(Cancellation));
        }

        Assert.EndsWith(
            $"The state could not be reached: {StateFile}: another process has locked the file for too long. Try again.",
            Assert.Single(said),
            StringComparison.Ordinal
        );
        for (var tick = 0; tick < 8; tick++)
        {
            world.Clock.Advance(TimeSpan.FromMinutes(1));
            Assert.NotNull(await loop.TickAsync(Cancellation));
        }

        // 2,600 connections need 3 units: scaled out once.
        Assert.Equal((1, 3), (world.Azure.Patches.Count, chat.GetUnits(world.Clock.GetUtcNow())));
    }

    [Fact]
    public async Task A_file_that_may_not_be_written_is_one_line()
    {
        if (OperatingSystem.IsWindows())
        {
            Assert.Skip("rights are taken with chmod");
            return;
        }

        var under = await CommandPrefix.GiveUpWritingAsync(Cancellation);
        SqliteStateStore.Open(StateFile).Dispose();
        File.SetUnixFileMode(StateFile, UnixFileMode.UserRead);
        File.SetUnixFileMode(folder.Path, UnixFileMode.UserRead | UnixFileMode.UserExecute);

        var code = await RunAsync(under, "watch", "--local", "--once", "--state", StateFile);

        File.SetUnixFileMode(folder.Path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        Assert.Equal(
            $"advisor: the state: {StateFile} cannot be opened for writing. Let the user that runs Advisor write "
                + "the file and its folder, or use another path.",
            Assert.Single(said)
        );
        Assert.Equal(ExitCodes.NotAuthorized, code); // as the commands that write the state exit
    }

    [Fact]
    public async Task A_file_that_may_not_be_written_is_read_by_the_commands_that_read()
    {
        if (OperatingSystem.IsWindows())
        {
            Assert.Skip("rights are taken with chmod");
            return;
        }

        var under = await CommandPrefix.GiveUpWritingAsync(Cancellation);
        using (var store = SqliteStateStore.Open(StateFile))
        {
            await AdvisorState.OpenAsync(store, 1, DateTimeOffset.UnixEpoch, Cancellation);
        }

        File.SetUnixFileMode(StateFile, UnixFileMode.UserRead);
        File.SetUnixFileMode(folder.Path, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        try
        {
            Assert.Equal(ExitCodes.Success, await RunAsync(under, "silence", "list", "--state", StateFile));
            Assert.Equal(["No silences."], said);
            Assert.Equal(ExitCodes.Success, await RunAsync(under, "state", "check", "--state", StateFile));
            Assert.Contains("1 row, all readable.", said);
            string[] add = [.. "silence add --match team=x --for 1h --author a --reason b --state".Split(' '), StateFile];
            Assert.Equal(ExitCodes.NotAuthorized, await RunAsync(under, add));
            Assert.Contains(said, line => line.Contains("cannot be opened for writing", StringComparison.Ordinal));
        }
        finally
        {
            File.SetUnixFileMode(folder.Path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }
    }

    [Fact]
    [Fault("state-disk")]
    public async Task A_full_disk_is_reported_and_work_continues_when_there_is_room_again()
    {
        Assert.SkipUnless(
            OperatingSystem.IsLinux() && System.Environment.IsPrivilegedProcess,
            "a small disk is mounted, which only root may do"
        );
        var disk = Directory.CreateDirectory(Path.Combine(folder.Path, "disk")).FullName;
        Assert.SkipUnless(
            await RunAsync("mount", "-t", "tmpfs", "-o", "size=700k", "none", disk) == 0,
            "a small disk cannot be mounted here"
        );
        try
        {
            var file = Path.Combine(disk, "state.db");
            SqliteStateStore.Open(file).Dispose();
            await FillAsync(Path.Combine(disk, "ballast"));
            var full = await WatchHereAsync(file);
            Assert.Equal((ExitCodes.Unreachable, ""), (full.ExitCode, full.Out));
            Assert.EndsWith(
                $"{file}: its disk is full. Free some space: what was written before is kept. Then start Advisor again.\n",
                full.Error,
                StringComparison.Ordinal
            );
            Assert.Single(full.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries));

            File.Delete(Path.Combine(disk, "ballast"));
            await RunAsync("mount", "-o", "remount,size=20m", disk);
            var freed = await WatchHereAsync(file);
            Assert.Equal(ExitCodes.Success, freed.ExitCode);
            Assert.Contains("hot-chat: scale out to Standard_S1 x 3", freed.Out, StringComparison.Ordinal);
        }
        finally
        {
            await RunAsync("umount", "-l", disk);
        }
    }

    [Fact]
    [Fault("state-disk")]
    public async Task A_disk_that_fills_up_is_reported_once_and_ends_nothing_and_with_room_it_goes_on_where_this_user_may_mount_one()
    {
        Assert.SkipUnless(
            OperatingSystem.IsLinux() && System.Environment.IsPrivilegedProcess,
            "a small disk is mounted, which only root may do"
        );
        var disk = Directory.CreateDirectory(Path.Combine(folder.Path, "disk")).FullName;
        Assert.SkipUnless(
            await RunAsync("mount", "-t", "tmpfs", "-o", "size=20m", "none", disk) == 0,
            "a small disk cannot be mounted here"
        );
        try
        {
            var (file, ballast) = (Path.Combine(disk, "state.db"), Path.Combine(disk, "ballast"));
            using var process = AdvisorProcess.Start(["watch", "--local", "--interval", "5", "--state", file], said.Enqueue, said.Enqueue);
            await Until.WaitAsync(() =>
                said.Any(line => line.Contains("hot-chat: scale out", StringComparison.Ordinal)) || process.HasExited
            );
            await FillAsync(ballast);
            await Until.WaitAsync(() =>
                said.Any(line =>
                    line.Contains($"{file}: its disk is full.", StringComparison.Ordinal)
                    && line.EndsWith("Advisor continues by itself.", StringComparison.Ordinal)
                ) || process.HasExited
            );
            await FillAsync(Path.Combine(disk, "more"));
            Assert.False(process.HasExited, string.Join(System.Environment.NewLine, said));

            // It goes on deciding: what should change is said, and that nothing is applied meanwhile.
            await Until.WaitAsync(() =>
                said.Any(line => line.EndsWith("neither recorded nor applied until the state can be written.", StringComparison.Ordinal))
                || process.HasExited
            );
            Assert.False(process.HasExited, string.Join(System.Environment.NewLine, said));

            File.Delete(ballast);
            File.Delete(Path.Combine(disk, "more"));
            var freed = DateTimeOffset.UtcNow;
            using var store = SqliteStateStore.Open(file);
            var state = await Advisor.Service.Store.AdvisorState.OpenAsync(store, 1, freed, Cancellation);
            await Until.WaitAsync(() =>
                state.Fleet.FindHeartbeatAsync(Cancellation).GetAwaiter().GetResult()?.CompletedAt > freed || process.HasExited
            );

            Assert.False(process.HasExited, string.Join(System.Environment.NewLine, said));
            process.Kill();
            await process.WaitForExitAsync(Cancellation);
        }
        finally
        {
            await RunAsync("umount", "-l", disk);
        }
    }

    public void Dispose() => folder.Dispose();

    private static SqliteConnection Hold(string file)
    {
        var connection = new SqliteConnection($"Data Source={file};Pooling=False");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = "BEGIN EXCLUSIVE";
        command.ExecuteNonQuery();
        return connection;
    }

    private static async Task FillAsync(string file)
    {
        await using var ballast = new FileStream(file, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 0);
        try
        {
            while (true)
            {
                await ballast.WriteAsync(new byte[4096], Cancellation);
            }
        }
        catch (IOException)
        {
            // Full.
        }
    }

    private static async Task<int> RunAsync(string program, params string[] arguments)
    {
        using var process = Process.Start(program, arguments);
        await process.WaitForExitAsync(Cancellation);
        return process.ExitCode;
    }

    private static Task<CliResult> WatchHereAsync(string file) =>
        CliResult.RunAsync(["watch", "--local", "--once", "--state", file], cancellation: Cancellation);

    private async Task<int> RunAsync(string[] under, params string[] arguments)
    {
        using var process = AdvisorProcess.Start(
            arguments,
            said.Enqueue,
            said.Enqueue,
            new Dictionary<string, string> { ["DOTNET_EnableDiagnostics"] = "0", ["HOME"] = folder.Path },
            under
        );
        await process.WaitForExitAsync(Cancellation);
        return process.ExitCode;
    }
}
