using Advisor.Core.Advice;
using Advisor.Core.Forecasting;

namespace Advisor.Core.Tests.Advice;

public class RecentRequirementTests
{
    private const int Now = 10_000;

    // 30 minutes of 3 each, then all 6 here: the sum was 6 in every minute, where the peaks would make 9.
    [Fact]
    public void Clients_that_moved_count_once() =>
        Assert.Equal((6, 0), FindPeak(Create(minute => minute < Now - 30 ? 3 : 6), Create(minute => minute < Now - 30 ? 3 : 0)));

    [Fact]
    public void Different_busy_minutes_are_not_added() =>
        Assert.Equal((5, 1), FindPeak(Create(minute => minute == Now - 40 ? 5 : 1), Create(minute => minute == Now - 20 ? 4 : 1)));

    [Fact]
    public void The_newest_minute_is_left_out_where_the_other_has_not_reached_it() =>
        Assert.Equal((3, 3), FindPeak(Create(minute => minute < Now - 1 ? 3 : 6), Create(_ => 3, Now - 1)));

    // 5 minutes behind, the minutes of 6 here are left out; 6 behind, they count with the last of the other.
    [Theory]
    [InlineData(5, 3)]
    [InlineData(6, 6)]
    public void One_that_is_far_behind_counts_with_its_last_minute(int behind, double here) =>
        Assert.Equal((here, 3), FindPeak(Create(minute => minute < Now - 5 ? 3 : 6), Create(_ => 3, Now - behind)));

    [Fact]
    public void One_that_ended_counts_up_to_its_last_minute_only() =>
        Assert.Equal((6, 0), FindPeak(Create(minute => minute < Now - 10 ? 3 : 6), Create(_ => 3, Now - 10) with { IsEnded = true }));

    [Fact]
    public void A_minute_without_metrics_counts_with_the_maximum_of_the_hour()
    {
        var history = RequiredUnitsHistory.Empty;
        for (var minute = Now - 60; minute < Now; minute++)
        {
            history = history.Append(minute, minute is > Now - 40 and < Now - 20 ? UnitsCode.Unknown : UnitsCode.Encode(4));
        }

        var (here, there) = FindPeak(Create(minute => minute == Now - 30 ? 6 : 1), RecentRequirement.Create(history, last: 4)!);

        Assert.Equal(6, here);
        Assert.Equal(4, there, 0.001);
    }

    [Fact]
    public void An_hour_without_metrics_is_not_known() =>
        Assert.Null(
            RecentRequirement.Create(RequiredUnitsHistory.Empty.Append(Now - 61, UnitsCode.Encode(4)).Append(Now - 1, UnitsCode.Unknown), 4)
        );

    // The history stores half a unit. Now 0.1 are required; or 3, of clients that came after that minute.
    [Theory]
    [InlineData(0.1, 0.1)]
    [InlineData(3, 0)]
    public void A_minute_of_little_load_counts_with_the_last_requirement_or_none(double last, double there)
    {
        var history = RequiredUnitsHistory.Empty.Append(Now - 2, UnitsCode.Encode(0)).Append(Now - 1, UnitsCode.Encode(last));

        Assert.Equal((6, there), FindPeak(Create(minute => minute == Now - 2 ? 6 : 0), RecentRequirement.Create(history, last)!));
    }

    private static RecentRequirement Create(Func<int, double> units, int next = Now) =>
        new(next, [.. Enumerable.Range(next - 60, 60).Select(units)]);

    private static (double, double) FindPeak(RecentRequirement own, RecentRequirement other) => RecentRequirement.FindPeak(own, [other]);
}
