namespace Advisor.Core.Decisions;

/// <summary>What the coming load may ask for: the highest requirement over a horizon, as quantiles in units.</summary>
/// <param name="Horizon">From now.</param>
/// <param name="Median">In half of the cases the need stays at or under this.</param>
/// <param name="Upper">In four of five cases.</param>
/// <param name="High">In nineteen of twenty cases.</param>
public sealed record ForecastQuantiles(TimeSpan Horizon, double Median, double Upper, double High);
