using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Service.Changes;
using Advisor.Tests;

namespace Advisor.Service.Tests.Changes;

public sealed class ChangeTallyTests
{
    private static readonly DateTimeOffset At = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);

    // Azure was still making the change when Advisor gave up waiting for it, or it had ended it.
    [Theory]
    [InlineData(ChangeLimits.TimedOut, 239, ChangeState.Verified)]
    [InlineData(ChangeLimits.TimedOut, 240, ChangeState.Failed)] // four hours: someone else has set the size
    [InlineData("NotInEffect", 1, ChangeState.Failed)]
    public void The_size_of_a_change_that_failed_ends_its_failures_and_is_its_own_for_a_few_hours(
        string code,
        int minutes,
        ChangeState state
    )
    {
        var tally = new ChangeTally("Standard_S1", 1, 2, ChangeState.Failed, code, "Not in effect.", 1, 2, At) { ToSku = "Standard_S1" };
        var resource = SampleResource.Create("chat", 2);

        var end = tally.FindLateEnd(resource, At.AddMinutes(minutes))!;

        Assert.Equal((state, 0, state == ChangeState.Verified ? 2 : 1), (end.State, end.FailedInARow, end.AppliedUnits));
    }
}
