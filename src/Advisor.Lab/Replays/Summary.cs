using Advisor.Core.Quantities;
using Advisor.Lab.Scenarios;

namespace Advisor.Lab.Replays;

/// <summary>Figures of one policy over many scenarios. Medians and quantiles are linearly interpolated between ranks.</summary>
/// <param name="Scenarios">Number of scenarios.</param>
/// <param name="MedianRegret">Median of <see cref="Score.Regret"/>; 1.00 is perfect foresight.</param>
/// <param name="MeanRegret">Mean of <see cref="Score.Regret"/>.</param>
/// <param name="Regret90">90 % quantile of <see cref="Score.Regret"/>.</param>
/// <param name="MedianPaidRatio">Median of unit-minutes paid for / unit-minutes required.</param>
/// <param name="OverloadedShare">Mean share of minutes with fewer units than required, 0 to 1.</param>
/// <param name="ChangesPerDay">Mean number of changes of size per day.</param>
/// <param name="RemovedPerDay">Mean number of units removed per day.</param>
/// <param name="UnitDays">Units paid for, in unit-days, over all scenarios.</param>
/// <param name="Days">Scored days of all scenarios.</param>
public sealed record Summary(
    PolicyEntry Policy,
    int Scenarios,
    double MedianRegret,
    double MeanRegret,
    double Regret90,
    double MedianPaidRatio,
    double OverloadedShare,
    double ChangesPerDay,
    double RemovedPerDay,
    double UnitDays,
    double Days
)
{
    /// <summary>Returns the average cost of a resource's units for a month of 30 days, billed by the minute.</summary>
    public Money ComputeMonthlyCost(Money unitPricePerDay) => unitPricePerDay * (decimal)(UnitDays / Days * 30);

    /// <summary>Returns one summary per policy, in the order of the runs; every result must have the same policies.</summary>
    public static IReadOnlyList<Summary> Compute(IReadOnlyList<ScenarioResult> results) =>
        results.Count == 0
            ? []
            :
            [
                .. Enumerable
                    .Range(0, results[0].Runs.Count)
                    .Select(i => Compute(results[0].Runs[i].Policy, [.. results.Select(r => r.Runs[i].Score)])),
            ];

    private static Summary Compute(PolicyEntry policy, IReadOnlyList<Score> scores)
    {
        double[] regrets = [.. scores.Select(s => s.Regret)];
        return new Summary(
            policy,
            scores.Count,
            ScenarioBuilder.Quantile(regrets, 0.5),
            regrets.Average(),
            ScenarioBuilder.Quantile(regrets, 0.9),
            ScenarioBuilder.Quantile([.. scores.Select(s => s.PaidRatio)], 0.5),
            scores.Average(s => s.OverloadedShare),
            scores.Average(s => s.ChangesPerDay),
            scores.Average(s => s.RemovedPerDay),
            scores.Sum(s => s.UnitMinutes) / 1440,
            scores.Sum(s => s.Days)
        );
    }
}
