using Advisor.Core.Settings;

namespace Advisor.Lab.Replays;

/// <summary>Score of a policy over the scored minutes of one replay.</summary>
/// <param name="UnitMinutes">Units paid for, summed over minutes.</param>
/// <param name="UnitCost">Units paid for, times the unit price.</param>
/// <param name="OverloadCost">Required units summed over the overloaded minutes, times the overload price.</param>
/// <param name="RemovedCost">Units removed, times the removal price.</param>
/// <param name="BestCost">Objective of the best plan with perfect foresight.</param>
/// <param name="PaidRatio">Unit-minutes paid for / unit-minutes required.</param>
/// <param name="OverloadedShare">Share of minutes with fewer units than required, 0 to 1.</param>
/// <param name="ChangesPerDay">Changes of size, per day.</param>
/// <param name="RemovedPerDay">Units removed per day.</param>
/// <param name="Days">Scored length, in days.</param>
public sealed record Score(
    double UnitMinutes,
    double UnitCost,
    double OverloadCost,
    double RemovedCost,
    double BestCost,
    double PaidRatio,
    double OverloadedShare,
    double ChangesPerDay,
    double RemovedPerDay,
    double Days
)
{
    /// <summary>Total cost of units, overload and units removed, at the given prices: lower is better.</summary>
    public double Objective => UnitCost + OverloadCost + RemovedCost;

    /// <summary>Objective / objective of the best plan: 1.00 is perfect foresight.</summary>
    public double Regret => Objective / BestCost;

    /// <summary>Scores the units of a replay against the required units of the same minutes.</summary>
    /// <exception cref="ArgumentException">The spans differ in length or are empty.</exception>
    public static Score Compute(ReadOnlySpan<int> units, ReadOnlySpan<int> required, ObjectivePrices prices, double bestCost)
    {
        if (units.Length != required.Length || units.IsEmpty)
        {
            throw new ArgumentException("Units and what was required cover the same minutes, at least one.", nameof(units));
        }

        double paid = 0,
            needed = 0,
            missed = 0;
        int overloaded = 0,
            changes = 0,
            removed = 0;
        for (var t = 0; t < units.Length; t++)
        {
            paid += units[t];
            needed += required[t];
            if (units[t] < required[t])
            {
                overloaded++;
                missed += required[t];
            }

            if (t > 0 && units[t] != units[t - 1])
            {
                changes++;
                removed += Math.Max(0, units[t - 1] - units[t]);
            }
        }

        var days = units.Length / 1440.0;
        return new Score(
            paid,
            prices.Unit * paid,
            prices.Overload * missed,
            prices.Removal * removed,
            bestCost,
            paid / needed,
            (double)overloaded / units.Length,
            changes / days,
            removed / days,
            days
        );
    }
}
