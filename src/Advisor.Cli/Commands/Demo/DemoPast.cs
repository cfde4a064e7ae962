using Advisor.Core.Decisions;
using Advisor.Lab.LocalAzure;
using Advisor.Service;
using Advisor.Service.Evaluation;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Tick;

namespace Advisor.Cli.Commands.Demo;

/// <summary>
/// The past of <c>advisor demo --serve</c>: two weeks in which the service evaluates the resources, changes their sizes and notifies, on a
/// clock that skips time while nothing happens. Every minute is learned from; decisions are up to <see cref="Step"/> apart.
/// </summary>
/// <param name="clock">Simulated clock.</param>
internal sealed class DemoPast(ServiceSetup setup, IEnumerable<INotificationChannel> channels, ManualTimeProvider clock)
{
    /// <summary>Length of the past.</summary>
    public static readonly TimeSpan Length = TimeSpan.FromDays(14);

    /// <summary>Time between two ticks while nothing happens.</summary>
    public static readonly TimeSpan Step = TimeSpan.FromHours(1);

    // Changes take nearly three minutes; the next tick verifies them.
    private static readonly TimeSpan ChangeStep = TimeSpan.FromMinutes(3);

    // The minutes in which a change took effect are evaluated one by one, as live ticks do.
    private static readonly TimeSpan SettlingStep = TimeSpan.FromMinutes(1);
    private const int SettlingTicks = 2;
    private static readonly TimeSpan AlertStep = TimeSpan.FromMinutes(10);

    // Only Advisor changes these resources: they need no listing at every tick.
    private static readonly TimeSpan DiscoveryInterval = TimeSpan.FromHours(12);

    private readonly WatchLoop loop = new(
        new AdvisorService(setup with { Options = setup.Options with { DiscoveryInterval = DiscoveryInterval } }, channels),
        clock,
        _ => { }
    );
    private readonly DemoApprover approver = new(setup.State, setup.Approvals);
    private int settlingTicks;

    /// <summary>Runs the past up to an instant; the tick of that instant is not part of it.</summary>
    public async Task RunAsync(DateTimeOffset until, IProgress<EvaluationProgress> progress, CancellationToken cancellation)
    {
        var start = clock.GetUtcNow();
        while (clock.GetUtcNow() < until)
        {
            cancellation.ThrowIfCancellationRequested();
            progress.Report(new("Preparing", (int)(clock.GetUtcNow() - start).TotalDays, (int)Length.TotalDays, "day"));
            await loop.TickAsync(cancellation);
            var next = clock.GetUtcNow() + await FindStepAsync(cancellation);
            clock.Advance((next < until ? next : until) - clock.GetUtcNow());
            await approver.AnswerAsync(clock.GetUtcNow(), cancellation);
        }
    }

    private async Task<TimeSpan> FindStepAsync(CancellationToken cancellation)
    {
        if ((await setup.State.Changes.ListOpenAsync(cancellation)).Count > 0)
        {
            settlingTicks = SettlingTicks;
            return ChangeStep;
        }

        if (settlingTicks > 0)
        {
            settlingTicks--;
            return SettlingStep;
        }

        return await approver.IsAskedAsync(clock.GetUtcNow(), cancellation) ? DemoApprover.ReactionTime
            : (await setup.State.Evaluations.ListAsync(cancellation)).Any(e => e.Alerts.Any(alert => alert.Phase == AlertPhase.Pending))
                ? AlertStep
            : Step;
    }
}
