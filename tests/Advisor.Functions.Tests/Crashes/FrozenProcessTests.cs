using System.Diagnostics;
using Advisor.Functions.Tests.Published;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Crashes;

/// <summary>The published executable, stopped (SIGSTOP) for an hour after each step of a change; its connections end meanwhile.</summary>
public sealed class FrozenProcessTests(PublishedApp package, ITestOutputHelper output) : IClassFixture<PublishedApp>
{
    [Fact]
    [Fault("process-frozen")]
    public async Task Frozen_for_an_hour_at_any_step_it_sends_a_decided_change_once()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals are sent with kill");
        await using var lane = await CrashLane.StartAsync(package.Folder);
        Assert.Null((await lane.RunChangeAsync("warm", null)).Complaint);
        var (steps, _, complaint) = await lane.RunChangeAsync("whole", null);
        Assert.Null(complaint);

        // From the decision until the operation is followed. Writes beside the change come a step earlier or later in each run.
        var complaints = new List<string>();
        var frozen = new List<string>();
        for (var at = 0; !frozen.Contains("follow") && at < steps.Count; at++)
        {
            var run = await lane.RunChangeAsync($"frozen-{at}", (at, Moment.AfterEffect), Freeze, IsDecision);
            frozen.Add(run.KilledAt ?? "never reached");
            output.WriteLine($"{frozen[at]}: {run.Complaint ?? "as it must be"}");
            if (run.Complaint is { } wrong)
            {
                complaints.Add($"frozen after {at} ({frozen[at]}): {wrong}");
            }
        }

        Assert.Empty(complaints);
        Assert.Superset(new HashSet<string> { "read", "PATCH", "follow" }, frozen.ToHashSet());

        static bool IsDecision(string step) => step.Contains("ScaleOut", StringComparison.Ordinal);

        void Freeze(int process)
        {
            Signal(process, "STOP");
            lane.Clock.Advance(TimeSpan.FromHours(1));
            Signal(process, "CONT");
        }
    }

    private static void Signal(int process, string signal)
    {
        using var kill = Process.Start("kill", ["-" + signal, process.ToString()]);
        kill.WaitForExit();
        Assert.Equal(0, kill.ExitCode);
    }
}
