using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Lab.LocalAzure;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation;
using Advisor.Service.Store;
using Advisor.Service.Store.Sqlite;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Pause;

public sealed class PauseCommandTests : IDisposable
{
    private const string Chat = "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat";
    private const string East = Chat + "/replicas/east";

    // A Monday.
    private static readonly DateTimeOffset Now = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);
    private readonly TemporaryFolder folder = new();
    private DateTimeOffset now = Now;

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(Chat)]
    [InlineData("CHAT")]
    public async Task A_resource_is_paused_until_a_time_by_id_or_by_name_and_resumed(string resource)
    {
        await RememberAsync();

        var run = await RunAsync(resource, "--until", "34h", "--direction", "scaleIn", "--reason", "load test", "--author", "dana");

        Assert.Equal((ExitCodes.Success, $"{Chat}: scale-in paused until Tue 18:00 UTC.\n", ""), (run.ExitCode, run.Out, run.Error));
        var pause = (await FindPauseAsync())!;
        Assert.Equal(
            (PausedScaling.ScaleIn, "dana", "load test", Now.AddHours(34)),
            (pause.Scaling, pause.Author, pause.Reason, pause.Until)
        );

        Assert.Equal($"{Chat} is no longer paused.\n", (await RunAsync(resource, "--end", "--reason", "done")).Out);
        Assert.Null(await FindPauseAsync());
        Assert.Equal($"{Chat} was not paused or pinned by a person.\n", (await RunAsync(resource, "--end", "--reason", "done")).Out);
    }

    [Fact]
    public async Task A_time_of_day_is_one_of_the_time_zone_of_the_resource()
    {
        await RememberAsync();
        await File.WriteAllTextAsync(Path.Combine(folder.Path, "advisor.yaml"), "defaults: { timeZone: Europe/Berlin }\n", Cancel);

        var run = await RunAsync("chat", "--until", "18:00", "--reason", "load test", "-o", "json");

        Assert.Equal(
            $$"""{"resource":"{{Chat}}","scaling":"all","author":"tester","reason":"load test","until":"2026-01-05T17:00:00.0000000Z"}"""
                + "\n",
            run.Out
        );
    }

    [Fact]
    public async Task A_resource_is_paused_where_advisor_yaml_names_an_alert_of_other_rules()
    {
        await RememberAsync();
        var alerts = await File.ReadAllTextAsync(RepositoryFiles.GetPath("rules", "alerts.yaml"), Cancel);
        folder.Write("own/alerts.yaml", alerts.Replace("id: unreadableTag", "id: wrongTag", StringComparison.Ordinal));
        const string Times = "name: night, days: '*', from: '01:00', to: '02:00', timeZone: UTC";
        folder.Write("advisor.yaml", $"mutes: [{{ {Times}, match: {{ alert: wrongTag }} }}]\n");

        string[] pause = ["chat", "--until", "4h", "--reason", "load test"];

        Assert.Equal(ExitCodes.InvalidInput, (await RunAsync(pause)).ExitCode);
        Assert.Equal(ExitCodes.Success, (await RunAsync([.. pause, "--rules", "own"])).ExitCode);
    }

    [Fact]
    public async Task The_list_has_what_is_in_force_with_who_why_and_until_when()
    {
        await RememberAsync();
        Assert.Equal("No pauses or pins by people.\n", (await RunAsync("list")).Out);

        await RunAsync("chat", "--until", "34h", "--direction", "scaleIn", "--reason", "load test", "--author", "dana");
        var paused = await RunAsync("list");
        var json = await RunAsync("list", "-o", "json");
        await RunPinAsync("chat", "20", "--reason", "opening", "--author", "dana");

        Assert.Equal((ExitCodes.Success, ""), (paused.ExitCode, paused.Error));
        Assert.Equal($"{Chat}  scale-in paused  until 2026-01-06 18:00Z  by dana: load test\n", paused.Out);
        Assert.Equal(
            $$"""
            {
              "pauses": [
                {
                  "resource": "{{Chat}}",
                  "scaling": "scaleIn",
                  "author": "dana",
                  "reason": "load test",
                  "until": "2026-01-06T18:00:00.0000000Z"
                }
              ]
            }

            """,
            json.Out,
            ignoreLineEndingDifferences: true
        );
        Assert.Equal($"{Chat}  pinned at 20 units  without an end  by dana: opening\n", (await RunAsync("list")).Out);
    }

    [Fact]
    public async Task An_ended_pause_is_not_in_the_list()
    {
        await RememberAsync();
        await RunAsync("chat", "--until", "1h", "--reason", "load test");
        now = Now.AddHours(1);

        Assert.Equal("No pauses or pins by people.\n", (await RunAsync("list")).Out);
    }

    [Fact]
    public async Task The_settings_of_a_resource_show_what_a_person_holds_and_deny_nothing_where_the_state_is_not_read()
    {
        await RememberAsync();
        await RunPinAsync("chat", "20", "--until", "34h", "--reason", "opening", "--author", "dana");

        var withState = await RunCommandAsync(["config", "show", "chat", "--state", "advisor-state.db"]);
        var without = await RunCommandAsync(["config", "show", "chat"]);

        Assert.Contains(
            "  pin                  20 units until 2026-01-06 18:00 UTC  by dana: opening\n",
            withState.Out,
            StringComparison.Ordinal
        );
        Assert.Contains("  pause                none                                default\n", withState.Out, StringComparison.Ordinal);
        Assert.Contains("  pin                  none in files or tags              default\n", without.Out, StringComparison.Ordinal);
        Assert.Contains("Add --state FILE|URL to read it.\n", without.Out, StringComparison.Ordinal);
        Assert.DoesNotContain("--state", withState.Out, StringComparison.Ordinal);

        await RunAsync("chat", "--reason", "load test", "--author", "dana");
        var json = await RunCommandAsync(["config", "show", "chat", "--state", "advisor-state.db", "-o", "json"]);
        using var shown = System.Text.Json.JsonDocument.Parse(json.Out);
        Assert.True(shown.RootElement.GetProperty("stateIsRead").GetBoolean());
        var pause = shown.RootElement.GetProperty("settings").EnumerateArray().Single(s => s.GetProperty("name").GetString() == "pause");
        Assert.Equal(
            ("all", "person", "dana: load test"),
            (pause.GetProperty("value").GetString(), pause.GetProperty("from").GetString(), pause.GetProperty("detail").GetString())
        );
    }

    [Fact]
    public async Task A_pause_of_the_file_and_one_by_a_person_are_both_shown()
    {
        await RememberAsync();
        await File.WriteAllTextAsync(Path.Combine(folder.Path, "advisor.yaml"), "defaults: { pause: scaleIn }\n", Cancel);
        await RunAsync("chat", "--direction", "scaleOut", "--reason", "load test", "--author", "dana");

        var run = await RunCommandAsync(["config", "show", "chat", "--state", "advisor-state.db"]);

        Assert.Contains(
            "  pause                scaleIn                            advisor.yaml:1 (defaults)\n",
            run.Out,
            StringComparison.Ordinal
        );
        Assert.Contains(
            "  pause                scaleOut                           by dana: load test\n",
            run.Out,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task The_end_of_a_pause_names_what_the_file_still_pauses()
    {
        const string Remaining = "Scale-in is paused by pause in advisor.yaml until that is removed.";
        await RememberAsync();
        await File.WriteAllTextAsync(Path.Combine(folder.Path, "advisor.yaml"), "defaults: { pause: scaleIn }\n", Cancel);
        await RunAsync("chat", "--reason", "load test");

        Assert.Equal($"{Chat} is no longer paused. {Remaining}\n", (await RunAsync("chat", "--end", "--reason", "done")).Out);
        Assert.Equal(
            $$"""{"resource":"{{Chat}}","resumed":false,"remaining":"{{Remaining}}"}""" + "\n",
            (await RunAsync("chat", "--end", "--reason", "done", "-o", "json")).Out
        );
    }

    [Fact]
    public async Task The_settings_of_a_replica_show_what_holds_for_it_because_of_its_resource()
    {
        await RememberAsync();
        await RememberAsync(East);
        await RunAsync("chat", "--direction", "scaleIn", "--reason", "load test", "--author", "dana");

        var paused = await RunCommandAsync(["config", "show", "chat/east", "--state", "advisor-state.db"]);
        await RunPinAsync("chat", "20", "--until", "34h", "--reason", "opening", "--author", "dana");
        var pinned = await RunCommandAsync(["config", "show", East, "--state", "advisor-state.db"]);

        Assert.Contains(
            "  pause                scaleIn                            by dana: chat is paused; load test\n",
            paused.Out,
            StringComparison.Ordinal
        );
        Assert.Contains(
            "  pause                all until 2026-01-06 18:00 UTC     by dana: chat is pinned at 20 units, a replica keeps the size that "
                + "it has; opening\n",
            pinned.Out,
            StringComparison.Ordinal
        );
        Assert.Contains("  pin                  none                               default\n", pinned.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_replica_that_is_held_with_its_resource_is_released_where_the_resource_is()
    {
        await RememberAsync();
        await RememberAsync(East);
        await RunPinAsync("chat", "20", "--reason", "opening");

        folder.Write("own.yaml", "trustTags: all\n");

        var run = await RunAsync("chat/east", "--end", "--reason", "done");
        var configured = await RunAsync("chat/east", "--end", "--reason", "done", "--config", "own.yaml");

        const string Held = $"{East} is held with chat, for which a person has set it: end it there, with 'advisor pause chat";
        Assert.Equal($"{Held} --end --reason TEXT'.\n", run.Out);
        Assert.Equal($"{Held} --end --reason TEXT --config own.yaml'.\n", configured.Out);
        Assert.NotNull(await FindPauseAsync());
    }

    [Fact]
    public async Task Without_a_time_the_pause_has_no_end()
    {
        await RememberAsync();

        Assert.Equal(
            $"{Chat}: scale-in and scale-out paused until 'advisor pause --end'.\n",
            (await RunAsync("chat", "--reason", "load test")).Out
        );
        Assert.Null((await FindPauseAsync())!.Until);
    }

    [Theory]
    [InlineData(ExitCodes.NotFound, "the state has no resource 'chess'", "chess", "--reason", "x")]
    [InlineData(ExitCodes.NotFound, "the state has no resource '/subscriptions/s/x'", "/subscriptions/s/x", "--reason", "x")]
    [InlineData(ExitCodes.Usage, "--reason must be a text of 1 to 500 characters.", "chat", "--reason", " ")]
    [InlineData(ExitCodes.Usage, "--end takes no --until and no --direction.", "chat", "--end", "--until", "4h", "--reason", "x")]
    [InlineData(
        ExitCodes.Usage,
        "--direction must be all, scaleIn or scaleOut, not 'none'.",
        "chat",
        "--direction",
        "none",
        "--reason",
        "x"
    )]
    [InlineData(
        ExitCodes.Usage,
        "--until: '2026-01-05T07:00Z' is in the past: it is 2026-01-05 08:00 UTC.",
        "chat",
        "--until",
        "2026-01-05T07:00Z",
        "--reason",
        "x"
    )]
    [InlineData(ExitCodes.Usage, "--until: 'long' is not an end such as 4h, 2d, 18:00", "chat", "--until", "long", "--reason", "x")]
    public async Task A_wrong_command_line_is_one_line_that_says_why(int code, string reason, params string[] args)
    {
        await RememberAsync();

        var run = await RunAsync(args);

        Assert.Equal(code, run.ExitCode);
        Assert.StartsWith("advisor: " + reason, Assert.Single(run.Error.TrimEnd('\n').Split('\n')), StringComparison.Ordinal);
        Assert.Null(await FindPauseAsync());
    }

    public void Dispose() => folder.Dispose();

    private async Task RememberAsync(string id = Chat)
    {
        using var store = SqliteStateStore.Open(Path.Combine(folder.Path, "advisor-state.db"));
        var state = await AdvisorState.OpenAsync(store, 1, Now, Cancel);
        var resource = SampleResource.CreateWithId(id, 10);
        await state.Snapshots.SaveAsync(id, Snapshot.Create(resource, Now), Cancel);
    }

    private async Task<ScalingPause?> FindPauseAsync()
    {
        using var store = SqliteStateStore.Open(Path.Combine(folder.Path, "advisor-state.db"));
        return await (await AdvisorState.OpenAsync(store, 1, Now, Cancel)).FindPauseAsync(Chat, Cancel);
    }

    private Task<CliResult> RunAsync(params string[] args) => RunCommandAsync(["pause", .. args]);

    private Task<CliResult> RunCommandAsync(string[] args) =>
        CliResult.RunAsync(
            args,
            cli =>
                cli with
                {
                    Folder = folder.Path,
                    Time = new ManualTimeProvider(now),
                    Environment = name => name == "USER" ? "tester" : null,
                },
            Cancel
        );

    [Fact]
    public async Task A_size_is_pinned_until_a_time_and_the_pin_is_ended_by_either_command()
    {
        await RememberAsync();

        var run = await RunPinAsync("chat", "20", "--until", "34h", "--reason", "opening", "--author", "dana");

        Assert.Equal((ExitCodes.Success, $"{Chat}: pinned at 20 units until Tue 18:00 UTC.\n", ""), (run.ExitCode, run.Out, run.Error));
        var pin = (await FindPauseAsync())!;
        Assert.Equal((20, PausedScaling.All, "dana", Now.AddHours(34)), (pin.Units, pin.Scaling, pin.Author, pin.Until));

        Assert.Equal($"{Chat} is no longer pinned.\n", (await RunAsync("chat", "--end", "--reason", "done")).Out);
        Assert.Null(await FindPauseAsync());
    }

    [Fact]
    public async Task A_pin_takes_the_place_of_a_pause_and_is_an_object_of_its_own_in_json()
    {
        await RememberAsync();
        await RunAsync("chat", "--reason", "load test");

        var run = await RunPinAsync("chat", "8", "--reason", "opening", "-o", "json");

        Assert.Equal(
            $$"""{"resource":"{{Chat}}","scaling":"all","author":"tester","reason":"opening","until":null,"units":8}""" + "\n",
            run.Out
        );
        Assert.Equal(8, (await FindPauseAsync())!.Units);
    }

    [Theory]
    [InlineData("Standard_S1 has no size of 11 units; use 10 or 20.", "chat", "11", "--reason", "x")]
    [InlineData("200 units cannot be kept: the settings allow 1 to 100.", "chat", "200", "--reason", "x")]
    [InlineData("UNITS must be a whole number from 1 to 1000, not '0'.", "chat", "0", "--reason", "x")]
    [InlineData("Specify UNITS or --end.", "chat", "--reason", "x")]
    [InlineData("--end takes no UNITS and no --until.", "chat", "8", "--end", "--reason", "x")]
    public async Task A_size_that_cannot_be_kept_is_one_line_that_says_why(string reason, params string[] args)
    {
        await RememberAsync();

        var run = await RunPinAsync(args);

        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.StartsWith("advisor: " + reason, Assert.Single(run.Error.TrimEnd('\n').Split('\n')), StringComparison.Ordinal);
        Assert.Null(await FindPauseAsync());
    }

    private Task<CliResult> RunPinAsync(params string[] args) => RunCommandAsync(["pin", .. args]);
}
