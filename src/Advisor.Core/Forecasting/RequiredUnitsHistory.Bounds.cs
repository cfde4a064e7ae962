namespace Advisor.Core.Forecasting;

/// <content>Minutes in which the size was full, until a greater size shows what was wanted.</content>
internal sealed partial class RequiredUnitsHistory
{
    /// <summary>Minutes in which the size was full, and the few between two of them without a reading.</summary>
    public LowerBoundMinutes FullMinutes =>
        LowerBounds.Bridge(BridgedGap, (minute, count) => FindMaxCode(minute, count) == UnitsCode.Unknown);

    /// <summary>
    /// Replaces the lower bounds from a minute on by what a greater size showed afterwards. The values are copied first, since other states
    /// share them. Only for a history that no state has yet.
    /// </summary>
    /// <param name="from">First minute that may be replaced.</param>
    /// <param name="code">Required units; higher bounds stay as they are.</param>
    public void ReplaceBounds(int from, ushort code)
    {
        var first = NextMinute - Count;
        if (!LowerBounds.HasAny(from, NextMinute - from))
        {
            return;
        }

        (var own, gridLength) = (grid ?? DeriveGrid()).Fork(gridLength);
        (minutes, length) = minutes.Fork(length);
        grid = own;
        var known = minutes.GetWritable(length)[(length - Count)..];
        var cells = own.GetWritable(gridLength);
        var left = LowerBounds.RemoveFrom(from);
        for (var minute = Math.Max(from, first); minute < NextMinute; minute++)
        {
            if (!LowerBounds.Contains(minute))
            {
                continue;
            }

            if (known[minute - first] > code)
            {
                left = left.Add(minute, first);
                continue;
            }

            known[minute - first] = code;
        }

        for (var cell = (from + GridMinutes - 1) / GridMinutes; cell <= (NextMinute - 1) / GridMinutes; cell++)
        {
            if ((cell * GridMinutes) - first is >= 0 and var at)
            {
                cells[^(((NextMinute - 1) / GridMinutes) - cell + 1)] = ComputeCell(known, at);
            }
        }

        LowerBounds = left;
    }
}
