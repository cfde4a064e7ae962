namespace Advisor.Cli.Tests.Commands.Backtests;

public sealed partial class BacktestCommandTests
{
    // The trace does not exist: what is wrong with a file to write is said before anything is read or replayed.
    [Theory]
    [InlineData("--chart", "out.png", "--chart is a file that ends in .html or .svg, not 'out.png'.")]
    [InlineData("--chart", "out", "--chart is a file that ends in .html or .svg, not 'out'.")]
    public async Task A_chart_of_another_kind_is_refused_before_the_replays(string option, string file, string reason)
    {
        var run = await RunAsync("backtest", "no-such-trace.csv", option, file);

        Assert.Equal((ExitCodes.Usage, $"advisor: {reason}\n"), (run.ExitCode, run.Error));
    }

    [Theory]
    [InlineData("--chart", "none/out.html")]
    [InlineData("--json", "none/out.json")]
    public async Task A_folder_that_does_not_exist_is_said_before_the_replays(string option, string file)
    {
        var run = await RunAsync("backtest", Path.Combine(Traces, "nyc_taxi_30min.csv"), "--days", "3", "--shape", "echo", option, file);

        Assert.Equal(
            (ExitCodes.InvalidInput, $"advisor: '{file}' cannot be written: its folder does not exist.\n"),
            (run.ExitCode, run.Error)
        );
    }

    // The traces do not exist: what does not go together is said before anything is read.
    [Theory]
    [InlineData("--local belongs to --history.", "no.csv", "--local")]
    [InlineData("--endpoint belongs to --history.", "no.csv", "--endpoint", "http://127.0.0.1:1")]
    [InlineData("--cloud belongs to --history.", "no.csv", "--cloud", "public")]
    [InlineData("--shape is about plain traces: leave it out with --history.", "--history", "chat", "--shape", "echo")]
    [InlineData("--peak-units is about plain traces: leave it out with --history.", "--history", "chat", "--peak-units", "8")]
    [InlineData("--history replays one resource: leave out the traces.", "no.csv", "--history", "chat")]
    [InlineData(
        "--local starts its own loopback Azure: leave out --endpoint.",
        "--history",
        "chat",
        "--local",
        "--endpoint",
        "http://127.0.0.1:1"
    )]
    [InlineData("--message-bytes belongs to --use-case.", "no.csv", "--message-bytes", "100")]
    [InlineData("--json and --chart are two files.", "no.csv", "--json", "a.html", "--chart", "a.html")]
    public async Task Options_that_do_not_go_together_are_refused_before_the_replays(string reason, params string[] args)
    {
        var run = await RunAsync(["backtest", .. args]);

        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.StartsWith("advisor: " + reason, run.Error, StringComparison.Ordinal);
        Assert.Single(run.Error.TrimEnd('\n').Split('\n'));
    }

    [Theory]
    [InlineData(2, "--policy takes", "--policy", "kedda")]
    [InlineData(2, "--shape takes", "--shape", "round")]
    [InlineData(2, "--without takes", "--without", "luck")]
    [InlineData(2, "--days is 3 or more", "--days", "2")]
    [InlineData(2, "--minute-noise is", "--minute-noise", "1")]
    [InlineData(3, "--by is 'trace' or a CSV file", "--by", "nowhere.csv")]
    [InlineData(3, "nothing to replay", "--from-day", "3650")]
    [InlineData(2, "--from-day is a number from 0 to 3650, not '1e9'", "--from-day", "1e9")]
    [InlineData(2, "--days is a number from 0 to 3650, not '1e300'", "--days", "1e300")]
    public async Task A_wrong_word_is_answered_with_one_line(int code, string text, params string[] args)
    {
        var run = await RunAsync(["backtest", Path.Combine(Traces, "nyc_taxi_30min.csv"), .. args]);
        Assert.Equal(code, run.ExitCode);
        Assert.Contains(text, run.Error);
        Assert.Single(run.Error.TrimEnd().Split('\n'));
    }

    [Theory]
    [InlineData(
        "metrics.json",
        """{"value":[{"name":{"value":null},"timeseries":[{"data":[{"timeStamp":"2026-01-05T00:00:00Z","total":1}]}]}]}""",
        "a metric has no name"
    )]
    [InlineData(
        "metrics.json",
        """[{"time":"0001-01-01T00:00:00Z","ServerLoad":1},{"time":"2026-01-05T00:00:00Z","ServerLoad":1}]""",
        "outside the years 1971 to 2199"
    )]
    [InlineData(
        "trace.csv",
        "timestamp,value\n2026-01-05T00:00:00Z,1\n9999-12-31T00:00:00Z,1\n",
        "line 3: 9999-12-31T00:00:00Z is outside the years 1971 to 2199"
    )]
    public async Task A_file_with_what_cannot_be_is_one_line_of_invalid_input(string name, string content, string expected)
    {
        var run = await RunAsync("backtest", Write(name, content), "--units", "1");

        Assert.Equal(ExitCodes.InvalidInput, run.ExitCode);
        Assert.Contains(expected, Assert.Single(run.Error.TrimEnd('\n').Split('\n')), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_file_that_is_no_trace_is_named_with_its_line()
    {
        var run = await RunAsync("backtest", Write("bad.csv", "timestamp,value\n2026-01-05T00:00:00Z,many\n"));
        Assert.Equal(3, run.ExitCode);
        Assert.Equal("advisor: bad: line 2: 'many' is not a value of 0 or more; leave a minute without data out.\n", run.Error);
    }
}
