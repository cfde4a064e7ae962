using System.Globalization;
using System.Text.RegularExpressions;

namespace Advisor.Core.Metrics;

/// <summary>Reads the bucket length that a response of Azure Monitor states as its <c>interval</c>.</summary>
public static partial class MetricInterval
{
    /// <summary>
    /// Parses days, hours, minutes and seconds of ISO 8601 such as <c>PT1M</c>, and the forms that the Azure CLI prints (<c>0:01:00</c>,
    /// <c>1 day, 0:00:00</c>); null if the text is none of them, such as FULL.
    /// </summary>
    public static TimeSpan? Parse(string? text)
    {
        if (string.IsNullOrEmpty(text))
        {
            return null;
        }

        // A number alone is days to TimeSpan, and of no unit to Azure.
        if (
            text.Contains(':', StringComparison.Ordinal)
            && TimeSpan.TryParse(text.Replace(" day, ", ".", StringComparison.Ordinal), CultureInfo.InvariantCulture, out var span)
        )
        {
            return span;
        }

        var match = IsoDuration().Match(text);
        int GetCount(string unit) => match.Groups[unit].Success ? int.Parse(match.Groups[unit].ValueSpan, CultureInfo.InvariantCulture) : 0;
        return match.Success ? new TimeSpan(GetCount("days"), GetCount("hours"), GetCount("minutes"), GetCount("seconds")) : null;
    }

    [GeneratedRegex(
        "^P((?<days>[0-9]{1,6})D)?(T((?<hours>[0-9]{1,6})H)?((?<minutes>[0-9]{1,6})M)?((?<seconds>[0-9]{1,6})S)?)?$",
        RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant,
        1000
    )]
    private static partial Regex IsoDuration();
}
