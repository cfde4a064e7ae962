using System.Collections.Concurrent;
using Advisor.Functions.Tests.Published;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Crashes;

/// <summary>
/// The published executable, killed with SIGKILL at each step from the first read of a resource to the end of its change, and started
/// again.
/// </summary>
public sealed class KilledAtEachStepTests(PublishedApp package, ITestOutputHelper output) : IClassFixture<PublishedApp>
{
    [Fact]
    [Fault("state-channel")]
    [Fault("process-killed")]
    public async Task Wherever_it_is_killed_a_decided_change_is_sent_once_verified_and_notified()
    {
        var points = new ConcurrentQueue<(int At, Moment Moment)>();
        var complaints = new ConcurrentBag<string>();
        await using var first = await CrashLane.StartAsync(package.Folder);

        // The first change of all makes rows that later ones find; the second shows the steps.
        Assert.Null((await first.RunChangeAsync("warm", null)).Complaint);
        var (steps, _, complaint) = await first.RunChangeAsync("whole", null);
        Assert.Null(complaint);
        Assert.Single(steps, "PATCH");
        Assert.Contains("notify", steps);
        output.WriteLine(string.Join(Environment.NewLine, steps));

        // A kill after a step's effect leaves what a kill before the next one's leaves, so "after" is tried at each; "before" where the
        // effect is not ours.
        for (var at = 0; at < steps.Count; at++)
        {
            points.Enqueue((at, Moment.AfterEffect));
            if (steps[at] is "PATCH" or "notify")
            {
                points.Enqueue((at, Moment.BeforeEffect));
            }
        }

        await using var second = await CrashLane.StartAsync(package.Folder);
        Assert.Null((await second.RunChangeAsync("warm", null)).Complaint);
        await Task.WhenAll(
            new[] { first, second }.Select(lane =>
                Task.Run(async () =>
                {
                    while (points.TryDequeue(out var point))
                    {
                        var run = await lane.RunChangeAsync(
                            $"kill-{point.At}-{(point.Moment == Moment.AfterEffect ? "after" : "before")}",
                            point
                        );
                        if (run.Complaint is { } wrong)
                        {
                            complaints.Add($"killed {point.Moment} {point.At} " + $"({run.KilledAt ?? "never reached"}): {wrong}");
                        }
                    }
                })
            )
        );

        Assert.Empty(complaints);
    }
}
