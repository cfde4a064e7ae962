using Advisor.Core.Advice;
using Advisor.Core.Forecasting;
using Advisor.Core.Quantities;

namespace Advisor.Core.Tests.Advice;

public class QuietHourTests
{
    private const int Day = 1440;

    // Monday, 5 January 2026, 00:00 UTC.
    private static readonly int Monday = Minutes.ToNumber(new DateTimeOffset(2026, 1, 5, 0, 0, 0, TimeSpan.Zero));

    [Theory]
    [InlineData(7 * Day)]
    [InlineData((7 * Day) + 725)]
    [InlineData(14 * Day)]
    public void The_quiet_hour_is_the_one_of_lowest_mean_whenever_it_is_asked(int minutes)
    {
        // From 03:00 to 04:00 one unit, otherwise ten.
        var quiet = QuietHour.Find(Create(minutes, minute => minute % Day / 60 == 3 ? 1 : 10))!.Value;

        Assert.Equal(3, quiet.Hour);
        Assert.Equal(1, quiet.Units, 3);
    }

    [Fact]
    public void One_quiet_night_is_not_the_quiet_hour_of_the_week()
    {
        // 23:00 is at 1 on one of seven days: (1 + 6 x 10) / 7 = 8.7. 04:00 is at 5 on all of them.
        var quiet = QuietHour.Find(
            Create(
                7 * Day,
                minute =>
                    (minute / 60) switch
                    {
                        23 => 1,
                        var hour when hour % 24 == 4 => 5,
                        _ => 10,
                    }
            )
        );

        Assert.Equal(4, quiet!.Value.Hour);
    }

    [Fact]
    public void Days_before_the_last_week_do_not_count()
    {
        // The night moved from 02:00 to 20:00 a week ago.
        var quiet = QuietHour.Find(Create(14 * Day, minute => minute % Day / 60 == (minute < 7 * Day ? 2 : 20) ? 1 : 10));

        Assert.Equal(20, quiet!.Value.Hour);
    }

    [Fact]
    public void A_load_that_hardly_changes_has_no_quiet_hour()
    {
        // 8.1 of a mean of (23 x 10 + 8.1) / 24 = 9.92 is 82 %; 7.8 of 9.91 is 79 %.
        Assert.Null(QuietHour.Find(Create(7 * Day, minute => minute % Day / 60 == 5 ? 8.1 : 10)));
        Assert.Equal(5, QuietHour.Find(Create(7 * Day, minute => minute % Day / 60 == 5 ? 7.8 : 10))!.Value.Hour);
    }

    [Fact]
    public void An_hour_of_which_nothing_is_known_might_be_the_quiet_one()
    {
        var history = RequiredUnitsHistory.Empty;
        for (var minute = 0; minute < 7 * Day; minute++)
        {
            var hour = minute % Day / 60;
            history = history.Append(Monday + minute, hour == 7 ? UnitsCode.Unknown : UnitsCode.Encode(hour == 3 ? 1 : 10));
        }

        Assert.Null(QuietHour.Find(history));
        Assert.Null(QuietHour.Find(Create(23 * 60, _ => 1)));
        Assert.Null(QuietHour.Find(RequiredUnitsHistory.Empty));
    }

    [Fact]
    public void Only_hours_in_which_a_scale_in_is_allowed_count()
    {
        // 03:00 is lowest, and a scale-in is allowed from 20:00 to 24:00, of which 22:00 is lowest.
        double Load(int minute) =>
            (minute % Day / 60) switch
            {
                3 => 1,
                22 => 4,
                _ => 10,
            };
        bool IsEvening(int minute) => minute % Day >= 20 * 60;

        Assert.Equal(22, QuietHour.Find(Create(7 * Day, Load), IsEvening)!.Value.Hour);
        Assert.Null(QuietHour.Find(Create(7 * Day, Load), minute => minute % Day / 60 == 12));
        Assert.Null(QuietHour.Find(Create(7 * Day, Load), _ => false));
    }

    // 20:00 to 05:00 in Nepal, 5:45 ahead, is 14:15 to 23:15 UTC: of the hour from 23:00 on, the lowest, three quarters are not allowed.
    [Fact]
    public void An_hour_that_is_allowed_in_part_does_not_count()
    {
        double Load(int minute) =>
            (minute % Day / 60) switch
            {
                23 => 1,
                22 => 4,
                _ => 10,
            };

        var quiet = QuietHour.Find(Create(7 * Day, Load), minute => minute % Day is >= (14 * 60) + 15 and < (23 * 60) + 15);

        Assert.Equal(22, quiet!.Value.Hour);
    }

    private static RequiredUnitsHistory Create(int count, Func<int, double> load)
    {
        var history = RequiredUnitsHistory.Empty;
        for (var minute = 0; minute < count; minute++)
        {
            history = history.Append(Monday + minute, UnitsCode.Encode(load(minute)));
        }

        return history;
    }
}
