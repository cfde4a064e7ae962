namespace Advisor.Core.Text;

/// <summary>
/// Draws a series as one line of text, one character per value: eighths of a block in Unicode, characters of increasing density in ASCII.
/// </summary>
public static class Sparkline
{
    private const string Blocks = "▁▂▃▄▅▆▇█";
    private const string Levels = ".:-=+*#@";

    /// <param name="values">Values; null and values that are not finite are a gap: a middle dot in Unicode, a space in ASCII.</param>
    /// <param name="top">Value from which on the highest character is drawn; no lower value draws it.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="top"/> is not above 0.</exception>
    public static string Draw(IEnumerable<double?> values, double top, bool unicode)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(top);
        var (scale, missing) = unicode ? (Blocks, '·') : (Levels, ' ');
        var highest = scale.Length - 1;
        return string.Concat(
            values.Select(value =>
                value is { } known && double.IsFinite(known)
                    ? scale[(int)Math.Clamp(Math.Floor(known / top * highest), 0, highest)]
                    : missing
            )
        );
    }

    /// <summary>
    /// Draws a series in Unicode with its highest value as the full block: [0, 0.5, null, 1] gives "▁▄·█". Values that do not fit are
    /// grouped; a group shows its highest value.
    /// </summary>
    /// <param name="maxLength">Maximum number of characters, 1 or more.</param>
    public static string DrawToHighest(IReadOnlyList<double?> values, int maxLength)
    {
        var peaks = FindPeaks(values, Math.Min(values.Count, maxLength));
        return Draw(peaks, peaks.Max() is > 0 and var highest ? highest : 1, unicode: true);
    }

    /// <summary>Returns the maximum of each of a number of equal parts of a series; null for a part without values.</summary>
    /// <param name="points">Times and values, in any order.</param>
    /// <param name="from">Start of the interval, inclusive.</param>
    /// <param name="to">End of the interval, exclusive.</param>
    public static double?[] FindPeaks(
        IEnumerable<(DateTimeOffset At, double? Value)> points,
        DateTimeOffset from,
        DateTimeOffset to,
        int parts
    ) => FindPeaks(points.Select(point => ((int)Math.Floor((point.At - from) / (to - from) * parts), point.Value)), parts);

    private static double?[] FindPeaks(IReadOnlyList<double?> values, int parts)
    {
        // Value i is in part p where p * count / parts <= i: the parts differ by one value at most.
        var ends = Enumerable.Range(1, parts).Select(part => part * values.Count / parts).ToArray();
        var part = 0;
        return FindPeaks(
            values.Select(
                (value, i) =>
                {
                    part += i >= ends[part] ? 1 : 0;
                    return (part, value);
                }
            ),
            parts
        );
    }

    private static double?[] FindPeaks(IEnumerable<(int Part, double? Value)> values, int parts)
    {
        var peaks = new double?[parts];
        foreach (var (part, value) in values)
        {
            if (value is { } known && double.IsFinite(known) && part >= 0 && part < parts && !(known <= peaks[part]))
            {
                peaks[part] = known;
            }
        }

        return peaks;
    }
}
