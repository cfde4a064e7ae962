using System.Text;
using Advisor.Core.Quantities;

namespace Advisor.Lab.Replays;

/// <summary>Writes the policies of a backtest as CSV (RFC 4180), one line each, with the field names of the JSON.</summary>
public static class BacktestCsv
{
    private const string Head =
        "policy,scenarios,regretMedian,regretMean,regret90,paidToNeededMedian,overloadedShareMean,changesPerDayMean,"
        + "unitsRemovedPerDayMean,unitsPerMonthMean,currency";

    /// <param name="unitPricePerDay">Price of a unit for a day; null leaves amount and currency empty.</param>
    public static string Write(IReadOnlyList<ScenarioResult> results, Money? unitPricePerDay)
    {
        var text = new StringBuilder(Head).Append('\n');
        foreach (var s in Summary.Compute(results))
        {
            var month = unitPricePerDay is { } price ? s.ComputeMonthlyCost(price) : (Money?)null;
            text.Append(
                $"{s.Policy.Name},{s.Scenarios},{s.MedianRegret},{s.MeanRegret},{s.Regret90},{s.MedianPaidRatio},"
                    + $"{s.OverloadedShare},{s.ChangesPerDay},{s.RemovedPerDay},{month?.Amount:0.00},{month?.Currency}\n"
            );
        }

        return text.ToString();
    }
}
