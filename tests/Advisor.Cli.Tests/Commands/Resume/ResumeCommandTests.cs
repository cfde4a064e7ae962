using Advisor.Lab.LocalAzure;
using Advisor.Service.Store;
using Advisor.Service.Store.Sqlite;
using Advisor.Service.Store.Tables;
using Advisor.Service.Tick;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Resume;

public sealed class ResumeCommandTests : IDisposable
{
    private static readonly DateTimeOffset Now = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);
    private static readonly PauseMark Stop = new(
        "advisor",
        "3 changes in a row did not come into effect in subscription s.",
        Now.AddHours(-1)
    );
    private readonly TemporaryFolder folder = new();

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_stop_in_the_file_of_watch_is_ended_recorded_and_sent()
    {
        using (var store = SqliteStateStore.Open(Path.Combine(folder.Path, "advisor-state.db")))
        {
            var state = await AdvisorState.OpenAsync(store, 1, Now, Cancel);
            await state.Fleet.PauseAsync(Stop, Cancel);
            await state.ChangeRate.RecordVerificationAsync("s", "a", false, Now, Cancel);
        }

        var run = await RunAsync("--author", "dana", "--reason", "lock removed");

        Assert.Equal(
            (
                ExitCodes.Success,
                "Changes resumed. They were stopped on 2026-01-05 07:00Z by advisor: 3 changes in a row did not come into effect "
                    + "in subscription s.\n",
                ""
            ),
            (run.ExitCode, run.Out, run.Error)
        );
        using var after = SqliteStateStore.Open(Path.Combine(folder.Path, "advisor-state.db"));
        await PlantStopAsync(await AdvisorState.OpenAsync(after, 1, Now, Cancel));
    }

    [Fact]
    public async Task A_stop_in_the_tables_of_the_app_is_ended_where_they_are()
    {
        var (started, reason) = await Azurite.TryStartAsync();
        Assert.SkipWhen(started is null, reason ?? "");
        await using var azurite = started!;
        var store = await TableStateStore.OpenEmulatorAsync(azurite.Tables, Azurite.Account, Azurite.Key, null, Cancel);
        var state = await AdvisorState.OpenAsync(store, AdvisorState.SharedBuckets, Now, Cancel);
        await state.Fleet.PauseAsync(Stop, Cancel);
        await state.ChangeRate.RecordVerificationAsync("s", "a", false, Now, Cancel);

        var run = await RunAsync("--author", "dana", "--reason", "lock removed", "--state", azurite.Tables.AbsoluteUri, "--output", "json");

        Assert.Equal((ExitCodes.Success, ""), (run.ExitCode, run.Error));
        Assert.Equal(
            """{"resumed":true,"stoppedAt":"2026-01-05T07:00:00.0000000Z","stoppedBy":"advisor","stoppedFor":"""
                + "\"3 changes in a row did not come into effect in subscription s.\"}\n",
            run.Out
        );
        await PlantStopAsync(state);
    }

    [Fact]
    public async Task Without_a_stop_it_says_so_and_changes_nothing()
    {
        using (var store = SqliteStateStore.Open(Path.Combine(folder.Path, "advisor-state.db")))
        {
            await AdvisorState.OpenAsync(store, 1, Now, Cancel);
        }

        Assert.Equal("Changes are not stopped.\n", (await RunAsync("--author", "dana", "--reason", "x")).Out);
        Assert.Equal("""{"resumed":false}""" + "\n", (await RunAsync("--author", "dana", "--reason", "x", "-o", "json")).Out);
    }

    [Fact]
    public async Task Who_and_why_are_needed()
    {
        Assert.Equal(ExitCodes.Usage, (await RunAsync("--author", "dana")).ExitCode);
        var run = await RunAsync("--author", "dana", "--reason", " ");
        Assert.Equal((ExitCodes.Usage, "advisor: --reason must be a text of 1 to 500 characters.\n"), (run.ExitCode, run.Error));
    }

    public void Dispose() => folder.Dispose();

    /// <summary>No stop any more, one record of its end, one message, and a count that begins at zero.</summary>
    private static async Task PlantStopAsync(AdvisorState state)
    {
        Assert.Null(await state.Fleet.FindPauseAsync(Cancel));
        Assert.Equal(new ResumeMark("dana", "lock removed", Now, Stop), Assert.Single(await state.Fleet.ListResumesAsync(Cancel)));
        Assert.StartsWith("applying-resumed/", Assert.Single(await state.Outbox.ListOpenAsync(10, Cancel)).Id, StringComparison.Ordinal);
        Assert.Equal(1, await state.ChangeRate.RecordVerificationAsync("s", "b", false, Now, Cancel));
    }

    private Task<CliResult> RunAsync(params string[] args) =>
        CliResult.RunAsync(["resume", .. args], cli => cli with { Folder = folder.Path, Time = new ManualTimeProvider(Now) }, Cancel);
}
