namespace Advisor.Notifications.Messages;

/// <summary>Chart of numbers in text: one character per value, from ▁ (zero) to █ (the highest).</summary>
internal static class Sparkline
{
    /// <summary>Maximum number of characters; fits a line of a phone.</summary>
    public const int MaxLength = 24;

    private const string Levels = "▁▂▃▄▅▆▇█";
    private const char Missing = '·';

    /// <summary>
    /// Draws the chart: [0, 0.5, null, 1] gives "▁▅·█". More values than fit are grouped, and the highest of each group is shown; a group
    /// without any is missing.
    /// </summary>
    public static string Draw(IReadOnlyList<double?> values)
    {
        var count = Math.Min(values.Count, MaxLength);
        var groups = Enumerable
            .Range(0, count)
            .Select(i => FindMax(values, i * values.Count / count, (i + 1) * values.Count / count))
            .ToList();
        var top = groups.Max() ?? 0;
        return string.Concat(groups.Select(value => value is { } known ? GetBar(known, top) : Missing));
    }

    private static double? FindMax(IReadOnlyList<double?> values, int from, int to)
    {
        double? highest = null;
        for (var i = from; i < to; i++)
        {
            if (values[i] is { } value && double.IsFinite(value) && !(value <= highest))
            {
                highest = value;
            }
        }

        return highest;
    }

    private static char GetBar(double value, double top) =>
        top <= 0 ? Levels[0] : Levels[(int)Math.Round(Math.Clamp(value / top, 0, 1) * (Levels.Length - 1), MidpointRounding.AwayFromZero)];
}
