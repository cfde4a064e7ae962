using System.Globalization;
using System.Xml;

namespace Advisor.Azure.Metrics;

/// <summary>The bucket lengths that Azure Monitor serves, and how long a window of each one call may ask for.</summary>
public static class MetricGrain
{
    /// <summary>Platform metrics are kept this long.</summary>
    public static readonly TimeSpan Retention = TimeSpan.FromDays(93);

    // Points of one series in one call: a day of minutes. Keeps an answer for 50 resources at some tens of MB at the most.
    private const int MaxPointsPerCall = 1440;

    private static readonly TimeSpan[] Supported =
    [
        TimeSpan.FromMinutes(1),
        TimeSpan.FromMinutes(5),
        TimeSpan.FromMinutes(15),
        TimeSpan.FromMinutes(30),
        TimeSpan.FromHours(1),
        TimeSpan.FromHours(6),
        TimeSpan.FromHours(12),
        TimeSpan.FromDays(1),
    ];

    /// <summary>PT1M, PT5M, PT15M, PT30M, PT1H, PT6H, PT12H and P1D.</summary>
    public static IReadOnlyList<TimeSpan> All => Supported;

    /// <summary>The wire form: one minute is <c>PT1M</c>.</summary>
    /// <exception cref="ArgumentOutOfRangeException">A length that Azure Monitor does not serve.</exception>
    public static string WireName(TimeSpan grain) =>
        Supported.Contains(grain)
            ? XmlConvert.ToString(grain)
            : throw new ArgumentOutOfRangeException(
                nameof(grain),
                grain,
                "Azure Monitor serves 1, 5, 15, 30 minutes, 1, 6, 12 hours and 1 day."
            );

    /// <summary>
    /// Reads <c>PT1M</c> and its like, and what the Azure CLI prints for them (<c>0:01:00</c>, <c>1 day, 0:00:00</c>); null where the text
    /// is none (such as FULL), or one of more than 29,000 years.
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

    /// <summary>
    /// Cuts [start, end) into windows for one call each, ascending, aligned at the start: three hours of minutes for 50 resources are one
    /// window, 25 hours are two (24 h and 1 h).
    /// </summary>
    public static IEnumerable<(DateTimeOffset Start, DateTimeOffset End)> SplitWindow(
        DateTimeOffset start,
        DateTimeOffset end,
        TimeSpan grain
    )
    {
        for (var from = start; from < end; from += grain * MaxPointsPerCall)
        {
            var to = from + (grain * MaxPointsPerCall);
            yield return (from, to < end ? to : end);
        }
    }
}
