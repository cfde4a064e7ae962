using System.Xml.Linq;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;
using Advisor.Lab.Charts;
using Advisor.Lab.Replays;
using Advisor.Lab.Scenarios;
using Advisor.Tests;

namespace Advisor.Lab.Tests.Charts;

public class ScenarioChartTests
{
    private static readonly ScenarioResult Result = Backtest.Run(
        ScenarioBuilder.Build(TraceFolder.Committed.Take(1), new ScenarioOptions { Days = 4, Shapes = ["echo"] }),
        [.. PolicyCatalog.Baselines, PolicyCatalog.BestPlan],
        new ObjectivePrices(),
        true,
        null,
        default
    )[0];

    [Fact]
    public void Every_policy_has_a_panel_with_the_need_and_its_steps()
    {
        var svg = XDocument.Parse(ScenarioChart.RenderSvg(Result));
        string[] ListTexts(string kind) => [.. svg.Descendants().Where(e => (string?)e.Attribute("class") == kind).Select(e => e.Value)];
        Assert.Equal(Result.Runs.Select(r => r.Policy.Title), ListTexts("name"));
        Assert.Equal(9, ListTexts("need").Length);
        Assert.Equal(9, ListTexts("size").Length);
        Assert.Equal(["Mar 17", "Mar 18"], ListTexts("day"));
        Assert.Equal("100%", (string?)svg.Root!.Attribute("width"));
        Assert.All(svg.Root.Elements(Svg + "svg"), plot => Assert.Equal("none", (string?)plot.Attribute("preserveAspectRatio")));
    }

    [Fact]
    public void Only_policies_with_overloaded_minutes_carry_marks()
    {
        var svg = XDocument.Parse(ScenarioChart.RenderSvg(Result));
        var marks = svg.Descendants().Count(e => (string?)e.Attribute("class") == "over");
        Assert.Equal(Result.Runs.Count(r => r.Score.OverloadedShare > 0), marks);
        Assert.InRange(marks, 1, 8);
    }

    // 288 is a window of 320 pixels without its margins, 358 one of 390; 668 is the first width with every label.
    [Theory]
    [InlineData(4)]
    [InlineData(14)]
    [InlineData(60)]
    public void No_two_labels_overlap_and_none_leaves_the_picture_at_any_width(int days)
    {
        var trace = Result.Scenario.Trace + " with a name that is longer than any phone is wide";
        var scenario = Result.Scenario with { Trace = trace, Required = [.. Enumerable.Repeat(100, days * 1440)] };
        var runs = Result.Runs.Select(run =>
            run with
            {
                Units = [.. Enumerable.Repeat(100, scenario.Minutes - Scenario.WarmUpMinutes)],
                Score = run.Score with { UnitCost = 1e6, ChangesPerDay = 888.8 },
            }
        );
        var svg = XDocument.Parse(ScenarioChart.RenderSvg(new ScenarioResult(scenario, [.. runs])));
        foreach (var width in (int[])[288, 358, 667, 668, 900, ScenarioChart.Width])
        {
            var boxes = svg.Root!.Elements(Svg + "text")
                .Where(text => IsShown(text, width))
                .Select(text => Box.FromText(text, width))
                .ToList();
            Assert.True(boxes.Count > 4 * Result.Runs.Count);
            Assert.All(
                boxes,
                box =>
                    Assert.True(
                        box.Left >= 0 && box.Right <= width && box.Bottom <= ScenarioChart.ComputeHeight(Result.Runs.Count),
                        $"{box} leaves the picture of {width} pixels"
                    )
            );
            foreach (var (i, box) in boxes.Index())
            {
                Assert.All(
                    boxes.Skip(i + 1),
                    other => Assert.False(box.IsOverlapping(other), $"{box} and {other} overlap at {width} pixels")
                );
            }
        }
    }

    [Fact]
    public void The_colours_follow_the_reader_and_the_page_is_set_for_phones()
    {
        var page = ChartPage.Render([Result], new Money(1.61m, "USD"));
        Assert.Contains("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">", page, StringComparison.Ordinal);
        Assert.Equal(2, page.Split("prefers-color-scheme:dark").Length - 1); // the page's own and the picture's
        Assert.Contains("<th>USD / month</th>", page, StringComparison.Ordinal);
        Assert.DoesNotContain("/ month", ChartPage.Render([Result], null), StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_page_breaks_no_rule_of_the_HTML_standard() =>
        Assert.Empty(await HtmlRules.FindViolationsAsync(("chart", ChartPage.Render([Result], new Money(1.61m, "USD")))));

    // The pictures of a narrow window stand in a page with margins of 16 pixels.
    private static bool IsShown(XElement text, int width) =>
        width + 32 >= ScenarioChart.PhoneBelow || !((string)text.Attribute("class")!).EndsWith(" wide", StringComparison.Ordinal);

    private static readonly XNamespace Svg = "http://www.w3.org/2000/svg";

    /// <summary>
    /// The box of a label, by letters as wide as those of the widest usual font (DejaVu Sans): 0.55 of its size on average, 0.6 where it is
    /// bold or digits.
    /// </summary>
    private sealed record Box(string Text, double Left, double Top, double Right, double Bottom)
    {
        public static Box FromText(XElement text, int width)
        {
            var kind = ((string)text.Attribute("class")!).Split(' ')[0];
            var (size, letter) = kind switch
            {
                "title" => (15, 0.6),
                "name" => (12, 0.6),
                "note" => (12, 0.55),
                _ => (11, 0.6),
            };
            var given = (string)text.Attribute("x")!;
            var x = given.EndsWith('%') ? double.Parse(given[..^1]) * width / 100 : double.Parse(given);
            var (y, length) = (double.Parse((string)text.Attribute("y")!), text.Value.Length * letter * size);
            var left = kind == "tick" ? x - length : x;
            return new Box(text.Value, left, y - size, left + length, y + (0.25 * size));
        }

        public bool IsOverlapping(Box other) =>
            Left < other.Right && other.Left < Right && Top < other.Bottom - 1 && other.Top < Bottom - 1;
    }
}
