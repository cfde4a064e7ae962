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
        var (steps, complaint) = await lane.RunChangeAsync("whole", null);
        Assert.Null(complaint);

        // From the decision until the operation is followed; a step may be one earlier or later than in the whole run.
        var at = steps.ToList().FindIndex(step => step.Contains("ScaleOut", StringComparison.Ordinal));
        var complaints = new List<string>();
        var frozen = new List<string>();
        for (; !frozen.Contains("follow") && at < steps.Count; at++)
        {
            var run = await lane.RunChangeAsync($"frozen-{at}", (at, Moment.AfterEffect), Freeze);
            frozen.Add(run.Steps[at]);
            output.WriteLine($"{run.Steps[at]}: {run.Complaint ?? "as it must be"}");
            if (run.Complaint is { } wrong)
            {
                complaints.Add($"frozen after {at} ({run.Steps[at]}): {wrong}");
            }
        }

        Assert.Empty(complaints);
        Assert.Superset(new HashSet<string> { "read", "PATCH", "follow" }, frozen.ToHashSet());

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
