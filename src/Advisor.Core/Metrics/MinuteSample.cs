namespace Advisor.Core.Metrics;

/// <summary>Readings of one resource for one minute.</summary>
/// <param name="Time">Start of the minute, UTC; the readings cover [Time, Time + 1 minute).</param>
/// <param name="Readings">Reported metrics; missing values are null.</param>
public readonly record struct MinuteSample(DateTimeOffset Time, MetricReadings Readings);
