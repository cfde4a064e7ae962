using System.Text.Json;
using Advisor.Lab.LocalAzure;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Timeline;

/// <summary><c>advisor timeline</c> over the state of two simulated hours that end at 08:00 on 5 January 2026.</summary>
public sealed class TimelineCommandTests : IAsyncLifetime
{
    private const string HotChat =
        "/subscriptions/00000000-0000-4000-8000-00000000ad01/resourceGroups/advisor-local/providers"
        + "/Microsoft.SignalRService/SignalR/hot-chat";

    private static readonly Lazy<Task<byte[]>> TwoHours = new(WatchAsync);

    private readonly TemporaryFolder folder = new();

    private string State => Path.Combine(folder.Path, "state.db");

    public async ValueTask InitializeAsync() => await File.WriteAllBytesAsync(State, await TwoHours.Value);

    public ValueTask DisposeAsync()
    {
        folder.Dispose();
        return ValueTask.CompletedTask;
    }

    [Fact]
    public async Task It_lists_changes_and_alerts_newest_first_with_their_reasons_in_80_columns()
    {
        var run = await RunAsync("timeline", "--state", State);

        Assert.Equal((ExitCodes.Success, ""), (run.ExitCode, run.Error));
        Assert.All(run.Out.Split('\n'), line => Assert.True(line.Length <= 80, line));
        Golden.AssertMatches("Advisor.Cli.Tests", "timeline.txt", run.Out);
    }

    [Theory]
    [InlineData("HOT-CHAT")]
    [InlineData(HotChat)]
    public async Task Programs_get_the_events_of_one_resource_as_JSON(string resource)
    {
        var run = await RunAsync("timeline", "--state", State, "--resource", resource, "-o", "json");

        using var json = JsonDocument.Parse(run.Out);
        var only = Assert.Single(json.RootElement.GetProperty("events").EnumerateArray());
        Assert.Equal(
            ("hot-chat", 2, 3),
            (
                only.GetProperty("name").GetString(),
                only.GetProperty("change").GetProperty("fromUnits").GetInt32(),
                only.GetProperty("change").GetProperty("toUnits").GetInt32()
            )
        );
    }

    [Fact]
    public async Task A_limit_that_leaves_events_out_says_so_and_one_that_does_not_is_silent()
    {
        var few = await RunAsync("timeline", "--state", State, "--limit", "2");
        var all = await RunAsync("timeline", "--state", State);

        Assert.Equal("advisor: there are older events; --limit shows more than 2.\n", few.Error);
        Assert.StartsWith(few.Out, all.Out, StringComparison.Ordinal);
    }

    // The only change of idle-staging is of 06:00, at the start of the simulation.
    [Theory]
    [InlineData("idle-staging", "2026-01-05 06:00Z")]
    [InlineData("premium-autoscale", "2026-01-05 06:10Z")]
    public async Task An_empty_answer_names_the_resource_the_time_and_the_newest_event(string resource, string newest)
    {
        var run = await RunAsync("timeline", "--state", State, "--resource", resource, "--since", "1h");

        Assert.Equal(
            $"No changes, alerts or pauses of '{resource}' in the last 1 h. The newest before is of {newest}; --since looks further back.",
            run.Out.TrimEnd().Replace('\n', ' ')
        );
    }

    [Fact]
    public async Task What_a_person_did_is_an_event_with_who_and_why()
    {
        await RunAsync("pause", "idle-staging", "--until", "2h", "--reason", "load test", "--author", "ops", "--state", State);

        var text = await RunAsync("timeline", "--state", State, "--since", "1h", "--resource", "idle-staging");
        var json = await RunAsync("timeline", "--state", State, "--since", "1h", "--resource", "idle-staging", "-o", "json");

        Assert.Equal(
            """
            2026-01-05 08:00Z  idle-staging: paused, by ops
                Scale-in and scale-out are paused until Mon 10:00 UTC: load test

            """,
            text.Out
        );
        using var document = JsonDocument.Parse(json.Out);
        var only = Assert.Single(document.RootElement.GetProperty("events").EnumerateArray());
        Assert.Equal(
            ("person", "paused"),
            (only.GetProperty("kind").GetString(), only.GetProperty("person").GetProperty("outcome").GetString())
        );
    }

    [Theory]
    [InlineData("hot-ch", "; did you mean 'hot-chat'?")]
    [InlineData("nobody-knows", ".")]
    [InlineData("/subscriptions/other/hot-chat", $"; did you mean '{HotChat}'?")]
    public async Task A_resource_that_the_state_does_not_have_is_not_found(string resource, string hint)
    {
        var run = await RunAsync("timeline", "--state", State, "--resource", resource, "--since", "30d");

        Assert.Equal(
            (ExitCodes.NotFound, "", $"advisor: the state has no resource '{resource}'{hint}\n"),
            (run.ExitCode, run.Out, run.Error)
        );
    }

    private static async Task<byte[]> WatchAsync()
    {
        using var state = new TemporaryFolder();
        var file = Path.Combine(state.Path, "state.db");
        var run = await RunAsync("watch", "--local", "--mode", "auto", "--hours", "2", "--state", file);
        Assert.Equal(ExitCodes.Success, run.ExitCode);
        return await File.ReadAllBytesAsync(file);
    }

    private static Task<CliResult> RunAsync(params string[] args) =>
        CliResult.RunAsync(args, cli => cli with { Time = new ManualTimeProvider(new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero)), Width = 80 });
}
