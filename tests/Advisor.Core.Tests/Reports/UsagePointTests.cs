using Advisor.Core.Capacity;
using Advisor.Core.Reports;

namespace Advisor.Core.Tests.Reports;

public sealed class UsagePointTests
{
    private static readonly UsagePoint Point = new(DateTimeOffset.UnixEpoch, TimeSpan.FromMinutes(15), 3, Limit.Connections, 4);

    [Fact]
    public void Its_utilization_is_the_requirement_by_the_size_and_its_end_is_exclusive()
    {
        // 3 of 4 units; 00:00 and a quarter of an hour.
        Assert.Equal((0.75, DateTimeOffset.UnixEpoch.AddMinutes(15)), (Point.Utilization, Point.End));
        Assert.Null(new UsagePoint(Point.Start, Point.Length, null, Limit.None, 4).Utilization);
    }

    [Fact]
    public void It_keeps_what_it_is_made_of_the_requirement_to_seven_digits()
    {
        // The longest interval, and a requirement beyond the largest size.
        var start = new DateTimeOffset(2026, 11, 28, 1, 5, 0, TimeSpan.Zero);
        var point = new UsagePoint(start, TimeSpan.FromHours(6), 1234.5678, Limit.Routing, 1000);

        Assert.Equal((start, TimeSpan.FromHours(6), Limit.Routing, 1000), (point.Start, point.Length, point.Limit, point.Units));
        Assert.Equal(1234.568, point.Required!.Value, 3);
    }
}
