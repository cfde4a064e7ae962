namespace Advisor.Reporting.Terminal;

/// <summary>
/// Draws a series as one line of text, one character per value: eighths of a block in Unicode, characters of increasing density in ASCII.
/// </summary>
public static class Sparkline
{
    private const string Blocks = "▁▂▃▄▅▆▇█";
    private const string Levels = ".:-=+*#@";

    /// <param name="values">Values; null is a gap: a middle dot in Unicode, a space in ASCII.</param>
    /// <param name="top">Value from which on the highest character is drawn; no lower value draws it.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="top"/> is not above 0.</exception>
    public static string Draw(IEnumerable<double?> values, double top, bool unicode)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(top);
        var (scale, missing) = unicode ? (Blocks, '·') : (Levels, ' ');
        var highest = scale.Length - 1;
        return string.Concat(
            values.Select(value => value is { } known ? scale[(int)Math.Clamp(Math.Floor(known / top * highest), 0, highest)] : missing)
        );
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
    )
    {
        var peaks = new double?[parts];
        foreach (var (at, value) in points)
        {
            var part = (int)Math.Floor((at - from) / (to - from) * parts);
            if (value is { } known && part >= 0 && part < parts && !(known <= peaks[part]))
            {
                peaks[part] = known;
            }
        }

        return peaks;
    }
}
