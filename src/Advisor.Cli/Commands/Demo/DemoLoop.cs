using Advisor.Cli.Output;
using Advisor.Lab.LocalAzure;
using Advisor.Service.Tick;

namespace Advisor.Cli.Commands.Demo;

/// <summary>Loop of <c>advisor demo --serve</c>: runs simulated ticks at a speed that a person can follow on the dashboard.</summary>
/// <param name="past">Runs the two weeks before.</param>
/// <param name="clock">Simulated clock; it stands still during a tick, so that metrics are never late on a slow machine.</param>
/// <param name="speed">Simulated minutes per minute.</param>
internal sealed class DemoLoop(CliContext cli, WatchLoop loop, DemoPast past, ManualTimeProvider clock, TimeSpan interval, double speed)
{
    // Ticks of a minute before the first view, so that alerts and recommendations are as recent as later.
    private const int WarmUpTicks = 30;

    /// <summary>Simulated time of the first view: a Monday, while the load of the morning rises.</summary>
    public static readonly DateTimeOffset Opening = new(2026, 1, 5, 9, 0, 0, TimeSpan.Zero);

    /// <summary>Start of the simulated time.</summary>
    public static DateTimeOffset Start => Opening - DemoPast.Length;

    /// <summary>Prints the address once there is data to show, and runs until cancelled.</summary>
    public async Task RunAsync(Uri address, bool opensBrowser, CancellationToken cancellation)
    {
        await cli.Error.WriteLineAsync("advisor: preparing twelve sample resources with two weeks of history.".AsMemory(), cancellation);
        using (var progress = new ProgressLine(cli))
        {
            await past.RunAsync(Opening - (WarmUpTicks * interval), progress, cancellation);
        }

        for (var tick = 0; tick < WarmUpTicks; tick++)
        {
            await TickAsync(cancellation);
        }

        await cli.Out.WriteLineAsync($"Dashboard: {address.AbsoluteUri}".AsMemory(), cancellation);
        await cli.Out.FlushAsync(cancellation);
        await cli.Error.WriteLineAsync(DescribeSpeed().AsMemory(), cancellation);
        if (!opensBrowser)
        {
            await cli.Error.WriteLineAsync("advisor: open the address in a browser.".AsMemory(), cancellation);
        }
        else if (!cli.OpenBrowser(address))
        {
            await cli.Error.WriteLineAsync("advisor: no browser could be opened. Open the address yourself.".AsMemory(), cancellation);
        }

        while (true)
        {
            var next = cli.Time.GetUtcNow() + (interval / speed);
            await TickAsync(cancellation);
            var left = next - cli.Time.GetUtcNow();
            await Task.Delay(left > TimeSpan.Zero ? left : TimeSpan.Zero, cli.Time, cancellation);
        }
    }

    private async Task TickAsync(CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        await loop.TickAsync(cancellation);
        clock.Advance(interval);
    }

    private string DescribeSpeed() =>
        $"advisor: {interval.TotalMinutes:0.#} min passes every {interval.TotalSeconds / speed:0.#} s, "
        + $"from {clock.GetUtcNow().UtcDateTime:yyyy-MM-dd HH:mm'Z'} on. Press Ctrl+C to stop.";
}
