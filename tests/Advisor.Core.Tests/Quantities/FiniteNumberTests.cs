using System.Globalization;
using Advisor.Core.Quantities;

namespace Advisor.Core.Tests.Quantities;

public sealed class FiniteNumberTests
{
    [Theory]
    [InlineData("NaN")]
    [InlineData("Infinity")]
    [InlineData("-Infinity")]
    [InlineData("∞")]
    [InlineData("1e999")]
    [InlineData("-1e999")]
    [InlineData("")]
    [InlineData("1,5")]
    public void Text_that_is_no_finite_number_is_refused(string text)
    {
        Assert.False(FiniteNumber.TryParse(text, NumberStyles.Float, out var value));
        Assert.Equal(0, value);
    }

    [Theory]
    [InlineData("0.7", 0.7)]
    [InlineData("-1e3", -1000)]
    public void A_finite_number_is_parsed(string text, double expected)
    {
        Assert.True(FiniteNumber.TryParse(text, NumberStyles.Float, out var value));
        Assert.Equal(expected, value);
    }
}
