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

        // Each kind of step of the change the first time that it comes, from the decision until the operation is followed.
        var kinds = steps.Distinct().Where(CrashStep.IsOfChange).SkipWhile(step => !IsDecision(step)).ToList();
        kinds = kinds[..(kinds.IndexOf("follow") + 1)];
        Assert.Superset(new HashSet<string> { "read", "PATCH", "follow" }, kinds.ToHashSet());
        Assert.InRange(kinds.Count(CrashStep.IsWrite), 3, steps.Count);
        var complaints = new List<string>();
        foreach (var (at, name) in kinds.Index())
        {
            var run = await lane.RunChangeAsync($"frozen-{at}", (0, Moment.AfterEffect), Freeze, step => step == name);
            output.WriteLine($"{name}: {run.Complaint ?? "as it must be"}");
            if (run.Complaint is { } wrong)
            {
                complaints.Add($"frozen after {name}: {wrong}");
            }
        }

        Assert.Empty(complaints);

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
