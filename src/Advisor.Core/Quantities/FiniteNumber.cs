using System.Globalization;

namespace Advisor.Core.Quantities;

/// <summary>
/// Parses numbers that people, files and other programs write. .NET accepts <c>NaN</c>, <c>Infinity</c> and <c>1e999</c> whatever the
/// styles are, and comparisons with NaN are false, so that it passes a check of a range.
/// </summary>
public static class FiniteNumber
{
    /// <summary>Parses a finite number in the invariant culture; false, with 0, for any other text.</summary>
    /// <param name="styles">Forms that are accepted, such as an exponent or a sign.</param>
    public static bool TryParse(ReadOnlySpan<char> text, NumberStyles styles, out double value)
    {
        if (double.TryParse(text, styles, CultureInfo.InvariantCulture, out value) && double.IsFinite(value))
        {
            return true;
        }

        value = 0;
        return false;
    }
}
