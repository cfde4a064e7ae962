using Advisor.Functions.Tests.Published;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Crashes;

/// <summary>
/// The published executable, killed with SIGKILL at each kind of step of a change and of its message, and started again.
/// </summary>
public sealed class KilledAtEachStepTests(PublishedApp package, ITestOutputHelper output) : IClassFixture<PublishedApp>
{
    [Fact]
    [Fault("state-channel")]
    [Fault("process-killed")]
    public async Task Wherever_it_is_killed_a_decided_change_is_sent_once_verified_and_notified()
    {
        await using var lane = await CrashLane.StartAsync(package.Folder);

        // The first change of all makes rows that later ones find; the second shows the steps.
        Assert.Null((await lane.RunChangeAsync("warm", null)).Complaint);
        var (steps, _, complaint) = await lane.RunChangeAsync("whole", null);
        Assert.Null(complaint);
        Assert.Single(steps, "PATCH");
        Assert.Contains("notify", steps);
        output.WriteLine(string.Join(Environment.NewLine, steps));

        // Each kind of step the first time that it comes: CrashTests of the service has every call, in one process. A kill after a step's
        // effect leaves what a kill before the next one's leaves, so "after" is tried at each; "before" where the effect is not ours. By
        // name: writes beside the change come a step earlier or later in each run.
        var complaints = new List<string>();
        var kinds = steps.Distinct().Where(CrashStep.IsOfChange).ToList();

        // The decision, that it is due, that it is sent, its end, the message, and its delivery.
        Assert.InRange(kinds.Count(CrashStep.IsWrite), 6, steps.Count);
        foreach (var (at, name) in kinds.Index())
        {
            foreach (var moment in name is "PATCH" or "notify" ? Enum.GetValues<Moment>() : [Moment.AfterEffect])
            {
                var run = await lane.RunChangeAsync($"kill-{at}-{moment}", (0, moment), first: step => step == name);
                if (run.Complaint is { } wrong)
                {
                    complaints.Add($"killed {moment} ({name}): {wrong}");
                }
            }
        }

        Assert.Empty(complaints);
    }
}
