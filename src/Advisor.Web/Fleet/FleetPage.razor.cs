using Advisor.Web.Shared;

namespace Advisor.Web.Fleet;

/// <summary>The fleet as a table. A single component renders all rows: a thousand take a few dozen milliseconds.</summary>
public sealed partial class FleetPage : ViewComponent<FleetView>
{
    // The bar of a cell ends at 125 % of the target, in steps of 2.5 %; the stylesheet has a class for each step.
    private const double BarEnd = 1.25;
    private const int Steps = 50;

    private IEnumerable<(FleetColumn Column, int Span)> Heads =>
        Model
            .Columns.Where((column, i) => column.Group is null || i == 0 || Model.Columns[i - 1].Group != column.Group)
            .Select(column => (column, column.Group is null ? 1 : Model.Columns.Count(other => other.Group == column.Group)));

    private static string GetStateClass(Tone tone) => ToneNames.FindClass(tone) is { } name ? "state " + name : "state";

    private static string GetNumberClass(Tone tone) => ToneNames.FindClass(tone) is { } name ? "n " + name : "n";

    private static string FormatCell(UtilizationCell cell) =>
        cell.Value is not { } value ? "–"
        : value > 99.99 ? ">9999"
        : (value * 100).ToString("0");

    internal static string GetCellClass(UtilizationCell cell) =>
        cell.Value is not { } value
            ? "u off"
            : $"u u{ComputeLevel(value)}{(value > BarEnd ? " bad" : value > 1 ? " warning" : "")}{(cell.IsLimiting ? " limiting" : "")}";

    private static int ComputeLevel(double utilization) => (int)Math.Round(Math.Clamp(utilization / BarEnd, 0, 1) * Steps);
}
