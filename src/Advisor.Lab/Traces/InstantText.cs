using System.Globalization;
using System.Text.RegularExpressions;

namespace Advisor.Lab.Traces;

/// <summary>Reads instants that have one meaning only: the year comes first, as in ISO 8601. Without an offset they are UTC.</summary>
public static partial class InstantText
{
    /// <summary>Parses forms such as <c>2026-01-05T10:03:00Z</c>, <c>2026-01-05 10:03</c> and <c>2026-01-05T10:03:00+02:00</c>.</summary>
    public static bool TryParse(ReadOnlySpan<char> text, out DateTimeOffset at)
    {
        const DateTimeStyles utc = DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal;
        at = default;
        return StartsWithYear().IsMatch(text) && DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, utc, out at);
    }

    /// <summary>Returns why a text is no such instant, in a sentence.</summary>
    internal static string DescribeProblem(string text) =>
        DayOrMonthFirst().IsMatch(text)
            ? $"'{text}' does not say which number is the month; write 2026-01-05T10:03:00Z for 5 January 2026, 10:03 UTC."
            : $"'{text}' is not an instant such as 2026-01-05T10:03:00Z.";

    [GeneratedRegex(@"^\s*[0-9]{4}[-/][0-9]{1,2}[-/][0-9]{1,2}(\D|$)", RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant, 1000)]
    private static partial Regex StartsWithYear();

    [GeneratedRegex(
        @"^\s*[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{2,4}(\D|$)",
        RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant,
        1000
    )]
    private static partial Regex DayOrMonthFirst();
}
