namespace Advisor.Core.Metrics;

/// <summary>
/// Limits of what a metric can be. A value beyond them carries no information: it counts as missing, and <see
/// cref="MetricReadings.Impossible"/> names it.
/// </summary>
public static class PossibleReadings
{
    /// <summary>Highest value of server load and system errors, in percent.</summary>
    public const double MaxPercent = 100;

    /// <summary>
    /// Highest value of every other metric, in its unit. It is far beyond any resource and keeps sums and products exact enough.
    /// </summary>
    public const double Max = 1e15;

    /// <summary>Whether a value is finite, 0 or more, and at most <see cref="Max"/>.</summary>
    public static bool IsPossible(double value) => value is >= 0 and <= Max;

    /// <summary>Returns the readings without impossible values; the same readings where every value is possible.</summary>
    public static MetricReadings DropImpossible(this in MetricReadings readings)
    {
        var possible = readings;
        foreach (var metric in MetricTable.All)
        {
            if (metric.Get(readings) is { } value && !(value >= 0 && value <= metric.Max))
            {
                possible = metric.With(possible, null) with { Impossible = possible.Impossible | metric.Key };
            }
        }

        return possible;
    }

    /// <summary>Lists the metrics of a set as sentences name them, such as "server load (0 to 100 %)".</summary>
    public static IEnumerable<string> ListNames(MetricSet metrics) =>
        from metric in MetricTable.All
        where metrics.HasFlag(metric.Key)
        select metric.Max == MaxPercent ? metric.Text + " (0 to 100 %)" : metric.Text;
}
