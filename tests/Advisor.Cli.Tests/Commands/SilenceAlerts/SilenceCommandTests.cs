using System.Text.Json;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Lab.LocalAzure;
using Advisor.Service.Evaluation;
using Advisor.Service.Store;
using Advisor.Service.Store.Sqlite;
using Advisor.Service.Store.Tables;
using Advisor.Tests;
using Microsoft.Data.Sqlite;

namespace Advisor.Cli.Tests.Commands.SilenceAlerts;

public sealed class SilenceCommandTests : IDisposable
{
    private static readonly DateTimeOffset Now = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);

    private readonly TemporaryFolder folder = new();

    public SilenceCommandTests()
    {
        using var store = SqliteStateStore.Open(State);
    }

    private string State => Path.Combine(folder.Path, "advisor-state.db");

    [Fact]
    public async Task A_file_that_another_process_holds_ends_the_command_before_a_person_gives_up()
    {
        await RunAsync("silence", "list"); // makes the state
        using var other = new SqliteConnection($"Data Source={State};Pooling=False");
        other.Open();
        using var writing = other.BeginTransaction(deferred: false);

        // The command waits for 4 s; a tick of watch waits for 30 s.
        var patience = TimeSpan.FromSeconds(20);
        var result = await RunAsync("silence", "add", "--match", "team=chat", "--for", "2h", "--author", "dana", "--reason", "load test")
            .WaitAsync(patience, TestContext.Current.CancellationToken);

        Assert.Equal(ExitCodes.Unreachable, result.ExitCode);
        Assert.Equal($"advisor: the state: {State}: another process has locked the file for too long. Try again.\n", result.Error);
    }

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
            "@dana", // not a file with further arguments
            "--reason",
            "load test"
        );
        Assert.Equal((ExitCodes.Success, ""), (added.ExitCode, added.Error));
        var id = added.Out[..12];
        Assert.Equal($"{id}  active  until 2026-01-05 10:00Z  alert=serverLoad, team=chat  by @dana: load test\n", added.Out);
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

    [Theory]
    [InlineData("Specify either --for or --until.", "team=chat", "dana", "x", "", "")]
    [InlineData("Specify either --for or --until.", "team=chat", "dana", "x", "1h", "2027-01-01T00:00Z")]
    [InlineData("--for must be a duration such as 30m, 2h or 3d, not 'long'.", "team=chat", "dana", "x", "long", "")]
    [InlineData("--until must be a time with its offset", "team=chat", "dana", "x", "", "tomorrow")]
    [InlineData("a silence must end in the future, at most 90 days", "team=chat", "dana", "x", "", "2026-01-05T07:59Z")]
    [InlineData("a silence must end in the future, at most 90 days", "team=chat", "dana", "x", "91d", "")]
    [InlineData("--match must be LABEL=VALUE, each label once", "chat", "dana", "x", "1h", "")]
    [InlineData("--match: A silence cannot match 'colour'", "colour=red", "dana", "x", "1h", "")]
    [InlineData("--match: unknown alert 'oversized'; did you mean 'oversize'?", "alert=oversized", "dana", "x", "1h", "")]
    [InlineData("--author must be a text of 1 to 500 characters.", "team=chat", " ", "x", "1h", "")]
    public async Task A_wrong_command_line_is_one_line_that_says_why(
        string reason,
        string match,
        string author,
        string text,
        string duration,
        string until
    )
    {
        string[] end =
        [
            .. duration.Length > 0 ? ["--for", duration] : (string[])[],
            .. until.Length > 0 ? ["--until", until] : (string[])[],
        ];
        var run = await RunAsync(["silence", "add", "--match", match, "--author", author, "--reason", text, .. end]);
        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.StartsWith("advisor: " + reason, run.Error, StringComparison.Ordinal);
        Assert.Single(run.Error.TrimEnd('\n').Split('\n'));
    }

    [Theory]
    [InlineData("silence", "list")]
    [InlineData("silence", "add", "--match", "alert=noData", "--for", "1h", "--author", "dana", "--reason", "x")]
    [InlineData("silence", "end", "abc")]
    [InlineData("snooze", "chat", "--reason", "x")]
    [InlineData("resume", "--author", "dana", "--reason", "x")]
    public async Task Without_sign_in_one_line_says_so(params string[] command)
    {
        // The sign-in comes before any request; who has signed in here by a tool would get further.
        Assert.SkipWhen(
            (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator).Any(path => File.Exists(Path.Combine(path, "az"))),
            "the Azure CLI may be signed in"
        );
        var run = await RunAsync([.. command, "--state", "https://account.table.core.windows.net"]);

        Assert.Equal(ExitCodes.NotAuthorized, run.ExitCode);
        Assert.Matches("^advisor: the state: (No Azure credentials|Signing in to Azure failed).*: .* az login[^\n]*\n$", run.Error);
    }

    [Fact]
    public async Task A_silence_that_is_not_there_and_a_state_that_is_not_there_are_said_so()
    {
        var unknown = await RunAsync("silence", "end", "abc");
        Assert.Equal(
            (ExitCodes.NotFound, "advisor: silence 'abc' not found: 'advisor silence list --all' shows them.\n"),
            (unknown.ExitCode, unknown.Error)
        );
        var elsewhere = await RunAsync("silence", "end", "abc", "--state", State);
        Assert.Equal($"advisor: silence 'abc' not found: 'advisor silence list --all --state {State}' shows them.\n", elsewhere.Error);
        var none = await RunAsync("silence", "list", "--state", "other.db");
        Assert.Equal(ExitCodes.InvalidInput, none.ExitCode);
        Assert.StartsWith("advisor: state 'other.db' not found", none.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(Path.Combine(folder.Path, "other.db")));
    }

    [Theory]
    [InlineData(
        "http://127.0.0.1:1/devstoreaccount1",
        ExitCodes.Unreachable,
        "the state: The table service http://127.0.0.1:1/devstoreaccount1 cannot be reached"
    )]
    [InlineData("http://account.table.core.windows.net", ExitCodes.Usage, "the address of a table service must begin with https://")]
    [InlineData(
        "https://account.table.core.windows.net/?sv=2024&sig=T0PS3CRET",
        ExitCodes.Usage,
        "the address of a table service must be scheme and host alone, without a key or signature"
    )]
    public async Task A_table_service_that_cannot_be_used_is_one_line(string place, int code, string expected)
    {
        var run = await RunAsync("silence", "list", "--state", place);

        Assert.Equal(code, run.ExitCode);
        Assert.StartsWith("advisor: " + expected, run.Error, StringComparison.Ordinal);
        Assert.Single(run.Error.TrimEnd('\n').Split('\n'));
        Assert.DoesNotContain("T0PS3CRET", run.Error, StringComparison.Ordinal);
    }

    private const string Group = "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/";

    [Fact]
    public async Task Teams_and_channels_are_those_of_the_configuration_where_it_has_any()
    {
        folder.Write(
            "advisor.yaml",
            "channels:\n  - name: log\n    type: console\nteams:\n  - name: chat\n    channels: [log]\nroutes:\n  - team: chat\n"
        );

        foreach (
            var (match, reason) in new[]
            {
                ("team=chatt", "unknown team 'chatt'; did you mean 'chat'?"),
                ("channel=pager", "unknown channel 'pager'; known: log."),
            }
        )
        {
            var run = await RunAsync("silence", "add", "--match", match, "--for", "1h", "--author", "dana", "--reason", "x");
            Assert.Equal((ExitCodes.Usage, $"advisor: --match: {reason}\n"), (run.ExitCode, run.Error));
        }

        Assert.Equal(
            ExitCodes.Success,
            (await RunAsync("silence", "add", "--match", "team=chat", "--for", "1h", "--author", "dana", "--reason", "x")).ExitCode
        );
    }

    [Fact]
    public async Task Names_of_other_rules_and_another_configuration_are_silenced_where_these_are_given()
    {
        var alerts = await File.ReadAllTextAsync(RepositoryFiles.GetPath("rules", "alerts.yaml"), TestContext.Current.CancellationToken);
        folder.Write("own/alerts.yaml", alerts.Replace("id: unreadableTag", "id: wrongTag", StringComparison.Ordinal));
        folder.Write(
            "advisor.yaml",
            "channels: [{ name: log, type: console }]\nteams: [{ name: chat, channels: [log] }]\nroutes: [{ team: chat }]\n"
        );
        folder.Write(
            "other.yaml",
            "channels: [{ name: log, type: console }]\nteams: [{ name: live, channels: [log] }]\nroutes: [{ team: live }]\n"
        );

        string[] silence = ["silence", "add", "--match", "team=live", "--match", "alert=wrongTag", "--for", "1h"];
        string[] why = ["--author", "dana", "--reason", "x"];
        var run = await RunAsync([.. silence, .. why, "--config", "other.yaml", "--rules", "own"]);

        Assert.Equal((ExitCodes.Success, ""), (run.ExitCode, run.Error));
        Assert.Equal(ExitCodes.Usage, (await RunAsync([.. silence, .. why, "--config", "other.yaml"])).ExitCode);
        Assert.Equal(ExitCodes.Usage, (await RunAsync([.. silence, .. why, "--rules", "own"])).ExitCode);
    }

    [Fact]
    public async Task A_resource_that_is_not_monitored_is_silenced_with_a_warning()
    {
        var run = await RunAsync(
            "silence",
            "add",
            "--match",
            "resource=/subscriptions/s/chat",
            "--for",
            "1h",
            "--author",
            "dana",
            "--reason",
            "x"
        );

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.StartsWith(
            "advisor: warning: no monitored resource currently has the id '/subscriptions/s/chat'",
            run.Error,
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData(
        "resource=/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chatt",
        $"no monitored resource currently has the id '{Group}chatt': did you mean {Group}chat?"
    )]
    [InlineData("team=nosuch", "no monitored resource currently belongs to the team 'nosuch': it takes effect once one is discovered")]
    [InlineData("region=westeurop", "no monitored resource is currently in the region 'westeurop': did you mean westeurope?")]
    [InlineData("region=japaneast", "no monitored resource is currently in the region 'japaneast': it takes effect once one is discovered")]
    [InlineData($"resource={Group}CHAT", null)]
    [InlineData("region=WestEurope", null)]
    public async Task What_matches_nothing_today_is_silenced_with_a_warning_that_names_the_nearest(string match, string? warning)
    {
        await SaveChatAsync();

        var run = await RunAsync("silence", "add", "--match", match, "--for", "1h", "--author", "dana", "--reason", "x");

        Assert.Equal((ExitCodes.Success, warning is null ? "" : $"advisor: warning: {warning}\n"), (run.ExitCode, run.Error));
    }

    [Theory]
    [InlineData("CHAT", ExitCodes.Success, $"advisor: 'CHAT' is {Group}chat.\n", $"resource={Group}chat")]
    [InlineData("chatt", ExitCodes.NotFound, "advisor: the state has no resource 'chatt'; did you mean 'chat'?\n", "No silences.")]
    public async Task A_resource_is_silenced_by_its_name_and_a_name_that_the_state_does_not_have_is_not_found(
        string name,
        int code,
        string error,
        string listed
    )
    {
        await SaveChatAsync();

        var run = await RunAsync("silence", "add", "--match", $"resource={name}", "--for", "1h", "--author", "dana", "--reason", "x");

        Assert.Equal((code, error), (run.ExitCode, run.Error));
        Assert.Contains(listed, (await RunAsync("silence", "list")).Out, StringComparison.Ordinal);
    }

    private async Task SaveChatAsync()
    {
        using (var store = SqliteStateStore.Open(Path.Combine(folder.Path, "advisor-state.db")))
        {
            var state = await AdvisorState.OpenAsync(store, 1, Now, TestContext.Current.CancellationToken);
            var chat = SampleResource.CreateWithId(Group + "chat");
            await state.BeginCommit(chat.Id).Save(Snapshot.Create(chat, Now)).RunAsync(TestContext.Current.CancellationToken);
        }
    }
}
