using Advisor.Core.Quantities;

namespace Advisor.Reporting.Terminal;

/// <summary>
/// Draws a utilization as a bar: <c>####.... 52 %</c> in ASCII, eighths of a block in Unicode. The bar is full at 100 %; the figure
/// continues beyond. Unknown is "?", never an empty bar.
/// </summary>
public static class Bar
{
    /// <summary>Width of the figure after a bar, in characters.</summary>
    public const int FigureWidth = 6;

    private const string Eighths = "▏▎▍▌▋▊▉";

    /// <summary>Draws the bar only, always <paramref name="width"/> characters.</summary>
    public static string Draw(Ratio? ratio, int width, bool unicode)
    {
        if (ratio is not { } known)
        {
            return new string(' ', width);
        }

        var filled = Math.Clamp(known.Value, 0, 1) * width;
        if (!unicode)
        {
            var whole = (int)Math.Round(filled, MidpointRounding.AwayFromZero);
            return new string('#', whole) + new string('.', width - whole);
        }

        var blocks = (int)filled;
        var eighths = (int)((filled - blocks) * 8);
        var bar = new string('█', blocks) + (eighths > 0 ? Eighths[eighths - 1].ToString() : string.Empty);
        return bar.PadRight(width, '·');
    }

    /// <summary>
    /// Formats the figure: 52 %, 134 %, or ?, right-aligned in <see cref="FigureWidth"/>. A value just below or above a limit is never
    /// rounded to the limit.
    /// </summary>
    public static string FormatPercent(Ratio? ratio) => (ratio is { } known ? Wording.FormatUtilization(known) : "?").PadLeft(FigureWidth);
}
