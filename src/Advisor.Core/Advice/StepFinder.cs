using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;

namespace Advisor.Core.Advice;

/// <summary>
/// Finds the smallest step that carries a requirement. It begins at the step found last: minutes that follow each other require about as
/// much, and two weeks of them are looked up in every tick.
/// </summary>
/// <param name="factor">What a step carries, in its units: 1 = up to its targets.</param>
internal sealed class StepFinder(UnitLadder ladder, double factor = 1)
{
    private readonly ushort[] limits = [.. ladder.Steps.Select(units => UnitsCode.Encode(units * factor))];

    // The step found last carries the codes above the one and up to the other.
    private int found;
    private int above = int.MaxValue;
    private int upTo = int.MinValue;

    /// <summary>Returns the index of the first step that carries a code; the number of steps when none does.</summary>
    public int Find(ushort code) => code > above && code <= upTo ? found : Search(code);

    private int Search(ushort code)
    {
        var step = found;
        while (step < limits.Length && limits[step] < code)
        {
            step++;
        }

        while (step > 0 && limits[step - 1] >= code)
        {
            step--;
        }

        (above, upTo) = (step == 0 ? -1 : limits[step - 1], step == limits.Length ? int.MaxValue : limits[step]);
        return found = step;
    }
}
