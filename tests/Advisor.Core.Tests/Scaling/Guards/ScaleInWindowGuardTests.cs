using Advisor.Core.Decisions;
using Advisor.Core.Observations;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Scaling.Guards;

/// <summary>4,000 connections at 8 units scale in to 5 after an hour, unless the hours of the week do not allow it.</summary>
public class ScaleInWindowGuardTests
{
    private const int Minute = 60;

    private static readonly DateTimeOffset Now = TestResource.Start.AddMinutes(Minute + 2);

    [Theory]
    [InlineData(0, 60, true)] // it begins at its start
    [InlineData(-30, 30, true)]
    [InlineData(-60, 0, false)] // and has ended at its end
    [InlineData(1, 60, false)]
    public void A_scale_in_is_made_in_its_window_only(int from, int to, bool isMade)
    {
        var decision = Decide(CreateDaily(from, to), connections: 4000);

        Assert.Equal(isMade ? 5 : 8, decision.Units);
        Assert.Equal(!isMade, decision.Reasons.Any(reason => reason.Code == ReasonCodes.ScaleInWindow));
    }

    [Fact]
    public void The_sentence_names_the_hours_and_when_the_next_window_opens()
    {
        var windows = CreateDaily(60, 120);

        Assert.Equal(
            $"The settings allow a scale-in only in {windows} (UTC); the next window opens at "
                + FormattableString.Invariant($"{Now.AddMinutes(60):yyyy-MM-dd HH:mm} UTC. 5 units are enough."),
            Decide(windows, connections: 4000).Reasons[0].Text
        );
    }

    [Fact]
    public void A_scale_out_is_made_at_any_hour() => Assert.Equal(10, Decide(CreateDaily(60, 120), connections: 9500).Units);

    private static Decision Decide(WeeklyHours windows, double connections) =>
        TestResource
            .Decide(
                CreateObservation(windows, connections),
                TestResource.RemoveMessages(TestResource.BuildState(Minute, _ => connections, 8))
            )
            .Decision!;

    private static Observation CreateObservation(WeeklyHours windows, double connections)
    {
        var observation = TestResource.CreateObservation(Minute, connections, 8);
        return observation with { Settings = observation.Settings with { ScaleInWindows = windows } };
    }

    private static WeeklyHours CreateDaily(int from, int to) =>
        new([new WeeklyWindow(WeekDays.All, Now.AddMinutes(from).TimeOfDay, Now.AddMinutes(to).TimeOfDay)]);
}
