using Advisor.Lab.Scenarios;

namespace Advisor.Lab.Advice;

/// <summary>Figures of one rule over all cases.</summary>
/// <param name="Regret90">90 % of the regrets are at most this.</param>
/// <param name="OverloadedShare">Mean share of the minutes that required more, 0 to 1.</param>
public sealed record AdviceSummary(
    AdviceRule Rule,
    int Cases,
    double MedianRegret,
    double MeanRegret,
    double Regret90,
    double OverloadedShare
)
{
    /// <summary>Summarizes each rule, in the order of the table.</summary>
    public static IReadOnlyList<AdviceSummary> Compute(IReadOnlyList<AdviceCase> cases) =>
        [
            .. AdviceRule.All.Select(rule =>
            {
                var runs = cases.Select(one => one.Runs.Single(run => run.Rule == rule)).ToList();
                var regrets = runs.Select(run => run.Regret).ToList();
                return new AdviceSummary(
                    rule,
                    runs.Count,
                    ScenarioBuilder.Quantile(regrets, 0.5),
                    regrets.Average(),
                    ScenarioBuilder.Quantile(regrets, 0.9),
                    runs.Average(run => run.OverloadedShare)
                );
            }),
        ];
}
