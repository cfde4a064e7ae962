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
}
