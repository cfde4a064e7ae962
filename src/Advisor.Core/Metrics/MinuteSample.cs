namespace Advisor.Core.Metrics;

/// <summary>The readings of one minute of one resource.</summary>
/// <param name="Time">The start of the minute, UTC; the readings cover [Time, Time + 1 minute).</param>
/// <param name="Readings">What was reported; missing values are null.</param>
public readonly record struct MinuteSample(DateTimeOffset Time, MetricReadings Readings);
