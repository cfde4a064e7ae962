namespace Advisor.Core.Rules;

/// <summary>
/// Margins of the sizing experts' triggers. Chosen on the benchmark (docs/decisions/0040); they are the only values tuned on all of its
/// series.
/// </summary>
/// <param name="RequiredUnits">
/// Factor on the units required now, 1 or more; slightly above 1, so that a linear rise is met before it is exceeded.
/// </param>
/// <param name="TrendMinutes">
/// Minutes by which the trend is extrapolated: about the lag of the metrics plus the duration of a change.
/// </param>
/// <param name="Median">Factor on the median of the forecast, 1 or more.</param>
public sealed record ExpertMargins(double RequiredUnits, double TrendMinutes, double Median)
{
    /// <summary>Margins in use.</summary>
    public static ExpertMargins Default { get; } = new(RequiredUnits: 1.02, TrendMinutes: 8, Median: 1.05);
}
