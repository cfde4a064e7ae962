using Advisor.Core.Capacity;
using Advisor.Core.Reports;

namespace Advisor.Core.Tests.Reports;

public sealed class UsagePointTests
{
    private static readonly UsagePoint Point = new(DateTimeOffset.UnixEpoch, TimeSpan.FromMinutes(15), 3, 0.75, Limit.Connections, 4);

    [Fact]
    public void Its_utilization_is_null_where_nothing_was_read_and_its_end_is_exclusive()
    {
        // 00:00 and a quarter of an hour.
        Assert.Equal((0.75, DateTimeOffset.UnixEpoch.AddMinutes(15)), (Point.Utilization, Point.End));
        Assert.Null(new UsagePoint(Point.Start, Point.Length, null, null, Limit.None, 4).Utilization);
    }

    [Fact]
    public void It_keeps_what_it_is_made_of_requirement_and_utilization_to_seven_digits()
    {
        // The longest interval, and a requirement beyond the largest size.
        var start = new DateTimeOffset(2026, 11, 28, 1, 5, 0, TimeSpan.Zero);
        var point = new UsagePoint(start, TimeSpan.FromHours(6), 1234.5678, 0.12345678, Limit.Routing, 1000);

        Assert.Equal((start, TimeSpan.FromHours(6), Limit.Routing, 1000), (point.Start, point.Length, point.Limit, point.Units));
        Assert.Equal((1234.568, 0.1234568), (Math.Round(point.Required!.Value, 3), Math.Round(point.Utilization!.Value, 7)));
    }
}
