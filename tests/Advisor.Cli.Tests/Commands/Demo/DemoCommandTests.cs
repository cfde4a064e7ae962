using System.Text.Json;
using Advisor.Lab.LocalAzure;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Demo;

public class DemoCommandTests
{
    private static readonly Lazy<Task<IReadOnlyList<JsonElement>>> Resources = new(ReadResourcesAsync);

    /// <summary>
    /// The twelve, with the limiting factor of each and why (the arithmetic is beside each resource in
    /// Advisor.Lab/LocalAzure/Scenarios/DemoFleet.cs).
    /// </summary>
    public static TheoryData<string, string?, string> Twelve { get; } =
        new()
        {
            { "hot-chat", "serverLoad", "ok" },
            { "lobby-connections", "connections", "ok" },
            { "ticker-outbound", "outbound", "ok" },
            { "rooms-small-groups", "routing", "ok" },
            { "live-webpubsub", "serverLoad", "ok" },
            { "idle-staging", "none", "ok" },
            { "scores-oversized", "connections", "ok" },
            { "desk-office-hours", "connections", "ok" },
            { "premium-autoscale", "connections", "autoscaleOn" },
            { "stuck-server-load", "connections", "suspectMetric" },
            { "silent-metrics", null, "insufficientData" },
            { "trial-free-tier", "connections", "ok" },
        };

    [Theory]
    [MemberData(nameof(Twelve))]
    public async Task Each_resource_shows_its_limiting_factor(string name, string? binding, string state)
    {
        var resource = (await Resources.Value).Single(r => r.GetProperty("name").GetString() == name);

        Assert.Equal((binding, state), (resource.GetProperty("limitingFactor").GetString(), resource.GetProperty("state").GetString()));
    }

    [Theory]
    [InlineData(2, 0)]
    [InlineData(7, 19)]
    public async Task The_demo_says_the_same_at_any_hour_of_any_day(int day, int hour)
    {
        var time = new ManualTimeProvider(new DateTimeOffset(2026, 3, day, hour, 17, 30, TimeSpan.Zero));

        var run = await CliResult.RunAsync(["demo", "--output", "csv"], cli => cli with { Time = time });

        // Ratios and amounts move with the daily wave and the noise; state, action, target and limiting factor do not.
        var rows = run
            .Out.Split('\n')
            .Skip(1)
            .Where(l => l.Length > 0)
            .Select(l => l.Split(','))
            .Select(f => $"{f[1]} {f[4]} {f[7]} {f[8]} {f[9]} {f[11]}");
        Golden.AssertMatches("Advisor.Cli.Tests", "demo-says.txt", string.Join('\n', rows) + "\n");
    }

    [Fact]
    public async Task There_are_twelve()
    {
        Assert.Equal(
            Twelve.Select(row => row.Data.Item1).Order(),
            (await Resources.Value).Select(r => r.GetProperty("name").GetString()).Order()
        );
    }

    [Fact]
    public async Task A_resource_under_azures_own_autoscale_only_gets_advice()
    {
        var owned = await ReadResourceAsync("premium-autoscale");

        Assert.Contains(owned.GetProperty("action").GetString(), new[] { "hold", "advise" });
        Assert.Equal(10, owned.GetProperty("units").GetInt32());
        Assert.NotNull(owned.GetProperty("autoscaleSetting").GetString());
    }

    [Fact]
    public async Task Missing_metrics_are_unknown_and_recommend_no_scale_in()
    {
        var silent = await ReadResourceAsync("silent-metrics");

        Assert.Equal("hold", silent.GetProperty("action").GetString());
        Assert.All(silent.GetProperty("utilization").EnumerateObject(), ratio => Assert.Equal(JsonValueKind.Null, ratio.Value.ValueKind));
    }

    [Fact]
    public async Task A_stuck_server_load_buys_no_units()
    {
        var stuck = await ReadResourceAsync("stuck-server-load");

        Assert.NotEqual("scaleOut", stuck.GetProperty("action").GetString());
    }

    [Fact]
    public async Task Units_that_do_not_help_are_not_bought_where_routing_is_the_limiting_factor()
    {
        var rooms = await ReadResourceAsync("rooms-small-groups");

        Assert.Equal("advise", rooms.GetProperty("action").GetString());
        Assert.Contains(rooms.GetProperty("alternatives").EnumerateArray(), way => way.GetProperty("kind").GetString() == "premiumP2");
    }

    [Theory]
    [InlineData(80)]
    [InlineData(120)]
    [InlineData(180)]
    public async Task The_text_shows_all_twelve_and_fits_the_terminal(int width)
    {
        var run = await CliResult.RunAsync(["demo"], cli => cli with { Width = width, OutIsTerminal = true, Unicode = true });

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.All(Twelve, row => Assert.Contains(row.Data.Item1, run.Out, StringComparison.Ordinal));
        Assert.All(run.Out.Split('\n'), line => Assert.True(line.Length <= width, line));

        // Heading, twelve resources, an empty line, then the summary and at most three lines of notes.
        var lines = run.Out.TrimEnd('\n').Split('\n');
        Assert.All(
            Twelve,
            row => Assert.StartsWith(row.Data.Item1 + " ", Assert.Single(lines[1..13], line => line.Contains(row.Data.Item1)))
        );
        Assert.StartsWith("12 resources: ", lines[14], StringComparison.Ordinal);
        var notes = Array.FindIndex(lines, line => line.StartsWith("Connections dropped", StringComparison.Ordinal));
        Assert.InRange(lines.Length - notes, 1, 3);

        // Nothing but progress, which a slow machine shows.
        Assert.All(
            run.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries),
            line => Assert.EndsWith(" ...", line, StringComparison.Ordinal)
        );
    }

    [Fact]
    public async Task With_wide_each_resource_has_the_bars_of_its_limits_and_every_note_follows()
    {
        var run = await CliResult.RunAsync(["demo", "--wide"], cli => cli with { Width = 80, OutIsTerminal = true });

        // All but silent-metrics, of which nothing is known.
        Assert.Equal(11, run.Out.Split("  load ").Length - 1);
        Assert.Contains("Utilization is a share of the target", run.Out, StringComparison.Ordinal);
        Assert.Contains("metric calls made.", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task In_a_pipe_it_is_plain_ascii()
    {
        var run = await CliResult.RunAsync(["demo"]);

        Assert.DoesNotContain('\u001b', run.Out);
        Assert.All(run.Out, c => Assert.True(char.IsAscii(c), $"{c}"));
    }

    [Fact]
    public async Task On_a_terminal_it_is_colored()
    {
        var run = await CliResult.RunAsync(["demo"], cli => cli with { Color = true, OutIsTerminal = true, Unicode = true });

        Assert.Contains("\u001b[", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_advisor_yaml_in_the_folder_does_not_touch_the_demo()
    {
        using var folder = new TemporaryFolder();
        folder.Write("advisor.yaml", "broken: [");

        var run = await CliResult.RunAsync(["demo"], cli => cli with { Folder = folder.Path });

        Assert.Equal(ExitCodes.Success, run.ExitCode);
    }

    [Fact]
    public async Task Markdown_and_csv_have_a_row_for_each()
    {
        var markdown = await CliResult.RunAsync(["demo", "--output", "markdown"]);
        var csv = await CliResult.RunAsync(["demo", "--output", "csv"]);

        Assert.All(Twelve, row => Assert.Contains($"| {row.Data.Item1} |", markdown.Out, StringComparison.Ordinal));
        Assert.Equal(13, csv.Out.TrimEnd('\n').Split('\n').Length);
    }

    [Fact]
    public async Task One_resource_is_explained_with_its_table_row()
    {
        var run = await CliResult.RunAsync(["demo", "--explain", "ticker-outbound"]);

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Contains("webpubsub.sendToBigGroup", run.Out, StringComparison.Ordinal);
        Assert.Contains("OutboundTraffic", run.Out, StringComparison.Ordinal);
        Assert.Contains("(MonthlyBudget)", run.Out, StringComparison.Ordinal);
        Assert.DoesNotContain("hot-chat", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_resource_to_explain_that_is_not_there_names_the_nearest()
    {
        var run = await CliResult.RunAsync(["demo", "--explain", "hot-chta"]);

        Assert.Equal(ExitCodes.NotFound, run.ExitCode);
        Assert.Equal("advisor: there is no resource 'hot-chta' among the 12 that were found. Did you mean 'hot-chat'?\n", run.Error);
    }

    [Fact]
    public async Task Fail_on_recommendation_ends_with_its_exit_code()
    {
        var run = await CliResult.RunAsync(["evaluate", "--local", "--fail-on", "recommendation", "--output", "json"]);

        Assert.Equal(ExitCodes.Recommendation, run.ExitCode);
    }

    private static async Task<JsonElement> ReadResourceAsync(string name) =>
        (await Resources.Value).Single(r => r.GetProperty("name").GetString() == name);

    private static async Task<IReadOnlyList<JsonElement>> ReadResourcesAsync()
    {
        var run = await CliResult.RunAsync(["demo", "--output", "json"]);
        Assert.True(run.ExitCode == ExitCodes.Success, run.Error);
        using var json = JsonDocument.Parse(run.Out);
        return [.. json.RootElement.GetProperty("resources").EnumerateArray().Select(r => r.Clone())];
    }
}
