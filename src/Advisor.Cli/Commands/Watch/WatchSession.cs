using Advisor.Cli.Commands.Demo;
using Advisor.Cli.Commands.Watch.Live;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;
using Advisor.Core.Text;
using Advisor.Service;
using Advisor.Service.Changes;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Tick;
using Advisor.Web.Dashboard;
using Advisor.Web.Telemetry;

namespace Advisor.Cli.Commands.Watch;

/// <summary>Runs the loop of one <c>advisor watch</c>: one tick, a demo, simulated hours, the live screen, or until Ctrl+C.</summary>
internal sealed class WatchSession(CliContext cli, WatchRequest request, ServiceSetup setup, WatchClock clock)
{
    // As many as read metrics at once; a silent region leaves calls to the others (ResilienceLimits.Concurrency).
    private const int ConcurrentBatches = 8;

    private int warnings;

    /// <param name="channels">Channels to notify.</param>
    /// <param name="live">Live screen; null = lines.</param>
    /// <returns>One of <see cref="ExitCodes"/>.</returns>
    public async Task<int> RunAsync(IEnumerable<INotificationChannel> channels, LiveWatch? live, CancellationToken cancellation)
    {
        await ResumeAsync(cancellation);
        if (request is { Speed: { } speed, Port: { } shown } && clock.Simulated is { } manual)
        {
            var demo = new DemoLoop(
                cli,
                new WatchLoop(new AdvisorService(setup, channels), manual, _ => { }),
                new DemoPast(setup, channels, manual),
                manual,
                request.Interval,
                speed
            );
            await demo.RunAsync(request.Listen.GetUrl(shown), request.OpensBrowser, cancellation);
            return ExitCodes.Success;
        }

        using var telemetry = StartTelemetry();
        var export = telemetry?.CreateLineWriter();
        void Say(string line, string more = "")
        {
            var plain = UntrustedText.Sanitize(line);
            cli.Out.WriteLine(plain + more);
            export?.Invoke(plain);
        }

        var service = new AdvisorService(setup with { FindSettings = FindSettings }, channels);
        var loop = new WatchLoop(service, clock.Time, line => Say(line))
        {
            WaitsForDeliveries = request.Once || request.Hours is not null,
            ConcurrentBatches = request.Hours is null ? ConcurrentBatches : 1,
            ReportApproval = (line, link) => Say(line, DescribeAnswer(link)),
        };
        if (request.Mode == AdvisorMode.Approve)
        {
            WarnOfApprovals();
        }

        if (request.Once)
        {
            return FindExitCode(await loop.TickAsync(cancellation));
        }

        await PrintBannerAsync(cancellation);
        try
        {
            await (
                request.Hours is { } hours ? SimulateAsync(loop, hours, cancellation)
                : live is not null ? live.RunAsync(loop.RunAsync, cancellation)
                : loop.RunAsync(cancellation)
            );
        }
        catch (OperationCanceledException) when (cancellation.IsCancellationRequested)
        {
            // Cancellation is the normal end of watching. The state is saved, and the next run continues from it.
            await cli.Error.WriteLineAsync("advisor: stopped.".AsMemory(), CancellationToken.None);
        }

        return ExitCodes.Success;
    }

    // A second run of the same minute finds the work done; its exit code is that of the first.
    private int FindExitCode(WatchTick? tick)
    {
        if (tick?.EarlierFailures is > 0 and var failures)
        {
            cli.Error.WriteLine(
                $"advisor: {Wording.FormatCount(failures, "resource")} could not be read by an earlier run of this minute, which says why."
            );
        }

        return tick is null || tick is { Resources: 0, Problems.Count: > 0 } ? ExitCodes.Unreachable
            : tick.Problems.Count > 0 || tick.EarlierFailures > 0 ? ExitCodes.Partial
            : ExitCodes.Success;
    }

    private async Task ResumeAsync(CancellationToken cancellation)
    {
        if (
            request.Resume
            && await new Resumption(setup.State).RunAsync("advisor watch", "Started with --resume.", clock.Time.GetUtcNow(), cancellation)
                is not null
        )
        {
            await cli.Error.WriteLineAsync("advisor: changes resumed.".AsMemory(), cancellation);
        }
    }

    private bool ShowsApprovals => request.Listen.Network?.Dashboard is DashboardAccess.SignedIn or DashboardAccess.Full;

    private bool CanBeAnswered => request.WritesLinks(cli) || setup.Routing.SendsApprovals || ShowsApprovals;

    private string DescribeAnswer(Uri link) =>
        request.WritesLinks(cli) ? $" Approve or decline: {link.AbsoluteUri}"
        : setup.Routing.SendsApprovals ? " The link is not written to a log: the channels of advisor.yaml get it."
        : ShowsApprovals ? " The link is not written to a log: answer on the page Approvals."
        : " The link is not written to a log, and no channel gets it: add one to advisor.yaml.";

    // A mode of advisor.yaml or of a tag shows with the first resource that has it.
    private ResourceSettings FindSettings(FleetResource resource, DateTimeOffset now)
    {
        var settings = setup.FindSettings(resource, now);
        if (request.Mode is null && settings.Mode == AdvisorMode.Approve)
        {
            WarnOfApprovals();
        }

        return settings;
    }

    private void WarnOfApprovals()
    {
        if (Interlocked.Exchange(ref warnings, 1) > 0)
        {
            return;
        }

        var remedy = setup.CreateApproval is not null
            ? CanBeAnswered
                ? null
                : "add a channel to advisor.yaml, which gets the links, or set Advisor__SignIn."
            : request.Port is null
                ? "add --serve PORT, which serves the pages."
                : "set Advisor__Address to where people reach this, such as https://advisor.example.com.";
        if (remedy is not null)
        {
            cli.Error.WriteLine(
                $"advisor: warning: in mode approve every change waits for an approval, and none can be given here: {remedy}"
            );
        }
    }

    private TelemetryExport? StartTelemetry()
    {
        var targets = TelemetryTargets.Read(cli.Environment);
        if (targets.Problem is { } problem)
        {
            throw CommandException.CreateUsage(problem);
        }

        return TelemetryExport.Start("advisor", targets, text => cli.Error.WriteLine("advisor: warning: " + text));
    }

    private async Task SimulateAsync(WatchLoop loop, double hours, CancellationToken cancellation)
    {
        // Counted in ticks, so that a clock that is wrong for a while does not end the run.
        for (var left = Math.Ceiling(hours * TimeSpan.TicksPerHour / request.Interval.Ticks); left > 0; left--)
        {
            cancellation.ThrowIfCancellationRequested();
            await loop.TickAsync(cancellation);
            await clock.AdvanceAsync(request.Interval, cancellation);
        }
    }

    private async Task PrintBannerAsync(CancellationToken cancellation)
    {
        PrintMode();
        var served =
            request.Port is { } port ? request.Listen.GetUrl(port).GetLeftPart(UriPartial.Authority)
            : request.MetricsPort is { } metrics ? new Uri(request.Listen.GetUrl(metrics), "/metrics").AbsoluteUri
            : null;
        if (served is not null)
        {
            await cli.Error.WriteLineAsync($"advisor: serving {served} ({request.Listen.Description}).".AsMemory(), cancellation);
        }
    }

    private void PrintMode()
    {
        var off =
            request.Paused ? " (paused: nothing is applied)"
            : request.DryRun ? " (dry run: nothing is applied)"
            : "";
        var mode = (request.Mode?.ToCamelCase() ?? "as configured") + off;
        var state = request.StateFile ?? (request.Azure.Local ? "kept in memory" : WatchRun.DefaultStateFile);
        cli.Error.WriteLine(
            request.Hours is { } hours
                ? $"advisor: {hours:#,##0.##} simulated {(hours == 1 ? "hour" : "hours")}, mode {mode}, state {state}."
                : $"advisor: watching every {setup.Options.Interval.TotalSeconds:0} s, mode {mode}, state {state}. "
                    + "Press Ctrl+C to stop."
        );
    }
}
