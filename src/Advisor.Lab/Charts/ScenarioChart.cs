using System.Net;
using System.Text;
using Advisor.Lab.Replays;
using Advisor.Lab.Scenarios;

namespace Advisor.Lab.Charts;

/// <summary>
/// Renders one scenario as SVG: a panel per policy with the required units as an area, the units of the policy as a step line, and a red
/// mark below overloaded minutes. Text keeps its size at any width, from a phone's 288 pixels up, while the plots take the remaining width.
/// Light or dark as the reader prefers. Self-contained; all text is encoded.
/// </summary>
public static class ScenarioChart
{
    /// <summary>Maximum width of the chart, in pixels.</summary>
    public const int Width = 1180;

    /// <summary>Window width, in pixels, below which only some days are labelled.</summary>
    public const int PhoneBelow = 700;

    // Vertical lengths in pixels; horizontal ones are shares of the width, except for the margin of text.
    private const int Margin = 12,
        Top = 50,
        Labels = 54,
        Gap = 20,
        Bottom = 30,
        LongestTitle = 30;
    private const int Panel = ScenarioPaths.Panel,
        Marks = ScenarioPaths.Marks,
        Plot = ScenarioPaths.Plot;
    private const double LeftPercent = 9,
        PlotPercent = 88;

    private const int MostDays = 12,
        MostDaysOnPhone = 5;

    /// <summary>Returns the height of a chart for a number of policies, in pixels.</summary>
    public static int ComputeHeight(int policies) => Top + policies * (Labels + Panel + Marks + Gap) + Bottom;

    /// <summary>Renders the chart; runs without stored units are left out.</summary>
    public static string RenderSvg(ScenarioResult result)
    {
        var runs = result.Runs.Where(r => r.Units is not null).ToList();
        var required = result.Scenario.Required[Scenario.WarmUpMinutes..];
        var highest = Math.Max(required.Max(), runs.Select(r => r.Units!.Max()).DefaultIfEmpty(1).Max());
        var height = ComputeHeight(runs.Count);
        var svg = new StringBuilder();
        svg.Append(
            $"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100%\" height=\"{height}\" style=\"max-width:{Width}px\" "
                + $"role=\"img\" aria-label=\"{Encode(FormatTitle(result.Scenario))}\">\n"
        );
        svg.Append(Style);
        svg.Append($"<rect class=\"back\" width=\"100%\" height=\"{height}\"/>\n");
        svg.Append($"<text class=\"title\" x=\"{Margin}\" y=\"22\">{Encode(Shorten(result.Scenario.Trace))}</text>\n");
        svg.Append($"<text class=\"note\" x=\"{Margin}\" y=\"40\">{Encode(FormatKind(result.Scenario))}</text>\n");
        var area = ScenarioPaths.BuildAreaPath(required, highest);
        for (var i = 0; i < runs.Count; i++)
        {
            AppendPanel(svg, runs[i], required, highest, area, Top + i * (Labels + Panel + Marks + Gap));
        }

        AppendDays(svg, result.Scenario, required.Length, ComputeHeight(runs.Count) - Bottom + 10);
        return svg.Append("</svg>\n").ToString();
    }

    /// <summary>Returns the heading of a scenario's chart.</summary>
    public static string FormatTitle(Scenario scenario) => $"{scenario.Trace}, {FormatKind(scenario)}";

    private static string FormatKind(Scenario scenario) =>
        scenario.PeakUnits is { } peak ? $"{scenario.Shape}, peak {peak:0.#} units" : "as measured";

    private static void AppendPanel(StringBuilder svg, PolicyRun run, int[] required, int highest, string area, int top)
    {
        var score = run.Score;
        var plot = top + Labels;
        svg.Append($"<text class=\"name\" x=\"{Margin}\" y=\"{top + 14}\">{Encode(run.Policy.Title)}</text>\n");
        svg.Append(
            $"<text class=\"note\" x=\"{Margin}\" y=\"{top + 31}\">regret {score.Regret:0.00}, paid / needed "
                + $"{score.PaidRatio:0.00}</text>\n"
        );
        svg.Append(
            $"<text class=\"note\" x=\"{Margin}\" y=\"{top + 47}\">overloaded {score.OverloadedShare * 100:0.00} %, "
                + $"{score.ChangesPerDay:0.0} changes a day</text>\n"
        );
        svg.Append(
            $"<text class=\"tick\" x=\"{LeftPercent - 1}%\" y=\"{plot + 14}\">{highest}</text>\n"
                + $"<text class=\"tick\" x=\"{LeftPercent - 1}%\" y=\"{plot + Panel}\">0</text>\n"
        );
        svg.Append(
            $"<svg x=\"{LeftPercent}%\" y=\"{plot}\" width=\"{PlotPercent}%\" height=\"{Panel + Marks + 2}\" viewBox=\"0 0 "
                + $"{Plot} {Panel + Marks + 2}\" preserveAspectRatio=\"none\">\n"
        );
        svg.Append($"<line class=\"axis\" x1=\"0\" y1=\"{Panel}\" x2=\"{Plot}\" y2=\"{Panel}\"/>\n");
        svg.Append("<path class=\"need\" d=\"")
            .Append(area)
            .Append("\"/>\n<path class=\"size\" d=\"")
            .Append(ScenarioPaths.BuildStepPath(run.Units!, highest))
            .Append("\"/>\n");
        var marks = ScenarioPaths.BuildOverloadMarks(run.Units!, required);
        if (marks.Length > 0)
        {
            svg.Append("<path class=\"over\" d=\"").Append(marks).Append("\"/>\n");
        }

        svg.Append("</svg>\n");
    }

    // Labels every few days; in a narrow window every few of those.
    private static void AppendDays(StringBuilder svg, Scenario scenario, int minutes, int y)
    {
        var days = minutes / 1440.0;
        var every = Math.Max(1, (int)Math.Ceiling(days / MostDays));
        var onPhone = Math.Max(1, (int)Math.Ceiling(days / every / MostDaysOnPhone));
        for (var i = 0; i * every * 1440 < minutes; i++)
        {
            var date = scenario.Start.AddMinutes(Scenario.WarmUpMinutes + i * every * 1440);
            var x = LeftPercent + PlotPercent * i * every * 1440 / minutes;
            svg.Append($"<text class=\"day{(i % onPhone == 0 ? "" : " wide")}\" x=\"{x:0.##}%\" y=\"{y}\">{date:MMM d}</text>\n");
        }
    }

    private static string Encode(string text) => WebUtility.HtmlEncode(text);

    private static string Shorten(string text) => text.Length <= LongestTitle ? text : text[..(LongestTitle - 1)] + "…";

    private static readonly string Style = $$$"""
        <style>
        text{font:13px system-ui,sans-serif;fill:#1f2733}.title{font-size:15px;font-weight:600}
        .name{font-size:12px;font-weight:600}.note{font-size:12px;fill:#55606f}
        .tick{font-size:11px;text-anchor:end;fill:#55606f}.day{font-size:11px;fill:#55606f}.back{fill:#fff}.axis{stroke:#aab2bd}
        .need{fill:#c9d4e3}.size{fill:none;stroke:#1b4f9c;stroke-width:1.3}.over{fill:#c62828;stroke:#c62828}
        .axis,.size,.over{vector-effect:non-scaling-stroke}
        @media (max-width:{{{PhoneBelow - 1}}}px){.wide{display:none}}
        @media (prefers-color-scheme:dark){text{fill:#e6edf3}.note,.tick,.day{fill:#9aa4af}.back{fill:#161b22}
        .axis{stroke:#4a535e}.need{fill:#2f3d52}.size{stroke:#6cb0ff}.over{fill:#ff7b72;stroke:#ff7b72}}
        </style>

        """;
}
