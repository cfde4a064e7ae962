namespace Advisor.Core.Advice;

/// <summary>Units that clients require, 0 or more, not rounded.</summary>
/// <param name="Recent">The highest requirement of the last hour.</param>
/// <param name="Steady">The requirement that 98 % of the known minutes of 14 days did not exceed.</param>
public readonly record struct FailoverLoad(double Recent, double Steady)
{
    public static FailoverLoad operator +(FailoverLoad one, FailoverLoad other) =>
        new(one.Recent + other.Recent, one.Steady + other.Steady);
}
