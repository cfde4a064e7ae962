using Advisor.Core.Capacity;
using Advisor.Core.Quantities;

namespace Advisor.Core.Tests.Capacity;

public sealed class LimitingFactorTests
{
    [Fact]
    public void The_highest_utilization_is_the_limiting_factor()
    {
        Assert.Equal(
            Limit.Routing,
            LimitingFactor.Find(new(new Ratio(0.6), new Ratio(0.4), new Ratio(0.5), new Ratio(0.5), new Ratio(1.1)))
        );
        Assert.Equal(Limit.ServerLoad, LimitingFactor.Find(new(new Ratio(0.6), new Ratio(0.6))));
    }

    [Theory]
    [InlineData(0.049, Limit.None)]
    [InlineData(0.05, Limit.Connections)]
    [InlineData(0.051, Limit.Connections)]
    public void Below_five_percent_of_every_limit_there_is_no_limiting_factor(double connections, Limit expected) =>
        Assert.Equal(expected, LimitingFactor.Find(new(new Ratio(0.01), new Ratio(connections))));

    [Fact]
    public void Where_nothing_is_known_there_is_no_limiting_factor_and_no_requirement()
    {
        Assert.Equal(Limit.None, LimitingFactor.Find(default));
        Assert.Null(default(PerLimit<double>).Max());
    }

    [Fact]
    public void The_highest_requirement_is_that_of_all_known_limits()
    {
        Assert.Equal(4.5, new PerLimit<double>(4.5, null, 2).Max());
        Assert.Equal(double.PositiveInfinity, new PerLimit<double>(4.5, Routing: double.PositiveInfinity).Max());
        Assert.Null(new PerLimit<double>(4.5, Routing: double.PositiveInfinity).FindMinSize(GuideTables.Standard.Ladder));
        Assert.Equal(20, new PerLimit<double>(10.01).FindMinSize(GuideTables.Standard.Ladder));
    }
}
