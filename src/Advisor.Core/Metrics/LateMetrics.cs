namespace Advisor.Core.Metrics;

/// <summary>Metrics of a minute that come after its others: Azure Monitor reports each when it has it.</summary>
public static class LateMetrics
{
    /// <summary>How much later than the others of its minute a metric may be; after that it is missing.</summary>
    public static readonly TimeSpan MaxDelay = TimeSpan.FromMinutes(5);

    /// <summary>
    /// Counts the last minutes of a series that wait for a late metric: those after the last whole one, if that is not long ago and the
    /// newest has some metrics.
    /// </summary>
    /// <param name="series">Minutes, ascending.</param>
    /// <param name="wholeAt">Newest minute with all metrics that a scale-in needs; null = none is known.</param>
    public static int CountAwaited(IReadOnlyList<MinuteSample> series, DateTimeOffset? wholeAt)
    {
        if (series is not [.., var newest] || newest.Readings.IsEmpty || !(newest.Time - wholeAt <= MaxDelay))
        {
            return 0;
        }

        var whole = series.Count;
        while (whole > 0 && series[whole - 1].Time > wholeAt)
        {
            whole--;
        }

        return series.Count - whole;
    }
}
