using System.Globalization;
using Microsoft.AspNetCore.Components;

namespace Advisor.Pages.Shared;

/// <summary>Shows the use of a limit as a bar with its target marked. The number is shown beside it.</summary>
public sealed partial class UtilizationBar : ComponentBase
{
    [Parameter, EditorRequired]
    public required string Name { get; set; }

    /// <summary>Used share of the limit, 1 = all of it; may be higher. Null when not known.</summary>
    [Parameter, EditorRequired]
    public double? Utilization { get; set; }

    /// <summary>Target share of the limit, 1 = the limit itself.</summary>
    [Parameter, EditorRequired]
    public double Target { get; set; }

    /// <summary>Whether this is the limiting factor.</summary>
    [Parameter]
    public bool IsLimiting { get; set; }

    private string Text => Utilization is { } value ? string.Create(CultureInfo.InvariantCulture, $"{value * 100:0} %") : "no data";

    private string FillClass =>
        Utilization is not { } value || value <= Target ? "utilization-fill"
        : value <= 1 ? "utilization-fill warning"
        : "utilization-fill bad";

    private string FillWidth => Percent(Utilization ?? 0);

    private string TargetX => Percent(Target - 0.005);

    private static string Percent(double ratio) => string.Create(CultureInfo.InvariantCulture, $"{Math.Clamp(ratio, 0, 1) * 100:0.#}");
}
