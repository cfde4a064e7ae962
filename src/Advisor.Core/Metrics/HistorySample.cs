namespace Advisor.Core.Metrics;

/// <summary>Metrics of an interval: a minute, or a coarser grain for older days.</summary>
/// <param name="Start">Start of the interval, UTC, inclusive.</param>
/// <param name="Length">One minute to one hour.</param>
/// <param name="Readings">
/// Percentages and connections as the mean of the interval; traffic and messages as their sum over it, as Azure reports them.
/// </param>
public readonly record struct HistorySample(DateTimeOffset Start, TimeSpan Length, MetricReadings Readings)
{
    /// <summary>Returns the readings of its mean minute: sums are divided by its minutes.</summary>
    public MetricReadings NormalizeToMinute()
    {
        var minutes = Length.TotalMinutes;
        return minutes == 1 ? Readings : Readings.ConvertTotals(MetricTable.Sizing, total => total / minutes);
    }
}
