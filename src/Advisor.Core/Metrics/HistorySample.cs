namespace Advisor.Core.Metrics;

/// <summary>Metrics of a stretch of time: a minute, or a coarser grain for older days.</summary>
/// <param name="Start">The first instant, UTC.</param>
/// <param name="Length">One minute to one hour.</param>
/// <param name="Readings">
/// Percentages and connections as the mean of the stretch; traffic and messages as their sum over it, as Azure reports them.
/// </param>
public readonly record struct HistorySample(DateTimeOffset Start, TimeSpan Length, MetricReadings Readings);
