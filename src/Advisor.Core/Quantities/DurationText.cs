using System.Globalization;

namespace Advisor.Core.Quantities;

/// <summary>Durations as people state them.</summary>
public static class DurationText
{
    /// <summary>Parses a number above 0 and m, h or d: <c>30m</c>, <c>2h</c>, <c>1.5d</c>; null when the text is none of these.</summary>
    public static TimeSpan? Parse(string text) =>
        text.Length > 1
        && FiniteNumber.TryParse(text.AsSpan(0, text.Length - 1), NumberStyles.AllowDecimalPoint, out var number)
        && number is > 0 and < 100_000
        && text[^1] is 'm' or 'h' or 'd'
            ? TimeSpan.FromMinutes(
                number
                    * text[^1] switch
                    {
                        'm' => 1,
                        'h' => 60,
                        _ => 1440,
                    }
            )
            : null;

    /// <summary>Parses a whole number above 0 and one of some units: <c>7d</c>; null when the text is none of these.</summary>
    /// <param name="units">The letters of the units that are possible: m, h and d.</param>
    public static TimeSpan? ParseWhole(string text, string units) =>
        text.Length > 1 && text[..^1].All(char.IsAsciiDigit) && units.Contains(text[^1]) ? Parse(text) : null;
}
