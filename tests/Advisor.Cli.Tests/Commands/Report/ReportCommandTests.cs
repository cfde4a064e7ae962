using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Report;

/// <summary><c>advisor report</c> over the loopback Azure.</summary>
public sealed class ReportCommandTests : IDisposable
{
    private readonly TemporaryFolder folder = new();

    [Fact]
    public async Task A_team_is_reported_as_one_file_of_html()
    {
        var run = await RunAsync("report", "--local", "--team", "lobby", "--since", "1d", "-o", "lobby.html");

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Equal(string.Empty, run.Out);
        Assert.Contains("advisor: wrote lobby.html, ", run.Error, StringComparison.Ordinal);
        var html = await File.ReadAllTextAsync(Path.Combine(folder.Path, "lobby.html"), TestContext.Current.CancellationToken);
        Assert.StartsWith("<!doctype html>", html, StringComparison.Ordinal);
        Assert.Contains("<h1>Capacity report, team lobby</h1>", html, StringComparison.Ordinal);

        // More connections than five units hold at their target of 90 %: the picture of its scale-out.
        Assert.Contains("<h3>lobby-connections</h3>", html, StringComparison.Ordinal);
        Assert.Contains("aria-label=\"Units required and units in force of lobby-connections.", html, StringComparison.Ordinal);
        Assert.DoesNotContain("hot-chat", html, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_a_file_the_fleet_is_reported_as_markdown()
    {
        var run = await RunAsync("report", "--local", "--since", "1d");

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.StartsWith("# Capacity report\n", run.Out, StringComparison.Ordinal);
        Assert.Contains("| hot-chat | 24 h | 100 % | ", run.Out, StringComparison.Ordinal);
        Assert.DoesNotContain("## Changes", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task With_a_state_changes_are_listed_and_alerts_have_a_start()
    {
        var watched = await RunAsync("watch", "--local", "--mode", "auto", "--hours", "0.5", "--state", "state.db");
        Assert.Equal(ExitCodes.Success, watched.ExitCode);

        var run = await RunAsync(
            cli => cli with { Time = new Advisor.LocalAzure.ManualTimeProvider(new(2026, 1, 5, 7, 0, 0, TimeSpan.Zero)) },
            "report",
            "--local",
            "--since",
            "1d",
            "--state",
            "state.db"
        );

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Contains(
            "| idle-staging | Standard_S1 x 10 to Standard_S1 x 1 | verified | Needs 0.20 units; ",
            run.Out,
            StringComparison.Ordinal
        );
        Assert.Contains("| stuck-server-load | Suspect metric | warning | firing | 2026-01-05 06:", run.Out, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(
        ExitCodes.Usage,
        "advisor: --output is html, markdown, or a file that ends in .html or .md, not 'report.pdf'.",
        "-o",
        "report.pdf"
    )]
    [InlineData(ExitCodes.Usage, "advisor: --since is a time from 1h to 30d, such as 2h or 14d, not '31d'.", "--since", "31d")]
    [InlineData(ExitCodes.NotFound, "advisor: none of the 10 resources belongs to team 'loby'. Did you mean 'lobby'?", "--team", "loby")]
    [InlineData(ExitCodes.InvalidInput, "advisor: there is no state 'none.db'", "--state", "none.db")]
    [InlineData(ExitCodes.InvalidInput, "advisor: the report cannot be written to 'no/folder/r.md'", "-o", "no/folder/r.md")]
    public async Task What_cannot_be_reported_is_said(int code, string problem, string option, string value)
    {
        var run = await RunAsync("report", "--local", option, value);

        Assert.Equal((code, string.Empty), (run.ExitCode, run.Out));
        Assert.Contains(problem, run.Error, StringComparison.Ordinal);
    }

    public void Dispose() => folder.Dispose();

    private Task<CliResult> RunAsync(params string[] args) => RunAsync(cli => cli, args);

    private Task<CliResult> RunAsync(Func<CliContext, CliContext> change, params string[] args) =>
        CliResult.RunAsync(args, cli => change(cli with { Folder = folder.Path }), TestContext.Current.CancellationToken);
}
