using Advisor.Core.Quantities;

namespace Advisor.Core.Tests.Quantities;

/// <summary>Text with figures, held against the general formatter of the base library.</summary>
public sealed class FigureTextTests
{
    private static readonly string[] Formats = ["0", "0.0", "0.#", "0.00", "0.##", "#,##0"];

    [Theory]
    [InlineData(0)]
    [InlineData(-0.0)]
    [InlineData(0.005)]
    [InlineData(-0.004)]
    [InlineData(1.005)] // 1.00499999999999989…: the pattern rounds its 15 digits, 1.00500000000000, to 1.01
    [InlineData(0.285)]
    [InlineData(0.5)]
    [InlineData(1.5)]
    [InlineData(2.5)]
    [InlineData(0.45)]
    [InlineData(99.95)]
    [InlineData(99.995)]
    [InlineData(-12.345)]
    [InlineData(999_999_999.994)]
    [InlineData(1e9)]
    [InlineData(1.5e15)]
    [InlineData(1e300)]
    [InlineData(double.MaxValue)]
    [InlineData(double.PositiveInfinity)]
    [InlineData(double.NaN)]
    public void A_figure_reads_as_the_pattern_writes_it_but_for_a_minus_before_zero(double value) =>
        Assert.All(Formats, format => AssertSame(value, format));

    [Fact]
    public void Two_hundred_thousand_figures_and_every_tie_up_to_a_hundred_read_as_the_pattern_writes_them()
    {
        var random = new Random(1);
        for (var i = 0; i < 200_000; i++)
        {
            AssertSame((random.NextDouble() - 0.3) * Math.Pow(10, random.Next(-3, 9)), Formats[i % Formats.Length]);
        }

        for (var thousandth = 0; thousandth < 100_000; thousandth++)
        {
            Assert.All(Formats, format => AssertSame(thousandth / 1000.0, format));
        }
    }

    [Fact]
    public void An_unknown_figure_is_left_out_and_other_parts_read_as_ever()
    {
        double? unknown = null;
        double? known = 2.345;
        Assert.Equal("<> 2.35 7 1,234 text", FigureText.Create($"<{unknown:0.00}> {known:0.00} {7} {1234:#,##0} {"text"}"));
    }

    private static void AssertSame(double value, string format)
    {
        var text = format switch
        {
            "0" => FigureText.Create($"{value:0}"),
            "0.0" => FigureText.Create($"{value:0.0}"),
            "0.#" => FigureText.Create($"{value:0.#}"),
            "0.00" => FigureText.Create($"{value:0.00}"),
            "0.##" => FigureText.Create($"{value:0.##}"),
            _ => FigureText.Create($"{value:#,##0}"),
        };
        var pattern = value.ToString(format);
        Assert.Equal(pattern.AsSpan().IndexOfAnyExcept("-0.") < 0 ? pattern.TrimStart('-') : pattern, text);
    }
}
