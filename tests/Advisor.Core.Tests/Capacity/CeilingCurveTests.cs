using Advisor.Core.Capacity;

namespace Advisor.Core.Tests.Capacity;

public sealed class CeilingCurveTests
{
    // Send to connection: 1,000 a unit up to 20 units, then a wall.
    private static readonly CeilingCurve RoutingCurve = new([1, 2, 20, 50, 100], [1_000, 2_000, 20_000, 20_000, 20_000]);

    // Send to user through REST in 2019, whose last stretch is steeper.
    private static readonly CeilingCurve Uneven = new([50, 100], [10_000, 18_000]);

    [Theory]
    [InlineData(0, 0)]
    [InlineData(-1, 0)]
    [InlineData(0.5, 500)] // from the origin
    [InlineData(11, 11_000)] // 2,000 + 9 / 18 x 18,000
    [InlineData(70, 20_000)]
    [InlineData(500, 20_000)] // no guide promises more than its last column
    public void The_ceiling_is_read_off_straight_lines(double units, double value) =>
        Assert.Equal(value, RoutingCurve.Interpolate(units), 1e-9);

    [Theory]
    [InlineData(0, 0)]
    [InlineData(500, 0.5)]
    [InlineData(11_000, 11)]
    [InlineData(20_000, 20)] // the fewest units that give it, not the last
    [InlineData(20_000.1, double.PositiveInfinity)]
    public void The_units_for_a_value_are_the_fewest_that_give_it(double value, double units) =>
        Assert.Equal(units, RoutingCurve.FindUnits(value), 1e-9);

    [Fact]
    public void Beyond_a_rising_end_the_last_line_says_how_far_the_ladder_falls_short() =>
        Assert.Equal(112.5, Uneven.FindUnits(20_000), 1e-9); // 100 + 2,000 / 160 a unit

    [Fact]
    public void A_straight_curve_goes_on_for_ever() => Assert.Equal(120, new CeilingCurve([1, 100], [2, 200]).FindUnits(240), 1e-9);

    [Theory]
    [InlineData(new double[0], new double[0])]
    [InlineData(new double[] { 1, 2 }, new double[] { 1 })]
    [InlineData(new double[] { 2, 1 }, new double[] { 1, 2 })]
    [InlineData(new double[] { 1, 2 }, new double[] { 2, 1 })]
    [InlineData(new double[] { 0 }, new double[] { 1 })]
    [InlineData(new double[] { 1 }, new double[] { 0 })]
    [InlineData(new double[] { 1 }, new[] { double.NaN })]
    public void A_curve_that_falls_or_has_no_points_is_refused(double[] units, double[] values) =>
        Assert.Throws<ArgumentException>(() => new CeilingCurve(units, values));
}
