namespace Advisor.Core.Rules;

/// <summary>
/// What the triggers of the size rules add. Chosen on the bench (docs/decisions/0040), like nothing else by looking at all of its series.
/// </summary>
/// <param name="RequiredUnits">
/// What the units required now is multiplied by, 1 or more: a hair, so that a straight line is met before it is passed.
/// </param>
/// <param name="TrendMinutes">
/// By how many minutes the trend is prolonged, about the lag of the metrics and the time a change takes together.
/// </param>
/// <param name="Median">What the median of the forecast is multiplied by, 1 or more.</param>
public sealed record ExpertMargins(double RequiredUnits, double TrendMinutes, double Median)
{
    /// <summary>The ones in use.</summary>
    public static ExpertMargins Default { get; } = new(RequiredUnits: 1.02, TrendMinutes: 8, Median: 1.02);
}
