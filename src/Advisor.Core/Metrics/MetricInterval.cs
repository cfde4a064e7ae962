using System.Globalization;
using System.Xml;

namespace Advisor.Core.Metrics;

/// <summary>Reads the bucket length that a response of Azure Monitor states as its <c>interval</c>.</summary>
public static class MetricInterval
{
    /// <summary>
    /// Parses forms such as <c>PT1M</c>, and those printed by the Azure CLI (<c>0:01:00</c>, <c>1 day, 0:00:00</c>); null if the text is
    /// none of them (such as FULL), or is longer than 29,000 years.
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

        try
        {
            return XmlConvert.ToTimeSpan(text);
        }
        catch (Exception e) when (e is FormatException or OverflowException)
        {
            return null;
        }
    }
}
