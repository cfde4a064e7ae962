using System.Collections.Concurrent;
using Advisor.Cli.Tests.World;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Demo;

/// <summary><c>advisor demo --serve</c>: the dashboard on its twelve resources.</summary>
public class DemoServeTests
{
    [Fact]
    public async Task It_serves_twelve_resources_with_a_past_whose_time_passes_opens_the_browser_and_ends_with_0()
    {
        using var http = new HttpClient();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        var (port, opened) = (FreePort.Find(), new ConcurrentQueue<Uri>());
        var run = CliResult.RunAsync(
            ["demo", "--serve", "--open", "--port", $"{port}"],
            cli => cli with { OpenBrowser = TryOpen },
            stop.Token
        );
        await Until.WaitAsync(() => !opened.IsEmpty || run.IsCompleted, TimeSpan.FromMinutes(20));
        await HostPages.CheckAsync(http, new Uri($"http://127.0.0.1:{port}/"));
        await DemoPastCheck.RunAsync(http, port);

        // Prepared: two weeks, then ticks of a minute, the newest at 08:59; then a tick a second.
        var first = await ReadNewestAsync(http, port);
        Assert.True(first >= new DateTimeOffset(2026, 1, 5, 8, 59, 0, TimeSpan.Zero), $"{first}");
        await Until.WaitAsync(() => ReadNewestAsync(http, port).GetAwaiter().GetResult() > first);
        await stop.CancelAsync();
        var result = await run;

        Assert.Equal((ExitCodes.Success, $"Dashboard: http://127.0.0.1:{port}/\n"), (result.ExitCode, result.Out));
        Assert.Equal([new Uri($"http://127.0.0.1:{port}/")], opened);
        Assert.Equal(
            """
            advisor: preparing twelve sample resources with two weeks of history.
            advisor: 1 min passes every 1 s, from 2026-01-05 09:00Z on. Press Ctrl+C to stop.
            advisor: stopped.

            """.ReplaceLineEndings("\n"),
            result.Error
        );

        bool TryOpen(Uri address)
        {
            opened.Enqueue(address);
            return true;
        }
    }

    [Theory]
    [InlineData("advisor: --open requires --serve. ", "--open")]
    [InlineData("advisor: --port requires --serve. ", "--port", "5091")]
    [InlineData("advisor: --serve shows the dashboard: omit --output, --wide and --explain. ", "--serve", "--output", "json")]
    [InlineData("advisor: --serve shows the dashboard: omit --output, --wide and --explain. ", "--serve", "--wide")]
    public async Task Options_that_do_not_fit_together_are_refused(string problem, params string[] options)
    {
        var result = await CliResult.RunAsync(["demo", .. options], cancellation: TestContext.Current.CancellationToken);

        Assert.Equal(ExitCodes.Usage, result.ExitCode);
        Assert.StartsWith(problem, result.Error, StringComparison.Ordinal);
    }

    private static async Task<DateTimeOffset> ReadNewestAsync(HttpClient http, int port)
    {
        const string tick = "advisor_last_completed_tick_timestamp_seconds ";
        var lines = (await http.GetStringAsync(new Uri($"http://127.0.0.1:{port}/metrics"))).Split('\n');
        Assert.Contains("advisor_resources 12", lines);
        var seconds = lines.Single(line => line.StartsWith(tick, StringComparison.Ordinal))[tick.Length..];
        return DateTimeOffset.FromUnixTimeSeconds((long)double.Parse(seconds));
    }
}
