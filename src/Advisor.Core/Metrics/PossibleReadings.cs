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

    private static readonly (MetricSet Metric, string Text)[] Names =
    [
        (MetricSet.ServerLoad, "server load (0 to 100 %)"),
        (MetricSet.ConnectionCount, "connections"),
        (MetricSet.ConnectionQuotaUtilization, "connection quota utilization"),
        (MetricSet.InboundTraffic, "inbound traffic"),
        (MetricSet.OutboundTraffic, "outbound traffic"),
        (MetricSet.MessageCount, "messages"),
        (MetricSet.SystemErrors, "system errors (0 to 100 %)"),
        (MetricSet.ConnectionOpenCount, "opened connections"),
    ];

    /// <summary>Whether a value is finite, 0 or more, and at most <see cref="Max"/>.</summary>
    public static bool IsPossible(double value) => value is >= 0 and <= Max;

    /// <summary>Returns the readings without impossible values; the same readings where every value is possible.</summary>
    public static MetricReadings DropImpossible(this in MetricReadings readings)
    {
        var impossible =
            Find(MetricSet.ServerLoad, readings.ServerLoad, MaxPercent)
            | Find(MetricSet.ConnectionCount, readings.ConnectionCount)
            | Find(MetricSet.ConnectionQuotaUtilization, readings.ConnectionQuotaUtilization)
            | Find(MetricSet.InboundTraffic, readings.InboundTraffic)
            | Find(MetricSet.OutboundTraffic, readings.OutboundTraffic)
            | Find(MetricSet.MessageCount, readings.MessageCount)
            | Find(MetricSet.SystemErrors, readings.SystemErrors, MaxPercent)
            | Find(MetricSet.ConnectionOpenCount, readings.ConnectionOpenCount);
        return impossible == MetricSet.None
            ? readings
            : new(
                Keep(MetricSet.ServerLoad, readings.ServerLoad),
                Keep(MetricSet.ConnectionCount, readings.ConnectionCount),
                Keep(MetricSet.ConnectionQuotaUtilization, readings.ConnectionQuotaUtilization),
                Keep(MetricSet.InboundTraffic, readings.InboundTraffic),
                Keep(MetricSet.OutboundTraffic, readings.OutboundTraffic),
                Keep(MetricSet.MessageCount, readings.MessageCount),
                Keep(MetricSet.SystemErrors, readings.SystemErrors),
                Keep(MetricSet.ConnectionOpenCount, readings.ConnectionOpenCount),
                readings.Impossible | impossible
            );

        double? Keep(MetricSet metric, double? value) => impossible.HasFlag(metric) ? null : value;
    }

    private static MetricSet Find(MetricSet metric, double? value, double max = Max) =>
        value is null || (value >= 0 && value <= max) ? MetricSet.None : metric;

    /// <summary>Lists the metrics of a set as sentences name them, such as "server load".</summary>
    public static IEnumerable<string> ListNames(MetricSet metrics) =>
        from name in Names
        where metrics.HasFlag(name.Metric)
        select name.Text;
}
