namespace Advisor.Reporting.Terminal;

/// <summary>A series as one line of text, a character a value: eighths of a block in Unicode, ever denser characters in ASCII.</summary>
public static class Sparkline
{
    private const string Blocks = "▁▂▃▄▅▆▇█";
    private const string Levels = ".:-=+*#@";

    /// <param name="values">Null shows as a gap.</param>
    /// <param name="top">From here on the highest character stands, and below never.</param>
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

    /// <summary>The highest value of each of so many equal parts of a series; null where a part has none.</summary>
    /// <param name="points">Instants and values, in any order.</param>
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
