using System.Net;
using System.Text;
using Advisor.Lab.Replays;
using Advisor.Lab.Scenarios;

namespace Advisor.Lab.Charts;

/// <summary>Time window of a <see cref="WindowChart"/>.</summary>
/// <param name="From">First minute.</param>
/// <param name="Hours">Length in hours, above 0.</param>
public sealed record ChartWindow(DateTimeOffset From, double Hours)
{
    /// <summary>Returns the first scored minute of a scenario that the window shows; null when it is not within the scored ones.</summary>
    public int? FindFirst(Scenario scenario)
    {
        var from = (int)Math.Floor((From - scenario.Start).TotalMinutes) - Scenario.WarmUpMinutes;
        return from < 0 || Minutes < 1 || from + Minutes > scenario.Minutes - Scenario.WarmUpMinutes ? null : from;
    }

    /// <summary>Length in whole minutes.</summary>
    internal int Minutes => (int)(Hours * 60);
}

/// <summary>
/// Renders some hours of many scenarios as one SVG, minute by minute: a panel for each scenario and policy with the required units as an
/// area and the units in force as a line. Self-contained, all text encoded, readable on light and dark pages.
/// </summary>
public static class WindowChart
{
    private const int Width = 1000,
        Left = 230,
        Right = 30,
        Panel = 90,
        Gap = 26,
        Top = 64,
        Foot = 30;
    private const int Plot = Width - Left - Right;

    private static readonly PlotArea Area = new(Left, Plot, Panel);

    /// <summary>Renders the chart; runs without stored units, and scenarios without scored minutes in the window, are left out.</summary>
    public static string RenderSvg(IReadOnlyList<ScenarioResult> results, ChartWindow window)
    {
        var panels = results.SelectMany(result => ListPanels(result, window)).ToList();
        var height = Top + (panels.Count * (Panel + Gap)) + Foot;
        var title = $"{window.From.UtcDateTime:dddd, d MMMM yyyy, HH:mm} to {window.From.UtcDateTime.AddHours(window.Hours):HH:mm} UTC";
        var svg = new StringBuilder();
        svg.Append(
            $"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {Width} {height}\" width=\"{Width}\" "
                + $"height=\"{height}\" role=\"img\" aria-label=\"{title}\">\n"
        );
        svg.Append(Style);
        svg.Append(
            $"<rect class=\"back\" width=\"{Width}\" height=\"{height}\"/>\n<text class=\"title\" x=\"16\" y=\"26\">{title}</text>\n"
        );
        svg.Append(
            "<text class=\"note\" x=\"16\" y=\"46\">Area: units needed. Line: provisioned units. Marks below: overloaded minutes.</text>\n"
        );
        for (var i = 0; i < panels.Count; i++)
        {
            svg.Append($"<g transform=\"translate(0,{Top + (i * (Panel + Gap))})\">\n");
            Append(svg, panels[i]);
            svg.Append("</g>\n");
        }

        AppendHours(svg, window, panels.Count, Top + (panels.Count * (Panel + Gap)) + 4);
        return svg.Append("</svg>\n").ToString();
    }

    private static IEnumerable<(ScenarioResult Result, PolicyRun Run, int[] Required, int[] Units)> ListPanels(
        ScenarioResult result,
        ChartWindow window
    )
    {
        var required = result.Scenario.Required.AsSpan(Scenario.WarmUpMinutes);
        return window.FindFirst(result.Scenario) is { } from
            ? ListPanelsFrom(result, required.Slice(from, window.Minutes).ToArray(), from)
            : [];
    }

    private static IEnumerable<(ScenarioResult Result, PolicyRun Run, int[] Required, int[] Units)> ListPanelsFrom(
        ScenarioResult result,
        int[] required,
        int first
    ) =>
        result
            .Runs.Where(run => run.Units is not null)
            .Select(run => (result, run, required, run.Units![first..(first + required.Length)]));

    private static void Append(StringBuilder svg, (ScenarioResult Result, PolicyRun Run, int[] Required, int[] Units) panel)
    {
        var (result, run, required, units) = panel;
        var highest = Math.Max(required.Max(), units.Max());
        svg.Append($"<text class=\"name\" x=\"16\" y=\"16\">{Encode(result.Scenario.Trace)}, {Encode(result.Scenario.Shape)}</text>\n");
        svg.Append($"<text class=\"note\" x=\"16\" y=\"34\">{Encode(run.Policy.Title)}: regret {run.Score.Regret:0.00},</text>\n");
        svg.Append(
            $"<text class=\"note\" x=\"16\" y=\"50\">overloaded {run.Score.OverloadedShare * 100:0.00} %, "
                + $"{run.Score.ChangesPerDay:0.0} changes/day</text>\n"
        );
        svg.Append(
            $"<text class=\"tick\" x=\"{Left - 6}\" y=\"12\">{highest}</text>\n"
                + $"<text class=\"tick\" x=\"{Left - 6}\" y=\"{Panel}\">0</text>\n"
        );
        svg.Append($"<line class=\"axis\" x1=\"{Left}\" y1=\"{Panel}\" x2=\"{Left + Plot}\" y2=\"{Panel}\"/>\n");
        svg.Append($"<path class=\"need\" d=\"M{Left} {Panel}{Area.BuildStepPath(required, highest, "V")}V{Panel}Z\"/>\n");
        svg.Append($"<path class=\"size\" d=\"{Area.BuildStepPath(units, highest, $"M{Left} ")}\"/>\n");
        var width = (double)Plot / units.Length;
        var marks = string.Concat(
            Enumerable
                .Range(0, units.Length)
                .Where(m => units[m] < required[m])
                .Select(m => $"M{Area.ToX(m, units.Length):0.#} {Panel + 3}h{width:0.##}v6h-{width:0.##}z")
        );
        if (marks.Length > 0)
        {
            svg.Append("<path class=\"over\" d=\"").Append(marks).Append("\"/>\n");
        }
    }

    private static void AppendHours(StringBuilder svg, ChartWindow window, int panels, int y)
    {
        var minutes = (int)(window.Hours * 60);
        var every = minutes <= 240 ? 30 : 60 * (int)Math.Ceiling(window.Hours / 12);
        for (var minute = 0; minute <= minutes; minute += every)
        {
            var x = Area.ToX(minute, minutes);
            svg.Append($"<text class=\"hour\" x=\"{x:0.#}\" y=\"{y}\">{window.From.UtcDateTime.AddMinutes(minute):HH:mm}</text>\n");
            svg.Append(
                $"<line class=\"grid\" x1=\"{x:0.#}\" y1=\"{Top}\" x2=\"{x:0.#}\" y2=\"{Top + (panels * (Panel + Gap)) - Gap}\"/>\n"
            );
        }
    }

    private static string Encode(string text) => WebUtility.HtmlEncode(text);

    private const string Style = """
        <style>
        text{font:13px system-ui,sans-serif;fill:#1f2733}.title{font-size:16px;font-weight:600}.name{font-weight:600}
        .note{font-size:12px;fill:#55606f}
        .tick{font-size:11px;text-anchor:end;fill:#55606f}.hour{font-size:11px;text-anchor:middle;fill:#55606f}
        .back{fill:#fff}.axis{stroke:#aab2bd}
        .grid{stroke:#aab2bd;stroke-dasharray:2 4;opacity:.6}.need{fill:#c9d4e3}
        .size{fill:none;stroke:#1b4f9c;stroke-width:2}.over{fill:#c62828}
        @media (prefers-color-scheme:dark){text{fill:#e6edf3}.note,.tick,.hour{fill:#9da7b3}.back{fill:#0d1117}
        .axis,.grid{stroke:#57606a}.need{fill:#2c3b52}
        .size{stroke:#79b8ff}.over{fill:#ff7b72}}
        </style>

        """;
}
