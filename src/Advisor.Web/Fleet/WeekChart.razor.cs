using Advisor.Web.Reports;
using Microsoft.AspNetCore.Components;

namespace Advisor.Web.Fleet;

/// <summary>Units required in the last 7 days as a small chart, with a line at the current size; nothing before the first day.</summary>
public sealed partial class WeekChart : ComponentBase
{
    private const int Steps = 42;
    private const int Height = 16;
    private const string ViewBox = "0 0 42 16";

    /// <summary>Highest required units of each interval, oldest first and ending now; null = not known.</summary>
    [Parameter, EditorRequired]
    public required IReadOnlyList<double?> Week { get; set; }

    [Parameter, EditorRequired]
    public required int Units { get; set; }

    private double? Peak => Week.Max();

    private string Describe(double peak) => $"{Week.Min():0.#} to {peak:0.#} units required in 7 days, {Units} in use";

    private string DrawSize(double peak) => $"M0 {FindHeight(Units, peak)}H{Steps}";

    private string DrawWeek(double peak)
    {
        var path = new StepPath(Height);
        for (var i = 0; i < Week.Count; i++)
        {
            if (Week[i] is { } units)
            {
                path.Add(Steps - Week.Count + i, Steps - Week.Count + i + 1, FindHeight(units, peak));
            }
        }

        return path.ToString();
    }

    private double FindHeight(double units, double peak) => Math.Round(Height - ((Height - 1) * units / Math.Max(Units, peak)));
}
