using System.IO.Pipes;
using Advisor.Lab.LocalAzure;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Service.Store.Sqlite;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.State;

public sealed class StateCommandTests : IDisposable
{
    private static readonly DateTimeOffset Now = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);
    private readonly TemporaryFolder folder = new();

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_state_goes_to_the_tables_of_the_app_and_back_unchanged()
    {
        var (started, reason) = await Azurite.TryStartAsync();
        Assert.SkipWhen(started is null, reason ?? "");
        await using var azurite = started!;
        await CreateStateAsync("advisor-state.db");

        var exported = await RunAsync("export", "state.jsonl");
        var imported = await RunAsync("import", "state.jsonl", "--state", azurite.Tables.AbsoluteUri);
        var back = await RunAsync("export", "--state", azurite.Tables.AbsoluteUri);

        // The layout and the stop.
        Assert.Equal((ExitCodes.Success, "", "2 rows exported to state.jsonl.\n"), (exported.ExitCode, exported.Out, exported.Error));
        Assert.Equal((ExitCodes.Success, "", "2 rows imported from state.jsonl.\n"), (imported.ExitCode, imported.Out, imported.Error));
        Assert.Equal((ExitCodes.Success, ""), (back.ExitCode, back.Error));
        Assert.Equal(await File.ReadAllTextAsync(Path.Combine(folder.Path, "state.jsonl"), Cancel), back.Out);
        var again = await RunAsync("import", "state.jsonl", "--state", azurite.Tables.AbsoluteUri);
        Assert.Equal(
            (ExitCodes.InvalidInput, "advisor: the state: there is a state already; import into a new one\n"),
            (again.ExitCode, again.Error)
        );
    }

    [Fact]
    public async Task A_state_is_checked_row_by_row()
    {
        await CreateStateAsync("advisor-state.db");

        var sound = await RunAsync("check");
        using (var store = SqliteStateStore.Open(Path.Combine(folder.Path, "advisor-state.db")))
        {
            await store.CommitAsync("fleet", [RowWrite.Put("pause", 9, Now, default)], Cancel);
        }

        var damaged = await RunAsync("check");
        var json = await RunAsync("check", "--output", "json");

        Assert.Equal(
            (ExitCodes.Success, "        1  layouts\n        1  marks\n2 rows, all readable.\n", ""),
            (sound.ExitCode, sound.Out, sound.Error)
        );
        const string problem = "The pause in row fleet/pause has version 9; this program reads version 1. Update Advisor.";
        Assert.Equal(
            (ExitCodes.InvalidInput, $"        1  layouts\n        1  marks\n2 rows, 1 of them not readable:\n  {problem}\n"),
            (damaged.ExitCode, damaged.Out)
        );
        Assert.Equal(ExitCodes.InvalidInput, json.ExitCode);
        Assert.Contains("\"damaged\": 1", json.Out, StringComparison.Ordinal);
        Assert.Contains(problem, json.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_check_of_an_empty_file_says_so_and_leaves_it_empty()
    {
        var file = folder.Write("advisor-state.db", "");

        var check = await RunAsync("check");

        Assert.Equal((ExitCodes.InvalidInput, ""), (check.ExitCode, check.Out));
        Assert.Contains("is empty: it becomes a state with the first tick", check.Error, StringComparison.Ordinal);
        Assert.Equal(0, new FileInfo(file).Length);
    }

    [Fact]
    public async Task An_export_to_a_hyphen_is_one_to_standard_output()
    {
        await CreateStateAsync("advisor-state.db");

        var plain = await RunAsync("export");
        var hyphen = await RunAsync("export", "-");

        Assert.Equal((ExitCodes.Success, plain.Out, ""), (hyphen.ExitCode, hyphen.Out, hyphen.Error));
        Assert.False(File.Exists(Path.Combine(folder.Path, "-")));
    }

    [Fact]
    public async Task An_export_is_for_its_owner_alone_and_overwrites_nothing()
    {
        await CreateStateAsync("advisor-state.db");
        await RunAsync("export", "state.jsonl");

        var again = await RunAsync("export", "state.jsonl");

        Assert.Equal((ExitCodes.InvalidInput, "advisor: 'state.jsonl' exists already: name a new file.\n"), (again.ExitCode, again.Error));
        Assert.Equal(["advisor-state.db", "state.jsonl"], Directory.GetFiles(folder.Path).Select(Path.GetFileName).Order());
        if (!OperatingSystem.IsWindows())
        {
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(Path.Combine(folder.Path, "state.jsonl")));
        }
    }

    [Fact]
    public async Task An_export_into_a_folder_that_is_missing_is_one_line()
    {
        await CreateStateAsync("advisor-state.db");

        var missing = await RunAsync("export", Path.Combine("backup", "state.jsonl"));

        Assert.Equal(ExitCodes.InvalidInput, missing.ExitCode);
        Assert.StartsWith("advisor: 'backup/state.jsonl' cannot be written: ", missing.Error.Replace('\\', '/'), StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_import_says_which_rows_this_version_cannot_read()
    {
        await CreateStateAsync("advisor-state.db");
        using (var store = SqliteStateStore.Open(Path.Combine(folder.Path, "advisor-state.db")))
        {
            await store.CommitAsync("fleet", [RowWrite.Put("pause", 9, Now, default)], Cancel);
        }

        await RunAsync("export", "state.jsonl");
        var run = await RunAsync("import", "state.jsonl", "--state", "new.db");

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Matches(
            "^2 rows imported from state.jsonl.\nadvisor: warning: 1 of them cannot be read. The first: .* has version 9; "
                + "this program reads version 1.* 'advisor state check --state new.db' names them.\n$",
            run.Error
        );
    }

    [Fact]
    public async Task A_damaged_file_leaves_no_state_behind()
    {
        await CreateStateAsync("advisor-state.db");
        await RunAsync("export", "state.jsonl");
        var lines = await File.ReadAllLinesAsync(Path.Combine(folder.Path, "state.jsonl"), Cancel);
        await File.WriteAllLinesAsync(Path.Combine(folder.Path, "cut.jsonl"), lines[..^1], Cancel);

        var cut = await RunAsync("import", "cut.jsonl", "--state", "new.db");
        var missing = await RunAsync("import", "no.jsonl", "--state", "new.db");

        Assert.Equal(
            (
                ExitCodes.InvalidInput,
                "advisor: 'cut.jsonl': The file ends after 2 rows, without its last line: the export did not finish.\n"
            ),
            (cut.ExitCode, cut.Error)
        );
        Assert.Equal(ExitCodes.InvalidInput, missing.ExitCode);
        Assert.False(File.Exists(Path.Combine(folder.Path, "new.db")));
    }

    [Fact]
    public async Task A_pipe_is_refused_since_the_file_is_read_twice()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the path of a pipe is one of /proc");
        using var pipe = new AnonymousPipeServerStream(PipeDirection.Out);
        var path = $"/proc/self/fd/{pipe.GetClientHandleAsString()}";
        await pipe.WriteAsync("{}\n"u8.ToArray(), Cancel);

        var run = await RunAsync("import", path, "--state", "new.db");

        Assert.Equal(
            (ExitCodes.InvalidInput, $"advisor: '{path}': It is a pipe, and is read twice: write it to a file first.\n"),
            (run.ExitCode, run.Error)
        );
        Assert.False(File.Exists(Path.Combine(folder.Path, "new.db")));
    }

    [Fact]
    public async Task Without_a_state_there_is_nothing_to_check_or_export()
    {
        foreach (var command in new[] { "check", "export" })
        {
            var run = await RunAsync(command);
            Assert.Equal((ExitCodes.InvalidInput, ""), (run.ExitCode, run.Out));
            Assert.StartsWith("advisor: state 'advisor-state.db' not found", run.Error, StringComparison.Ordinal);
        }
    }

    public void Dispose() => folder.Dispose();

    private async Task CreateStateAsync(string file)
    {
        using var store = SqliteStateStore.Open(Path.Combine(folder.Path, file));
        var state = await AdvisorState.OpenAsync(store, 1, Now, Cancel);
        await state.Fleet.PauseAsync(new PauseMark("advisor", "3 changes in a row did not come into effect.", Now), Cancel);
    }

    private Task<CliResult> RunAsync(params string[] args) =>
        CliResult.RunAsync(["state", .. args], cli => cli with { Folder = folder.Path, Time = new ManualTimeProvider(Now) }, Cancel);
}
