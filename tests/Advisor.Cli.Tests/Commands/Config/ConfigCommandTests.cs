using System.Text.Json;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Config;

/// <summary><c>advisor config check</c> and <c>advisor config show</c>.</summary>
public sealed class ConfigCommandTests : IDisposable
{
    private const string Settings = """
        defaults:
          mode: approve
          maxUnits: 20
          targets: { connections: 0.8 }
        resources:
          - match: rooms-*
            minUnits: 2
            team: chat
          - match: rooms-small-groups
            minUnits: 3
        channels:
          - { name: out, type: console }
        teams:
          - { name: chat, channels: [out], minSaving: { amount: 50 } }
        routes:
          - { team: chat }
        """;

    private readonly TemporaryFolder folder = new();

    public void Dispose() => folder.Dispose();

    [Fact]
    public async Task A_valid_file_is_one_line_with_what_it_holds()
    {
        folder.Write("advisor.yaml", Settings);

        var run = await RunAsync("config", "check");

        Assert.Equal((ExitCodes.Success, ""), (run.ExitCode, run.Error));
        Assert.Equal("advisor.yaml is valid: 2 entries of resources, 1 channel, 1 team.\n", run.Out);
    }

    [Fact]
    public async Task A_pause_a_pin_or_an_event_that_is_over_is_noted()
    {
        folder.Write(
            "advisor.yaml",
            """
            defaults: { pause: scaleIn, pauseUntil: 2020-03-01T08:00Z }
            resources:
              - { match: a, pin: 3, pinUntil: 2020-01-31T08:00Z }
              - { match: b, pauseUntil: 2020-02-01T08:00Z }
              - { match: c, pin: 3, pinUntil: 2199-01-31T08:00Z }
            events:
              - { name: opening, start: 2020-03-06T16:00Z, end: 2020-03-06T22:00Z, minUnits: 40 }
              - { name: closing, start: 2199-03-06T16:00Z, end: 2199-03-06T22:00Z, minUnits: 40 }
            """
        );

        var run = await RunAsync("config", "check");

        Assert.Equal(
            """
            advisor.yaml is valid: 3 entries of resources, 2 events.
            defaults.pauseUntil: it was over at 2020-03-01 08:00 UTC and has no effect.
            resources[0].pinUntil: it was over at 2020-01-31 08:00 UTC and has no effect.
            resources[1].pauseUntil: it was over at 2020-02-01 08:00 UTC and has no effect.
            events[0].end: it was over at 2020-03-06 22:00 UTC and has no effect.

            """,
            run.Out
        );
        using var json = JsonDocument.Parse((await RunAsync("config", "check", "--output", "json")).Out);
        Assert.Equal(4, json.RootElement.GetProperty("notes").GetArrayLength());
    }

    [Theory]
    [InlineData("a", "pause none (ended 2020-03-01 08:00 UTC) advisor.yaml:1 (defaults)")]
    [InlineData("a", "pin none (ended 2020-01-31 08:00 UTC) advisor.yaml:3 (resources: a)")]
    [InlineData("c", "pin 3 units until 2199-01-31 08:00 UTC advisor.yaml:4 (resources: c)")]
    public async Task A_pause_or_pin_that_is_over_is_not_shown_as_in_force(string resource, string expected)
    {
        folder.Write(
            "advisor.yaml",
            """
            defaults: { pause: scaleIn, pauseUntil: 2020-03-01T08:00Z }
            resources:
              - { match: a, pin: 3, pinUntil: 2020-01-31T08:00Z }
              - { match: c, pin: 3, pinUntil: 2199-01-31T08:00Z }
            """
        );

        var run = await RunAsync("config", "show", resource);

        Assert.Contains(expected, ListLines(run.Out));
    }

    [Fact]
    public async Task Every_problem_has_its_line_and_what_is_valid_and_the_exit_code_is_that_of_a_bad_file()
    {
        folder.Write("advisor.yaml", "defaults:\n  mode: automatic\n  minUnits: 0\n  maxunits: 5\n");

        var run = await RunAsync("config", "check");

        Assert.Equal((ExitCodes.InvalidInput, ""), (run.ExitCode, run.Out));
        Assert.Contains("3 problems in the configuration:", run.Error, StringComparison.Ordinal);
        Assert.Contains("advisor.yaml:2: defaults.mode: 'automatic' is not known; use one of", run.Error, StringComparison.Ordinal);
        Assert.Contains("advisor.yaml:3: defaults.minUnits:", run.Error, StringComparison.Ordinal);
        Assert.Contains("did you mean 'maxUnits'?", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_program_reads_the_problems_as_json()
    {
        folder.Write("advisor.yaml", "defaults:\n  mode: automatic\n");

        var run = await RunAsync("config", "check", "--output", "json");

        Assert.Equal(ExitCodes.InvalidInput, run.ExitCode);
        using var json = JsonDocument.Parse(run.Out);
        Assert.False(json.RootElement.GetProperty("valid").GetBoolean());
        Assert.Equal(2, Assert.Single(json.RootElement.GetProperty("problems").EnumerateArray()).GetProperty("line").GetInt32());
    }

    [Fact]
    public async Task Without_a_file_check_says_how_to_make_one()
    {
        var run = await RunAsync("config", "check");

        Assert.Equal(ExitCodes.InvalidInput, run.ExitCode);
        Assert.Contains("'advisor init'", run.Error, StringComparison.Ordinal);
        var named = await RunAsync("config", "check", "--config", "our settings.yaml");
        Assert.Contains("'advisor init --config \"our settings.yaml\"'", named.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_settings_of_a_resource_name_the_line_the_team_and_the_tag_that_each_comes_from()
    {
        folder.Write("advisor.yaml", Settings);

        var local = await RunAsync("config", "show", "rooms-small-groups", "--local");
        var byFile = await RunAsync("config", "show", "rooms-small-groups");

        Assert.Equal((ExitCodes.Success, ""), (local.ExitCode, local.Error));
        Golden.AssertMatches("Advisor.Cli.Tests", "config-show.txt", byFile.Out + "\n" + local.Out);
    }

    // The longest are "100, or the most units of 14 days" and "unit 1, overload 10, removal 30".
    [Fact]
    public async Task Every_default_has_its_origin_in_the_same_column()
    {
        var run = await RunAsync("config", "show");

        var columns = run.Out.Split('\n').Where(line => line.EndsWith("  default", StringComparison.Ordinal)).Select(line => line.Length);
        Assert.Single(columns.Distinct());
    }

    // A geo-replica has the settings of its resource, and its own entry before them.
    [Theory]
    [InlineData("chat/east", "minUnits 3 advisor.yaml:3 (resources: chat)")]
    [InlineData("chat/east", "maxUnits 7 advisor.yaml:4 (resources: chat/east)")]
    [InlineData("chat/west", "maxUnits 50 advisor.yaml:1 (defaults)")]
    [InlineData("chat/west", "Settings of chat/west")]
    [InlineData("lobby/east", "maxUnits 9 advisor.yaml:5 (resources: /subscriptions/0/resourceGroups/g/providers/X/SignalR/lobby)")]
    public async Task A_geo_replica_has_the_settings_of_its_resource_and_its_own(string name, string line)
    {
        folder.Write(
            "advisor.yaml",
            """
            defaults: { maxUnits: 50 }
            resources:
              - { match: chat, minUnits: 3 }
              - { match: chat/east, maxUnits: 7 }
              - { match: /subscriptions/0/resourceGroups/g/providers/X/SignalR/lobby, maxUnits: 9 }
            """
        );

        var run = await RunAsync("config", "show", name);

        Assert.Contains(line, ListLines(run.Out));
    }

    [Theory]
    [InlineData("scores", 0, "minUnits 7 advisor.yaml:2 (resources: /subscriptions/0/resourceGroups/live/providers/X/WebPubSub/scores)")]
    [InlineData("scores", 0, "Settings of /subscriptions/0/resourceGroups/live/providers/X/WebPubSub/scores")]
    [InlineData("lobby", 0, "not used: /subscriptions/0/*: It is matched with ids: give the id of the resource.")]
    [InlineData("twice", 2, "advisor: 2 resources are named 'twice': use the id of one.")]
    public async Task A_name_is_that_of_the_id_which_the_file_has(string name, int code, string line)
    {
        folder.Write(
            "advisor.yaml",
            """
            resources:
              - { match: /subscriptions/0/resourceGroups/live/providers/X/WebPubSub/scores, minUnits: 7 }
              - { match: /subscriptions/0/*, maxUnits: 40 }
              - { match: /subscriptions/0/resourceGroups/a/providers/X/SignalR/twice, maxUnits: 40 }
              - { match: /subscriptions/0/resourceGroups/b/providers/X/SignalR/twice, maxUnits: 40 }
            """
        );

        var run = await RunAsync("config", "show", name);

        Assert.Equal(code, run.ExitCode);
        Assert.Contains(line, ListLines(run.Out + run.Error));
    }

    [Fact]
    public async Task Without_a_file_every_setting_is_the_default()
    {
        var run = await RunAsync("config", "show", "--output", "json");

        Assert.Equal((ExitCodes.Success, ""), (run.ExitCode, run.Error));
        using var json = JsonDocument.Parse(run.Out);
        var settings = json.RootElement.GetProperty("settings").EnumerateArray().ToList();
        Assert.All(settings, setting => Assert.Equal("default", setting.GetProperty("from").GetString()));
        Assert.Equal("recommend", settings.Single(s => s.GetProperty("name").GetString() == "mode").GetProperty("value").GetString());
        Assert.Equal(
            "70 %",
            settings.Single(s => s.GetProperty("name").GetString() == "targets.serverLoad").GetProperty("value").GetString()
        );
    }

    [Fact]
    public async Task A_resource_that_azure_does_not_have_names_the_nearest()
    {
        var run = await RunAsync("config", "show", "rooms-small-group", "--local");

        Assert.Equal(ExitCodes.NotFound, run.ExitCode);
        Assert.Contains("Did you mean 'rooms-small-groups'?", run.Error, StringComparison.Ordinal);
    }

    // Without the spaces of the columns.
    private static IEnumerable<string> ListLines(string text) =>
        text.Split('\n').Select(line => string.Join(' ', line.Split(' ', StringSplitOptions.RemoveEmptyEntries)));

    private Task<CliResult> RunAsync(params string[] arguments) =>
        CliResult.RunAsync(arguments, cli => cli with { Folder = folder.Path }, TestContext.Current.CancellationToken);
}
