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
        Assert.Equal(units, new ResourceSettings { MinUnits = minimum, MaxUnits = stated }.GetMaxUnits(inForce));
}
