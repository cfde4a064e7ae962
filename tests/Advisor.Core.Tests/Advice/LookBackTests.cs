using Advisor.Core.Advice;
using Advisor.Core.Forecasting;

namespace Advisor.Core.Tests.Advice;

public class LookBackTests
{
    private const int Day = 1440;

    [Fact]
    public void Without_earlier_minutes_it_is_the_history_of_14_days()
    {
        var history = Create(0, 3 * Day, _ => 2);
        var lookBack = new LookBack(history);

        Assert.Equal(14, lookBack.Days);
        Assert.Equal(history.Codes, lookBack.Codes);
    }

    [Fact]
    public void Overlapping_parts_are_joined_by_the_minute_and_the_newest_counts()
    {
        // Days 0 to 10 need 1 unit, 9 to 23 need 2, 22 to 30 need 3.
        var lookBack = new LookBack(
            Create(22 * Day, 30 * Day, _ => 3),
            new EarlierRequirements([Create(0, 10 * Day, _ => 1), Create(9 * Day, 23 * Day, _ => 2)])
        );

        Assert.Equal((30, 30 * Day), (lookBack.Days, lookBack.Codes.Length));
        Assert.Equal(
            [1, 1, 2, 2, 3, 3],
            new[] { 0, 8, 9, 21, 22, 29 }.Select(day => (int)Math.Round(UnitsCode.Decode(lookBack.Codes[day * Day])))
        );
    }

    [Fact]
    public void A_minute_between_the_parts_is_unknown()
    {
        var lookBack = new LookBack(Create(16 * Day, 30 * Day, _ => 3), new EarlierRequirements([Create(0, 14 * Day, _ => 1)]));

        Assert.Equal(UnitsCode.Unknown, lookBack.Codes[15 * Day]);
    }

    [Fact]
    public void A_full_size_stays_a_lower_bound_in_the_part_that_counts()
    {
        var lookBack = new LookBack(
            Create(10 * Day, 24 * Day, _ => 3),
            new EarlierRequirements([Create(0, 11 * Day, _ => 1, minute => minute is 5 or (10 * Day))])
        );

        // The second one is in a day that the newer part shows as known.
        Assert.Equal((true, false, false), (lookBack.IsLowerBound(5), lookBack.IsLowerBound(6), lookBack.IsLowerBound(10 * Day)));
    }

    private static RequiredUnitsHistory Create(int from, int to, Func<int, double> load, Func<int, bool>? isBound = null)
    {
        var history = RequiredUnitsHistory.Empty;
        for (var minute = from; minute < to; minute++)
        {
            history = history.Append(minute, UnitsCode.Encode(load(minute)), isBound?.Invoke(minute) ?? false);
        }

        return history;
    }
}
