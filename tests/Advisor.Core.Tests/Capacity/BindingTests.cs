using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling;

namespace Advisor.Core.Tests.Capacity;

public sealed class BindingTests
{
    [Fact]
    public void The_greatest_utilization_binds()
    {
        Assert.Equal(Dimension.Routing, Binding.Of(new(new Ratio(0.6), new Ratio(0.4), new Ratio(0.5), new Ratio(0.5), new Ratio(1.1))));
        Assert.Equal(Dimension.ServerLoad, Binding.Of(new(new Ratio(0.6), new Ratio(0.6))));
    }

    [Theory]
    [InlineData(0.049, Dimension.None)]
    [InlineData(0.05, Dimension.Connections)]
    [InlineData(0.051, Dimension.Connections)]
    public void Nothing_binds_below_five_percent_of_everything(double connections, Dimension expected) =>
        Assert.Equal(expected, Binding.Of(new(new Ratio(0.01), new Ratio(connections))));

    [Fact]
    public void Where_nothing_is_known_nothing_binds_and_nothing_is_needed()
    {
        Assert.Equal(Dimension.None, Binding.Of(default));
        Assert.Null(default(Needs).Greatest());
    }

    [Fact]
    public void The_greatest_need_is_that_of_all_known_limits()
    {
        Assert.Equal(4.5, new Needs(4.5, null, 2).Greatest());
        Assert.Equal(double.PositiveInfinity, new Needs(4.5, Routing: double.PositiveInfinity).Greatest());
        Assert.Null(new Needs(4.5, Routing: double.PositiveInfinity).LeastSize(GuideTables.Standard.Ladder));
        Assert.Equal(20, new Needs(10.01).LeastSize(GuideTables.Standard.Ladder));
    }
}
