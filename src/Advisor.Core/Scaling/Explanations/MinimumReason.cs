using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Explanations;

/// <summary>Words for a minimum by the settings or a planned window.</summary>
internal static class MinimumReason
{
    /// <summary>
    /// Returns the sentence: the minimum of the settings, and their maximum where it leaves a size below the minimum only.
    /// </summary>
    /// <param name="wanted">Preferred step.</param>
    public static string DescribeSettings(DecisionContext context, int wanted)
    {
        var (minimum, units) = (context.Settings.MinUnits, context.Ladder[wanted]);
        var maximum = units < minimum ? $" and allow at most {DescribeNoSizeBetween(context, context.Maximum.Units, units)}" : "";
        return FigureText.Create(
            $"The settings require at least {Wording.FormatCount(minimum, "unit")}{maximum}; {context.UnitsRequired:0.00} are needed now."
        );
    }

    /// <summary>Returns the sentence: the window, its minimum and its times, and the higher minimum that follows it.</summary>
    public static string Describe(DecisionContext context)
    {
        var (minimum, window) = (context.Minimum, context.Minimum.Window!);
        var (start, end) = (window.Start.UtcDateTime, window.End.UtcDateTime);
        var units = Wording.FormatCount(minimum.Units, "unit");
        var then = context.Settings.FindMinUnits(window.End, TimeSpan.Zero).Units;
        var largest = context.Ladder[context.FindMinimumStep(minimum)];
        var maximum =
            largest < minimum.Units && window.MaxUnits is { } most
                ? $" and allows at most {DescribeNoSizeBetween(context, most, largest)}"
                : "";
        var text = minimum.IsAfterWindow
            ? FigureText.Create($"The settings require at least {units} when {window.Name} ends at {end:yyyy-MM-dd HH:mm} UTC")
            : FigureText.Create(
                $"{window.Name} requires at least {units} from {start:yyyy-MM-dd HH:mm} to "
                    + $"{end.ToString(end.Date == start.Date ? "HH:mm" : "yyyy-MM-dd HH:mm")} UTC"
                    + $"{(then > minimum.Units ? $", then {then}" : "")}{maximum}"
            );
        return FigureText.Create($"{text}; {context.UnitsRequired:0.00} are needed now.");
    }

    private static string DescribeNoSizeBetween(DecisionContext context, int maximum, int largest) =>
        $"{maximum}, between which {context.Sku.Name} has no size: {largest} is the largest allowed";
}
