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
    private int found;

    /// <summary>Returns the index of the first step that carries a code; the number of steps when none does.</summary>
    public int Find(ushort code)
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

        return found = step;
    }
}
