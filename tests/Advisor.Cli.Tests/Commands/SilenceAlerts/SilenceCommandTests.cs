using System.Text.Json;
using Advisor.LocalAzure;
using Advisor.State;
using Advisor.Storage.Sqlite;
using Advisor.Storage.Tables;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.SilenceAlerts;

public sealed partial class SilenceCommandTests : IDisposable
{
    private static readonly DateTimeOffset Now = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);

    private readonly TemporaryFolder folder = new();

    public SilenceCommandTests()
    {
        using var store = SqliteStateStore.Open(State);
    }

    private string State => Path.Combine(folder.Path, "advisor-state.db");

    [Fact]
    public async Task A_silence_is_added_listed_and_ended()
    {
        var added = await RunAsync(
            "silence",
            "add",
            "--match",
            "team=chat",
            "--match",
            "alert=serverLoad",
            "--for",
            "2h",
            "--author",
            "dana",
            "--reason",
            "load test"
        );
        Assert.Equal((ExitCodes.Success, ""), (added.ExitCode, added.Error));
        var id = added.Out[..12];
        Assert.Equal($"{id}  active  until 2026-01-05 10:00Z  alert=serverLoad, team=chat  by dana: load test\n", added.Out);
        Assert.Equal(added.Out, (await RunAsync("silence", "list")).Out);

        using (var store = SqliteStateStore.Open(State))
        {
            var kept = Assert.Single(
                await (await AdvisorState.OpenAsync(store, 1, Now, TestContext.Current.CancellationToken)).Silences.ListAsync(
                    TestContext.Current.CancellationToken
                )
            );
            Assert.Equal((Now, Now.AddHours(2), "chat"), (kept.Start, kept.End, kept.Matchers["team"]));
        }

        var ended = await RunAsync("silence", "end", id);
        Assert.StartsWith($"{id}  ended   until 2026-01-05 08:00Z", ended.Out, StringComparison.Ordinal);
        Assert.Equal("No silences.\n", (await RunAsync("silence", "list")).Out);
        Assert.Equal(ended.Out, (await RunAsync("silence", "list", "--all")).Out);
        Assert.Equal(ended.Out, (await RunAsync("silence", "end", id)).Out);
    }

    [Fact]
    public async Task Programs_get_JSON()
    {
        await RunAsync(
            "silence",
            "add",
            "--match",
            "region=westeurope",
            "--until",
            "2026-01-05T10:00+01:00",
            "--author",
            "dana",
            "--reason",
            "maintenance"
        );
        using var json = JsonDocument.Parse((await RunAsync("silence", "list", "--output", "json")).Out);
        var silence = Assert.Single(json.RootElement.GetProperty("silences").EnumerateArray());
        Assert.Equal(
            ("active", "westeurope", "2026-01-05T09:00:00.0000000Z"),
            (
                silence.GetProperty("state").GetString(),
                silence.GetProperty("matchers").GetProperty("region").GetString(),
                silence.GetProperty("end").GetString()
            )
        );
    }

    [Fact]
    public async Task Silences_are_kept_in_the_tables_of_the_app_where_it_finds_them()
    {
        var (started, reason) = await Azurite.TryStartAsync();
        Assert.SkipWhen(started is null, reason ?? "");
        await using var azurite = started!;
        string[] state = ["--state", azurite.Tables.AbsoluteUri];

        var added = await RunAsync([
            "silence",
            "add",
            "--match",
            "team=chat",
            "--for",
            "2h",
            "--author",
            "dana",
            "--reason",
            "load test",
            .. state,
        ]);
        Assert.Equal((ExitCodes.Success, ""), (added.ExitCode, added.Error));
        Assert.Equal(added.Out, (await RunAsync(["silence", "list", .. state])).Out);

        var store = await TableStateStore.OpenEmulatorAsync(
            azurite.Tables,
            Azurite.Account,
            Azurite.Key,
            null,
            TestContext.Current.CancellationToken
        );
        var opened = await AdvisorState.OpenAsync(store, AdvisorState.SharedBuckets, Now, TestContext.Current.CancellationToken);
        var kept = Assert.Single(await opened.Silences.ListAsync(TestContext.Current.CancellationToken));
        Assert.Equal((added.Out[..12], Now.AddHours(2), "dana"), (kept.Id, kept.End, kept.Author));

        Assert.Contains("ended", (await RunAsync(["silence", "end", kept.Id, .. state])).Out, StringComparison.Ordinal);
        Assert.Equal("No silences.\n", (await RunAsync(["silence", "list", .. state])).Out);
    }

    public void Dispose() => folder.Dispose();

    private Task<CliResult> RunAsync(params string[] args) =>
        CliResult.RunAsync(
            args,
            cli => cli with { Folder = folder.Path, Time = new ManualTimeProvider(Now) },
            TestContext.Current.CancellationToken
        );
}
