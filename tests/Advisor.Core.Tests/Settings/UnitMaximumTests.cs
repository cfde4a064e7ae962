using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Settings;

/// <summary>5 January 2026 is a Monday; windows without a lead have one of half an hour.</summary>
public sealed class UnitMaximumTests
{
    [Theory]
    [InlineData(null, 1, 5, 100)]
    [InlineData(null, 1, 300, 300)]
    [InlineData(null, 150, 5, 150)]
    [InlineData(50, 1, 300, 50)]
    [InlineData(500, 1, 300, 500)]
    public void Without_a_stated_maximum_it_is_100_or_what_is_in_force_or_the_minimum(int? stated, int minimum, int inForce, int units) =>
        Assert.Equal(units, new ResourceSettings { MinUnits = minimum, MaxUnits = stated }.ResolveMaxUnits(inForce));

    [Theory]
    [InlineData("2026-01-05T23:00", null, 100, null)] // the hours between the nights
    [InlineData("2026-01-05T12:00", null, 100, null)]
    [InlineData("2026-01-05T23:00", 30, 30, "day")] // a day that follows at once: the settings never apply
    [InlineData("2026-01-05T23:00", 200, 200, "day")]
    public void The_highest_maximum_of_a_week_is_that_of_its_schedules_and_of_the_hours_between(
        string time,
        int? day,
        int units,
        string? window
    )
    {
        var windows = Enumerable
            .Range(-1, 9)
            .SelectMany(number =>
                (PlannedWindow[])
                    [
                        Create("night", number, "22:00", 8, 10, isRecurring: true),
                        .. day is { } units ? [Create("day", number, "06:00", 16, units, isRecurring: true)] : (PlannedWindow[])[],
                    ]
            );

        var highest = Find(time, [.. windows]);

        Assert.Equal((units, window), (highest.Units, highest.Window?.Name));
    }

    [Theory]
    [InlineData("2026-01-05T23:00", 20)] // in force
    [InlineData("2026-01-06T12:00", 100)] // over
    public void An_announced_maximum_is_that_of_a_size_to_keep_only_while_it_is_in_force(string time, int units)
    {
        var sale = Create("sale", 0, "20:00", 10, 20, isRecurring: false);

        Assert.Equal(units, Find(time, sale, Create("night", 0, "22:00", 8, 10, isRecurring: true)).Units);
    }

    private static UnitMaximum Find(string time, params PlannedWindow[] windows) =>
        new ResourceSettings { Windows = windows }.FindMaxUnits(Parse(time), TimeSpan.FromMinutes(30), 5, isSteady: true);

    private static PlannedWindow Create(string name, int day, string start, int hours, int maxUnits, bool isRecurring)
    {
        var from = Parse("2026-01-05T" + start).AddDays(day);
        return new(name, from, from.AddHours(hours), null, false, maxUnits) { IsRecurring = isRecurring };
    }

    private static DateTimeOffset Parse(string time) => DateTimeOffset.Parse(time + "Z", System.Globalization.CultureInfo.InvariantCulture);
}
