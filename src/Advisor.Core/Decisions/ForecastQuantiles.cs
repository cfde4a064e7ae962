namespace Advisor.Core.Decisions;

/// <summary>Forecast of the highest required units over a horizon, as quantiles.</summary>
/// <param name="Horizon">Length of the horizon from now.</param>
/// <param name="Median">Units with a 50 % probability of sufficing.</param>
/// <param name="Upper">Units with an 80 % probability of sufficing, at the default prices.</param>
/// <param name="High">Units with a 95 % probability of sufficing, at the default prices.</param>
public sealed record ForecastQuantiles(TimeSpan Horizon, double Median, double Upper, double High);
