using Advisor.Core.Decisions;

namespace Advisor.Reporting.Tests;

/// <summary>A scale-in below what is required now says so, and why.</summary>
public class BelowRequirementTests
{
    [Theory]
    [InlineData(7.3, 7, " as the load falls (7.3 required now)")]
    [InlineData(7.02, 7, " as the load falls (7.02 required now)")] // one decimal would read as no more than 7
    [InlineData(7, 7, "")]
    [InlineData(6.9, 7, "")]
    [InlineData(double.PositiveInfinity, 7, "")] // routing that no size carries
    public void It_is_said_only_where_the_size_is_below_the_requirement(double required, int units, string expected) =>
        Assert.Equal(expected, BelowRequirement.Describe(required, units, [new Reason(ReasonCodes.SteadySize, "One sentence.")]));
}
