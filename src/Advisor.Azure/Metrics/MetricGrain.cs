using System.Xml;

namespace Advisor.Azure.Metrics;

/// <summary>Bucket lengths supported by Azure Monitor, and the longest window of a call for each.</summary>
public static class MetricGrain
{
    /// <summary>Retention of platform metrics.</summary>
    public static readonly TimeSpan Retention = TimeSpan.FromDays(93);

    // Points of one series per call: a day of minutes. Keeps the response for 50 resources to some tens of MB at most.
    private const int MaxPointsPerCall = 1440;

    /// <summary>Supported lengths: PT1M, PT5M, PT15M, PT30M, PT1H, PT6H, PT12H and P1D.</summary>
    public static IReadOnlyList<TimeSpan> All { get; } =
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

    /// <summary>Returns the wire form: one minute is <c>PT1M</c>.</summary>
    /// <exception cref="ArgumentOutOfRangeException">Azure Monitor does not support the length.</exception>
    public static string ToWireName(TimeSpan grain) =>
        All.Contains(grain)
            ? XmlConvert.ToString(grain)
            : throw new ArgumentOutOfRangeException(
                nameof(grain),
                grain,
                "Azure Monitor supports 1, 5, 15, 30 minutes, 1, 6, 12 hours and 1 day."
            );

    /// <summary>
    /// Splits [start, end) into windows of one call each, ascending, aligned at the start: three hours of minutes for 50 resources are one
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
