using System.Text.RegularExpressions;

namespace Advisor.Core.Tests.Architecture;

/// <summary>
/// Text becomes a number at one place, which refuses NaN and infinity: one tag with <c>NaN</c> passed a check of a range and stopped the
/// tick of a fleet.
/// </summary>
public sealed partial class FiniteNumbersTests
{
    private static readonly string[] Parsers =
    [
        "src/Advisor.Core/Quantities/FiniteNumber.cs",
        "src/Advisor.Service/Http/RetryAfterHeader.cs", // a wait without an end is limited like any long one
    ];

    [Fact]
    public void Text_is_parsed_as_a_number_at_the_listed_places_only() =>
        Assert.Equal(
            Parsers,
            (
                from file in SourceFiles.List("src", "functions")
                where ParsePattern().IsMatch(File.ReadAllText(file.FullPath))
                select file.Path
            ).Order(StringComparer.Ordinal)
        );

    [Theory]
    [InlineData("double.TryParse(text, out var number)")]
    [InlineData("var number = double.Parse(text);")]
    [InlineData("Convert.ToDouble(text)")]
    public void A_planted_parser_is_found(string code) => Assert.Matches(ParsePattern(), code);

    [GeneratedRegex(
        @"\b(double|float|Double|Single|Half)\.(Try)?Parse\b|\bConvert\.To(Double|Single)\b",
        RegexOptions.ExplicitCapture,
        1000
    )]
    private static partial Regex ParsePattern();
}
