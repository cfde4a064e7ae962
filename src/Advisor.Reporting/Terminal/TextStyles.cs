using Advisor.Core.Quantities;
using Spectre.Console;

namespace Advisor.Reporting.Terminal;

/// <summary>The few styles of terminal output: the terminal's own sixteen colors, so that every theme stays readable.</summary>
public static class TextStyles
{
    public static Style Heading { get; } = new(decoration: Decoration.Bold);

    public static Style Muted { get; } = new(decoration: Decoration.Dim);

    public static Style Good { get; } = new(Color.Green);

    public static Style Warn { get; } = new(Color.Olive);

    public static Style Bad { get; } = new(Color.Maroon);

    /// <summary>From 80 % on a limit is near, from 100 % on it is passed.</summary>
    public static Style ForUtilization(Ratio? utilization) =>
        utilization switch
        {
            null => Muted,
            { Value: >= 1.0 } => Bad,
            { Value: >= 0.8 } => Warn,
            _ => Good,
        };
}
