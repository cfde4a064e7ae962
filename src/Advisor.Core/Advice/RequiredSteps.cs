using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;
using Advisor.Core.Settings;

namespace Advisor.Core.Advice;

/// <summary>
/// Minutes of the look-back counted by the smallest step that they required, for each stretch of 24 hours back from the newest minute.
/// Minutes above the largest step are counted apart.
/// </summary>
internal sealed class RequiredSteps
{
    public const int MinutesOfDay = 1440;

    private const int RecentDays = 7,
        RecentWeight = 2;

    private readonly SteadyLadder sizes;
    private readonly UnitLadder ladder;
    private readonly int[] counts;
    private readonly int columns;
    private readonly int raise;
    private IReadOnlyList<int>? knownOfDays;

    private RequiredSteps(SteadyLadder sizes, int days, double boundFactor = 1)
    {
        (this.sizes, ladder, Days) = (sizes, sizes.Units, days);
        raise = UnitsCode.ToDifference(boundFactor);
        columns = ladder.Count + 1;
        counts = new int[days * columns];
    }

    /// <summary>Days counted.</summary>
    public int Days { get; }

    /// <summary>Counted minutes whose requirement is a lower bound, which were raised by its factor.</summary>
    public int BoundMinutes { get; private set; }

    /// <summary>Counts the known minutes of a look-back.</summary>
    /// <param name="boundFactor">
    /// Factor on minutes in which the size was full and no greater one showed what was wanted: they required more than is known.
    /// </param>
    /// <param name="growth">
    /// Growth with which each minute of the two weeks that show it counts as the same one of the next 7 days would, and none before them;
    /// null = every minute as it was. A full size is raised by its factor alone.
    /// </param>
    public static RequiredSteps Count(LookBack lookBack, SteadyLadder sizes, double boundFactor = 1, WeeklyGrowth? growth = null)
    {
        var days = growth is null ? lookBack.Days : WeeklyGrowth.DaysCompared;
        var steps = new RequiredSteps(sizes, days, boundFactor) { knownOfDays = lookBack.KnownOfDays };
        var finder = new StepFinder(sizes.Units);
        var codes = lookBack.Codes[^Math.Min(lookBack.Codes.Length, days * MinutesOfDay)..];
        for (var i = 0; i < codes.Length; i++)
        {
            var back = codes.Length - 1 - i;
            if (codes[i] != UnitsCode.Unknown)
            {
                var isBound = lookBack.IsLowerBound(lookBack.NextMinute - 1 - back);
                var (day, code) = (back / MinutesOfDay, steps.GetCounted(codes[i], isBound));
                code = growth is { } weekly && !isBound ? UnitsCode.AddTo(code, weekly.GetDifferenceAhead(back)) : code;
                steps.counts[(day * steps.columns) + finder.Find(code)]++;
                steps.BoundMinutes += isBound ? 1 : 0;
            }
        }

        return steps;
    }

    /// <summary>Counts requirements that are not part of a history, as one day: the expected ones of the next 24 hours.</summary>
    public static RequiredSteps Count(IEnumerable<double> required, SteadyLadder sizes)
    {
        var steps = new RequiredSteps(sizes, 1);
        var finder = new StepFinder(sizes.Units);
        foreach (var units in required)
        {
            steps.counts[finder.Find(UnitsCode.Encode(units))]++;
        }

        return steps;
    }

    /// <summary>Returns the code that a minute counts as: one of a full size is raised by its factor.</summary>
    public ushort GetCounted(ushort code, bool isBound) => isBound ? UnitsCode.AddTo(code, raise) : code;

    /// <summary>Returns the known minutes of days [from, to), counted back from the newest: 0 is the last 24 hours.</summary>
    public int CountKnown(int from, int to) => CountAbove(-1, from, to);

    /// <summary>Returns the known minutes of days [from, to), those that are not sized for, too.</summary>
    public int CountHistory(int from, int to) => knownOfDays?.Take(from..to).Sum() ?? CountKnown(from, to);

    /// <summary>Returns the minutes of days [from, to) that required more than a step; all known ones for -1.</summary>
    public int CountAbove(int step, int from, int to)
    {
        var above = 0;
        for (var day = from; day < to; day++)
        {
            for (var column = step + 1; column < columns; column++)
            {
                above += counts[(day * columns) + column];
            }
        }

        return above;
    }

    /// <summary>
    /// Returns the step of lowest objective over days [from, to): its units each known minute, and the price of overload for each unit
    /// required in a minute that required more. What no step carries requires the largest, which cannot be too small for it. The newest
    /// seven days count twice. The smaller of equal ones; null when nothing is known.
    /// </summary>
    public int? FindCheapestStep(int from, int to, ObjectivePrices prices)
    {
        var weighted = new long[ladder.Count];
        for (var day = from; day < to; day++)
        {
            for (var column = 0; column < columns; column++)
            {
                weighted[Math.Min(column, ladder.Count - 1)] +=
                    (day - from < RecentDays ? RecentWeight : 1) * counts[(day * columns) + column];
            }
        }

        var known = weighted.Sum();
        var (cheapest, lowest) = ((int?)null, double.PositiveInfinity);
        for (var step = 0; known > 0 && step < ladder.Count; step++)
        {
            var cost = prices.Unit * sizes.GetPaidUnits(step) * known;
            for (var larger = step + 1; larger < ladder.Count; larger++)
            {
                cost += prices.Overload * weighted[larger] * ladder[larger];
            }

            (cheapest, lowest) = cost < lowest ? (step, cost) : (cheapest, lowest);
        }

        return cheapest;
    }

    /// <summary>Returns the cheapest step of all days within the overload that the settings permit; null when nothing is known.</summary>
    public int? FindSteadyStep(SteadyInput input) =>
        FindCheapestStep(0, Days, input.Prices) is not { } step ? null
        : input.MaxOverload is { } share ? Math.Max(step, FindStepWithin(share.Value))
        : step;

    /// <summary>Returns the smallest step with at most a share of the known minutes above it; the largest step if there is none.</summary>
    public int FindStepWithin(double maxOverload)
    {
        var allowed = maxOverload * CountKnown(0, Days);
        var step = 0;
        while (step < ladder.Count - 1 && CountAbove(step, 0, Days) > allowed)
        {
            step++;
        }

        return step;
    }
}
