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

        if (TimeSpan.TryParse(text.Replace(" day, ", ".", StringComparison.Ordinal), CultureInfo.InvariantCulture, out var span))
        {
            return span;
        }

        var match = IsoDuration().Match(text);
        int GetCount(int group) => match.Groups[group].Success ? int.Parse(match.Groups[group].ValueSpan, CultureInfo.InvariantCulture) : 0;
        return match.Success ? new TimeSpan(GetCount(1), GetCount(2), GetCount(3), GetCount(4)) : null;
    }

    [GeneratedRegex(@"^P(?:([0-9]{1,6})D)?(?:T(?:([0-9]{1,6})H)?(?:([0-9]{1,6})M)?(?:([0-9]{1,6})S)?)?$", RegexOptions.CultureInvariant)]
    private static partial Regex IsoDuration();
}
