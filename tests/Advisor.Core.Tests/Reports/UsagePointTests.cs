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
        Assert.Null((Point with { Required = null }).Utilization);
    }
}
