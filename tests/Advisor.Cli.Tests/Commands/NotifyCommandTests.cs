using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands;

public sealed class NotifyCommandTests : IDisposable
{
    private const string Yaml = """
        channels:
          - { name: log, type: console }
          - { name: room, type: teams, address: "env:ROOM" }
        teams:
          - { name: chat, channels: [log, room] }
          - { name: platform, channels: [log] }
        routes:
          - { team: platform }
        """;

    private readonly TemporaryFolder folder = new();

    [Fact]
    public async Task The_default_team_gets_a_message_that_says_that_nothing_is_wrong()
    {
        var run = await RunAsync(Yaml, "notify", "test");
        Assert.Equal((ExitCodes.Success, ""), (run.ExitCode, run.Error));
        Assert.Contains("Info: Test message of Advisor\n", run.Out, StringComparison.Ordinal);
        Assert.Contains("  Team: platform\n", run.Out, StringComparison.Ordinal);
        Assert.EndsWith("log (console): delivered\n", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_channel_that_does_not_take_it_is_named_with_what_to_do_and_the_others_get_theirs()
    {
        var run = await RunAsync(Yaml, "notify", "test", "--team", "Chat");
        Assert.Equal(ExitCodes.NotDelivered, run.ExitCode);
        Assert.EndsWith("log (console): delivered\nroom (teams): not delivered. room: env:ROOM is not set; put the address of the receiver there.\n", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task One_channel_alone_can_be_tried()
    {
        var run = await RunAsync(Yaml, "notify", "test", "--team", "chat", "--channel", "log");
        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.DoesNotContain("room", run.Out, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(ExitCodes.NotFound, "there is no team 'ghosts'; there are chat, platform.", Yaml, "--team", "ghosts")]
    [InlineData(ExitCodes.NotFound, "the team platform has no channel 'room'; it has log.", Yaml, "--channel", "room")]
    [InlineData(ExitCodes.InvalidInput, "advisor.yaml has no channels: add channels, teams and routes ('advisor init' shows how).", "defaults: { mode: observe }")]
    public async Task What_is_not_there_is_said_in_one_line(int code, string reason, string yaml, params string[] options)
    {
        var run = await RunAsync(yaml, ["notify", "test", .. options]);
        Assert.Equal((code, $"advisor: {reason}\n"), (run.ExitCode, run.Error));
    }

    public void Dispose() => folder.Dispose();

    private Task<CliRun> RunAsync(string yaml, params string[] args)
    {
        folder.Write("advisor.yaml", yaml);
        return CliRun.OfAsync(args, edge => edge with { Folder = folder.Path }, TestContext.Current.CancellationToken);
    }
}
