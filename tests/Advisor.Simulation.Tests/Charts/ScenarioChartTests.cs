using System.Xml.Linq;
using Advisor.Core.Scaling;
using Advisor.Simulation.Charts;
using Advisor.Simulation.Replays;
using Advisor.Simulation.Scenarios;

namespace Advisor.Simulation.Tests.Charts;

public class ScenarioChartTests
{
    private static readonly ScenarioResult Result = Backtest.Run(
        ScenarioBuilder.Build(TraceFolder.Committed.Take(1), new ScenarioOptions { Days = 4, Shapes = ["echo"] }),
        [.. PolicyCatalog.Baselines, PolicyCatalog.BestPlan],
        new ObjectivePrices(),
        true,
        null,
        default)[0];

    [Fact]
    public void Every_policy_has_a_panel_with_the_need_and_its_steps()
    {
        var svg = XDocument.Parse(ScenarioChart.Svg(Result));
        string[] Texts(string kind) => [.. svg.Descendants().Where(e => (string?)e.Attribute("class") == kind).Select(e => e.Value)];
        Assert.Equal(Result.Runs.Select(r => r.Policy.Title), Texts("name"));
        Assert.Equal(9, Texts("need").Length);
        Assert.Equal(9, Texts("size").Length);
        Assert.Equal(["Mar 17", "Mar 18"], Texts("day"));
    }

    [Fact]
    public void Only_policies_with_overloaded_minutes_carry_marks()
    {
        var svg = XDocument.Parse(ScenarioChart.Svg(Result));
        var marks = svg.Descendants().Count(e => (string?)e.Attribute("class") == "over");
        Assert.Equal(Result.Runs.Count(r => r.Score.OverloadedShare > 0), marks);
        Assert.InRange(marks, 1, 8);
    }
}
