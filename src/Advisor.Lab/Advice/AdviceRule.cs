using Advisor.Core.Capacity;
using Advisor.Lab.Scenarios;

namespace Advisor.Lab.Advice;

/// <summary>A rule that advises a size from the days before an instant.</summary>
/// <param name="Name">Name in files.</param>
/// <param name="Title">Name in tables.</param>
/// <param name="SelectUnits">
/// Returns the units to keep; null for what Advisor says itself, which needs the metrics and not only the requirements.
/// </param>
public sealed record AdviceRule(string Name, string Title, Func<AdvicePast, int>? SelectUnits)
{
    /// <summary>What right-sizing tools do, Advisor, and Advisor as if every minute were decided by itself.</summary>
    public static IReadOnlyList<AdviceRule> All { get; } =
    [
        new("peak", "peak", past => past.FindUnits(1, 1)),
        new("p99", "99 % quantile", past => past.FindUnits(0.99, 1)),
        new("p95", "95 % quantile", past => past.FindUnits(0.95, 1)),
        new("p95-15", "95 % quantile + 15 %", past => past.FindUnits(0.95, 1.15)),
        new("now", "need of the last minute", past => past.Ladder[past.Ladder.FindIndexAtLeast(past.Required[^1])]),
        new("minute", "Advisor's size of the minute", null),
        new("advisor", "Advisor", null),
    ];
}

/// <summary>The look-back of a rule.</summary>
/// <param name="Required">Units required in each of its minutes, not rounded, ascending in time.</param>
public sealed record AdvicePast(double[] Required, UnitLadder Ladder)
{
    private readonly double[] sorted = [.. Required.Order()];

    /// <summary>Returns the smallest size for a quantile of the requirements, with a margin.</summary>
    /// <param name="share">Share of the minutes that it covers, 0 to 1; 1 = all.</param>
    /// <param name="factor">Margin, 1 for none.</param>
    public int FindUnits(double share, double factor) =>
        Ladder[Ladder.FindIndexAtLeast(ScenarioBuilder.ComputeSortedQuantile(sorted, share) * factor)];
}
