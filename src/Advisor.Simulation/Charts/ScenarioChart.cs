using System.Globalization;
using System.Net;
using System.Text;
using Advisor.Simulation.Replays;
using Advisor.Simulation.Scenarios;

namespace Advisor.Simulation.Charts;

/// <summary>
/// One scenario as SVG: a panel for each policy with what was required as an area, the steps of the policy as a line, and a red mark below
/// for overloaded minutes. Self-contained; every text is encoded.
/// </summary>
public static class ScenarioChart
{
    /// <summary>Width of the picture in pixels.</summary>
    public const int Width = 1180;

    private const int Left = 250, Right = 40, Panel = 74, Gap = 22, Top = 48, Marks = 6;
    private const int Plot = Width - Left - Right;

    /// <summary>Height of the picture of so many policies, in pixels.</summary>
    public static int Height(int policies) => Top + policies * (Panel + Gap) + 26;

    /// <summary>The picture; runs whose units were not kept are left out.</summary>
    public static string Svg(ScenarioResult result)
    {
        var runs = result.Runs.Where(r => r.Units is not null).ToList();
        var required = result.Scenario.Required.AsSpan(Scenario.WarmUpMinutes);
        var greatest = Math.Max(Greatest(required), runs.Select(r => r.Units!.Max()).DefaultIfEmpty(1).Max());
        var height = Height(runs.Count);
        var svg = new StringBuilder();
        svg.Append(Invariant($"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {Width} {height}\" width=\"{Width}\" height=\"{height}\" role=\"img\" aria-label=\"{Encode(Title(result.Scenario))}\">\n"));
        svg.Append(Style);
        svg.Append(Invariant($"<rect class=\"back\" width=\"{Width}\" height=\"{height}\"/>\n<text class=\"title\" x=\"16\" y=\"24\">{Encode(Title(result.Scenario))}</text>\n"));
        var area = Area(required, greatest);
        for (var i = 0; i < runs.Count; i++)
        {
            var top = Top + i * (Panel + Gap);
            svg.Append(Invariant($"<g transform=\"translate(0,{top})\">\n"));
            AppendPanel(svg, runs[i], required, greatest, area);
            svg.Append("</g>\n");
        }

        Days(svg, result.Scenario, required.Length, Top + runs.Count * (Panel + Gap) + 4);
        return svg.Append("</svg>\n").ToString();
    }

    /// <summary>What a scenario is called above its picture.</summary>
    public static string Title(Scenario scenario) => scenario.PeakUnits is { } peak
        ? Invariant($"{scenario.Trace}, {scenario.Shape}, peak {peak:0.#} units")
        : Invariant($"{scenario.Trace}, as measured");

    private static void AppendPanel(StringBuilder svg, PolicyRun run, ReadOnlySpan<int> required, int greatest, string area)
    {
        var score = run.Score;
        svg.Append(Invariant($"<text class=\"name\" x=\"16\" y=\"16\">{Encode(run.Policy.Title)}</text>\n"));
        svg.Append(Invariant($"<text class=\"note\" x=\"16\" y=\"34\">regret {score.Regret:0.00}, paid / needed {score.PaidRatio:0.00}</text>\n"));
        svg.Append(Invariant($"<text class=\"note\" x=\"16\" y=\"50\">overloaded {score.OverloadedShare * 100:0.00} % of minutes</text>\n"));
        svg.Append(Invariant($"<text class=\"note\" x=\"16\" y=\"66\">{score.ChangesPerDay:0.0} changes a day</text>\n"));
        svg.Append(Invariant($"<text class=\"tick\" x=\"{Left - 6}\" y=\"10\">{greatest}</text>\n<text class=\"tick\" x=\"{Left - 6}\" y=\"{Panel}\">0</text>\n"));
        svg.Append(Invariant($"<line class=\"axis\" x1=\"{Left}\" y1=\"{Panel}\" x2=\"{Left + Plot}\" y2=\"{Panel}\"/>\n"));
        svg.Append("<path class=\"need\" d=\"").Append(area).Append("\"/>\n<path class=\"size\" d=\"").Append(Steps(run.Units!, greatest)).Append("\"/>\n");
        var marks = OverloadMarks(run.Units!, required);
        if (marks.Length > 0)
        {
            svg.Append("<path class=\"over\" d=\"").Append(marks).Append("\"/>\n");
        }
    }

    /// <summary>What was required, at most one value for each pixel: the greatest of its minutes.</summary>
    private static string Area(ReadOnlySpan<int> required, int greatest)
    {
        var path = new StringBuilder(Invariant($"M{Left} {Panel}"));
        for (var x = 0; x < Plot; x++)
        {
            var value = Greatest(Slice(required, x));
            path.Append(Invariant($"V{Y(value, greatest):0.#}H{Left + x + 1}"));
        }

        return path.Append(Invariant($"V{Panel}Z")).ToString();
    }

    private static string Steps(int[] units, int greatest)
    {
        var path = new StringBuilder(Invariant($"M{Left} {Y(units[0], greatest):0.#}"));
        for (var t = 1; t < units.Length; t++)
        {
            if (units[t] != units[t - 1])
            {
                path.Append(Invariant($"H{X(t, units.Length):0.#}V{Y(units[t], greatest):0.#}"));
            }
        }

        return path.Append(Invariant($"H{Left + Plot}")).ToString();
    }

    private static string OverloadMarks(int[] units, ReadOnlySpan<int> required)
    {
        var path = new StringBuilder();
        for (var x = 0; x < Plot; x++)
        {
            var have = Slice<int>(units, x);
            var need = Slice(required, x);
            var over = false;
            for (var i = 0; i < have.Length && !over; i++)
            {
                over = have[i] < need[i];
            }

            if (over)
            {
                path.Append(Invariant($"M{Left + x} {Panel + 2}h1v{Marks}h-1z"));
            }
        }

        return path.ToString();
    }

    private static void Days(StringBuilder svg, Scenario scenario, int minutes, int y)
    {
        var every = Math.Max(1, (int)Math.Ceiling(minutes / 1440.0 / 14));
        for (var day = 0; day * 1440 < minutes; day += every)
        {
            var date = scenario.Start.AddMinutes(Scenario.WarmUpMinutes + day * 1440);
            svg.Append(Invariant($"<text class=\"day\" x=\"{X(day * 1440, minutes):0.#}\" y=\"{y}\">{date:MMM d}</text>\n"));
        }
    }

    private static ReadOnlySpan<T> Slice<T>(ReadOnlySpan<T> values, int x)
    {
        var from = (int)((long)x * values.Length / Plot);
        var to = (int)((long)(x + 1) * values.Length / Plot);
        return values[from..Math.Max(to, Math.Min(from + 1, values.Length))];
    }

    private static int Greatest(ReadOnlySpan<int> values)
    {
        var greatest = 0;
        foreach (var value in values)
        {
            greatest = Math.Max(greatest, value);
        }

        return greatest;
    }

    private static double X(int minute, int minutes) => Left + (double)minute * Plot / minutes;

    private static double Y(double units, int greatest) => Panel - units * (Panel - 4) / greatest;

    private static string Encode(string text) => WebUtility.HtmlEncode(text);

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);

    private const string Style =
        """
        <style>
        text{font:13px system-ui,sans-serif;fill:#1f2733}.title{font-size:16px;font-weight:600}.name{font-weight:600}.note{font-size:12px;fill:#55606f}
        .tick{font-size:11px;text-anchor:end;fill:#55606f}.day{font-size:11px;fill:#55606f}.back{fill:#fff}.axis{stroke:#aab2bd}
        .need{fill:#c9d4e3}.size{fill:none;stroke:#1b4f9c;stroke-width:1.3}.over{fill:#c62828}
        </style>

        """;
}
