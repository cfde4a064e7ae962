namespace Advisor.Core.Capacity;

/// <summary>
/// Unit counts of a SKU that can be bought, ascending: 1-10, 20, 30 ... 100 of Standard_S1 and Premium_P1, 100, 200 ... 1000 of Premium_P2.
/// </summary>
public sealed class UnitLadder
{
    // A requirement above a step by a rounding error of a ratio does not buy the next step.
    private const double Rounding = 1e-9;

    private readonly int[] steps;

    /// <exception cref="ArgumentException">Empty, not ascending, or a step below 1.</exception>
    public UnitLadder(IEnumerable<int> steps)
    {
        this.steps = [.. steps];
        if (this.steps.Length == 0 || this.steps[0] < 1 || this.steps.Zip(this.steps.Skip(1)).Any(pair => pair.First >= pair.Second))
        {
            throw new ArgumentException("A ladder has ascending steps, the smallest at least 1.", nameof(steps));
        }
    }

    /// <summary>Unit counts, ascending, each 1 or more.</summary>
    public IReadOnlyList<int> Steps => steps;

    /// <summary>Number of steps, 1 or more.</summary>
    public int Count => steps.Length;

    /// <summary>Units of a step; the index is from 0 to <see cref="Count"/>, exclusive.</summary>
    public int this[int index] => steps[index];

    public int Min => steps[0];

    public int Max => steps[^1];

    /// <summary>Whether exactly this unit count can be bought.</summary>
    public bool Contains(int units) => steps.AsSpan().Contains(units);

    /// <summary>
    /// Returns the index of the smallest step that is at least <paramref name="need"/>; of the largest step if there is none (and for NaN).
    /// </summary>
    public int FindIndexAtLeast(double need)
    {
        for (var i = 0; i < steps.Length; i++)
        {
            if (steps[i] >= need - Rounding)
            {
                return i;
            }
        }

        return steps.Length - 1;
    }

    /// <summary>Returns the smallest step that is at least <paramref name="need"/>; null if there is none.</summary>
    public int? FindStepAtLeast(double need) => need - Rounding <= steps[^1] ? steps[FindIndexAtLeast(need)] : null;

    /// <summary>Returns the largest step that is at most <paramref name="units"/>; the smallest step if there is none.</summary>
    public int FindStepAtMost(double units) => Array.FindLast(steps, s => s <= units) is > 0 and var step ? step : steps[0];

    /// <summary>Returns the step above <paramref name="units"/>; null at the top.</summary>
    public int? FindNext(int units) => Array.Find(steps, s => s > units) is > 0 and var next ? next : null;

    /// <summary>Returns the step below <paramref name="units"/>; null at the bottom.</summary>
    public int? FindPrevious(int units) => Array.FindLast(steps, s => s < units) is > 0 and var previous ? previous : null;
}
