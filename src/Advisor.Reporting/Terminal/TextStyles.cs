using Advisor.Core.Quantities;
using Spectre.Console;

namespace Advisor.Reporting.Terminal;

/// <summary>Styles of terminal output: the terminal's own sixteen colors, so that every theme stays readable.</summary>
public static class TextStyles
{
    public static Style Heading { get; } = new(decoration: Decoration.Bold);

    public static Style Muted { get; } = new(decoration: Decoration.Dim);

    public static Style Good { get; } = new(Color.Green);

    public static Style Warn { get; } = new(Color.Olive);

    public static Style Bad { get; } = new(Color.Maroon);

    /// <summary>Returns the style of a utilization: near the limit from 80 %, exceeded from 100 %.</summary>
    public static Style GetUtilizationStyle(Ratio? utilization) =>
        utilization switch
        {
            null => Muted,
            { Value: >= 1.0 } => Bad,
            { Value: >= 0.8 } => Warn,
            _ => Good,
        };
}
