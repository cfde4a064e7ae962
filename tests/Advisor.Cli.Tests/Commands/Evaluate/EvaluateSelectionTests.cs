using System.Text.Json;
using Advisor.Lab.LocalAzure;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Evaluate;

/// <summary>
/// Which resources an evaluation selects, shows, sorts and fails on. The ten resources of the loopback Azure are described in its
/// TenResources.
/// </summary>
public class EvaluateSelectionTests
{
    private static readonly DateTimeOffset Monday = new(2026, 3, 2, 10, 0, 30, TimeSpan.Zero);

    [Fact]
    public async Task Only_recommendations_are_shown_and_the_summary_still_counts_all()
    {
        var all = await ListNamesAsync();
        var shown = await ListNamesAsync("--only", "recommendation");

        Assert.Equal(10, all.Count);
        Assert.True(shown.Count is > 0 and < 10, $"{shown.Count} of 10");
        Assert.Contains("10 resources:", (await RunAsync("--only", "recommendation")).Out, StringComparison.Ordinal);
    }

    // hot-chat has 81.0 of 70, live-webpubsub 73.7 of 70, rooms-small-groups 10,800 of 10,000 msg/s: the three over a target by
    // TenResources' comments.
    [Fact]
    public async Task Only_overload_shows_those_beyond_a_target() =>
        Assert.Subset(
            (await ListNamesAsync("--only", "overload")).ToHashSet(StringComparer.Ordinal),
            new HashSet<string>(StringComparer.Ordinal) { "hot-chat", "live-webpubsub", "rooms-small-groups" }
        );

    [Fact]
    public async Task Resources_are_sorted_by_name_and_by_cost()
    {
        var names = await ListNamesAsync("--sort", "name");
        Assert.Equal(names.Order(StringComparer.OrdinalIgnoreCase), names);

        // 50 units of Standard_S1 cost the most of the ten.
        Assert.Equal("rooms-small-groups", (await ListNamesAsync("--sort", "cost"))[0]);
    }

    // Of the savings idle-staging is the largest.
    [Fact]
    public async Task The_largest_saving_comes_first() => Assert.Equal("idle-staging", (await ListNamesAsync("--sort", "saving"))[0]);

    // All ten are of the group that the loopback Azure gives them; idle-staging and hot-chat are of team chat.
    [Fact]
    public async Task Tags_and_groups_narrow_down_the_loopback_azure_too()
    {
        var chat = await ListNamesAsync("--tag", "advisor-team=chat");
        Assert.True(chat.Count is > 0 and < 10, $"{chat.Count} of 10");
        Assert.Contains("hot-chat", chat);

        var group = await RunAsync("--resource-group", "no-such-group");
        Assert.Equal((ExitCodes.NotFound, string.Empty), (group.ExitCode, group.Out));
        Assert.Contains(
            "no-such-group",
            Assert.Single(group.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries)),
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData("evaluate", "text")]
    [InlineData("evaluate", "json")]
    [InlineData("report", "markdown")]
    public async Task A_tag_that_no_resource_has_is_one_line_and_exits_with_5(string command, string format)
    {
        var run = await CliResult.RunAsync([command, "--local", "--tag", "advisor-team=nosuch", "--tag", "owner", "--output", format]);

        Assert.Equal((ExitCodes.NotFound, string.Empty), (run.ExitCode, run.Out));
        Assert.Equal("advisor: no SignalR or Web PubSub resource has the tag 'advisor-team=nosuch' and 'owner'.\n", run.Error);
    }

    [Theory]
    [InlineData("recommendation", ExitCodes.Recommendation)]
    [InlineData("overload", ExitCodes.Recommendation)]
    [InlineData("saving>1", ExitCodes.Recommendation)]
    [InlineData("saving>1000000", ExitCodes.Success)]
    public async Task A_pipeline_fails_on_what_it_names(string condition, int exitCode) =>
        Assert.Equal(exitCode, (await RunAsync("--fail-on", condition)).ExitCode);

    // maxUnits 2 of hot-chat, which needs 3: the overload stays, and something forbids what would end it.
    [Fact]
    public async Task A_pipeline_fails_on_an_overload_that_is_not_acted_upon()
    {
        using var folder = new TemporaryFolder();
        folder.Write("advisor.yaml", "resources:\n  - match: hot-chat\n    maxUnits: 2\n");

        Assert.Equal(
            ExitCodes.Recommendation,
            (await RunInAsync(folder.Path, "--tag", "advisor-team=chat", "--fail-on", "blocked")).ExitCode
        );
        Assert.Equal(ExitCodes.Success, (await RunAsync("--tag", "advisor-team=chat", "--fail-on", "blocked")).ExitCode);
    }

    [Theory]
    [InlineData("--fail-on", "saving>much")]
    [InlineData("--fail-on", "saving")]
    [InlineData("--only", "everything")]
    [InlineData("--sort", "colour")]
    public async Task An_unknown_choice_is_one_line_with_the_known_ones(string option, string value)
    {
        var run = await CliResult.RunAsync(["evaluate", "--local", option, value]);

        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.StartsWith($"advisor: {option} must be ", run.Error, StringComparison.Ordinal);
        Assert.Single(run.Error.TrimEnd('\n').Split('\n'));
    }

    [Fact]
    public async Task An_endpoint_names_its_own_subscription()
    {
        await using var azure = await LocalAzureHost.StartAsync(cancellation: TestContext.Current.CancellationToken);
        using var folder = new TemporaryFolder();

        var run = await CliResult.RunAsync(["evaluate", "--endpoint", azure.Endpoint.ToString()], cli => cli with { Folder = folder.Path });

        Assert.Equal((ExitCodes.Success, true), (run.ExitCode, run.Out.Contains("hot-chat", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData("evaluate")]
    [InlineData("watch", "--once")]
    public async Task An_endpoint_that_does_not_answer_is_one_line_and_exit_code_6(params string[] command)
    {
        using var folder = new TemporaryFolder();

        var run = await CliResult.RunAsync([.. command, "--endpoint", "http://127.0.0.1:1"], cli => cli with { Folder = folder.Path });

        Assert.Equal(ExitCodes.Unreachable, run.ExitCode);
        Assert.Equal(
            "advisor: http://127.0.0.1:1: it cannot be reached. Is 'advisor local' running there? Otherwise, use --subscription ID.\n",
            run.Error
        );
    }

    [Theory]
    [InlineData(60)]
    [InlineData(80)]
    [InlineData(140)]
    public async Task No_line_is_wider_than_the_terminal(int width) =>
        Assert.All((await PrintAsync(width, isTerminal: true)).Split('\n'), line => Assert.True(line.Length <= width, line));

    [Fact]
    public async Task A_pipe_gets_every_name_in_full() =>
        Assert.Contains(
            "orders-to-connection  Standard_S1 x 30  20 ",
            await PrintAsync(width: 60, isTerminal: false),
            StringComparison.Ordinal
        );

    private static async Task<string> PrintAsync(int width, bool isTerminal) =>
        (
            await CliResult.RunAsync(
                ["evaluate", "--local"],
                cli => cli with { Time = new ManualTimeProvider(Monday), Width = width, OutIsTerminal = isTerminal }
            )
        ).Out;

    private static async Task<CliResult> RunAsync(params string[] options)
    {
        using var folder = new TemporaryFolder();
        return await RunInAsync(folder.Path, options);
    }

    private static Task<CliResult> RunInAsync(string folder, params string[] options) =>
        CliResult.RunAsync(["evaluate", "--local", .. options], cli => cli with { Folder = folder, Time = new ManualTimeProvider(Monday) });

    private static async Task<List<string>> ListNamesAsync(params string[] options)
    {
        using var json = JsonDocument.Parse((await RunAsync([.. options, "--output", "json"])).Out);
        return [.. json.RootElement.GetProperty("resources").EnumerateArray().Select(r => r.GetProperty("name").GetString()!)];
    }
}
