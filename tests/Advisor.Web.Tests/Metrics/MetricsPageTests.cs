using System.Diagnostics.Metrics;
using System.Text.RegularExpressions;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Rules;
using Advisor.Reporting.OpenMetrics;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Store;
using Advisor.Service.Telemetry;
using Advisor.Service.Tick;
using Advisor.Tests;
using Advisor.Web.Metrics;
using Advisor.Web.Tests.World;

namespace Advisor.Web.Tests.Metrics;

/// <summary>docs/metrics.md against what GET /metrics has: a rule over a name that does not exist never fires.</summary>
public sealed partial class MetricsPageTests
{
    private static readonly string[] OfEveryResource = ["resource_id", "name"];
    private static readonly DateTimeOffset Now = new(2026, 3, 1, 8, 0, 0, TimeSpan.Zero);
    private static readonly string Page = File.ReadAllText(RepositoryFiles.GetPath("docs", "metrics.md"));

    [Fact]
    public void The_page_lists_every_metric_with_its_type_and_labels_and_no_other()
    {
        var rows = Page.Split('\n')
            .Where(line => line.StartsWith("| `advisor_", StringComparison.Ordinal))
            .Select(row => row.Split('|', StringSplitOptions.TrimEntries))
            .Select(cells =>
                $"{cells[1].Trim('`')} {cells[2]} "
                + $"{string.Join(',', CodeSpanPattern().Matches(cells[3]).Select(match => match.Groups["code"].Value))}"
            );

        Assert.Equal(ListFamilies().Select(family => $"{GetName(family)} {GetTypeName(family)} {FormatLabels(family)}"), rows);
    }

    [Fact]
    public void Rules_and_dashboard_use_names_and_labels_that_exist()
    {
        var families = ListFamilies();
        var names = families.Select(GetName).Concat(["team:advisor_cost_per_month:sum", "team:advisor_saving_per_month:sum"]).ToList();

        // Prometheus itself adds what it scraped.
        string[] added = ["name", "job", "instance"];
        var labels = families.SelectMany(family => family.Samples.First().Labels).Select(label => label.Key).Concat(added).ToHashSet();
        var expressions = PrometheusServer.ListExpressions();

        Assert.Equal(9 + 19, expressions.Count); // of the rules, and of the dashboard
        Assert.All(expressions.SelectMany(text => NamePattern().Matches(text)), name => Assert.Contains(name.Value, names));
        Assert.All(
            expressions
                .SelectMany(text => GroupingPattern().Matches(text).Concat(MatcherPattern().Matches(text)))
                .SelectMany(match => match.Groups["labels"].Value.Split(", ")),
            label => Assert.Contains(label, labels)
        );
    }

    [Fact]
    public void A_panel_about_resources_shows_those_of_the_chosen_team_and_names()
    {
        var ofResources = ListFamilies()
            .Where(family => family.Samples.First().Labels.Any(label => label.Key == "resource_id"))
            .Select(GetName)
            .ToList();
        var panels = PrometheusServer
            .ListPanelExpressions()
            .Where(text => NamePattern().Matches(text).Any(name => ofResources.Contains(name.Value)))
            .ToList();

        Assert.Equal(19 - 6, panels.Count); // six are about Advisor itself
        Assert.All(panels, text => Assert.Contains("team=~\"$team\"", text, StringComparison.Ordinal));
        Assert.All(panels, text => Assert.Contains("name=~\"$name\"", text, StringComparison.Ordinal));
    }

    private static List<MetricFamily> ListFamilies()
    {
        var record = new EvaluationRecord
        {
            ResourceId = "/r/chat",
            Service = "signalr",
            Region = "westeurope",
            Sku = "Standard_S1",
            Units = 1,
            At = Now,
            DataAt = Now,
            RecommendedUnits = 1,
            CostNow = new EvaluationCost(48, 2, 50, "USD"),
            Utilization = new Dictionary<Limit, double> { [Limit.Inbound] = 1 },
            RequiredUnits = new Dictionary<Limit, double> { [Limit.Inbound] = 1 },
            Forecast = [new ForecastQuantiles(TimeSpan.FromHours(1), 1, 2, 3)],
            Decisions = [new DecisionCount(ScalingAction.Hold, "WithinCapacity", 1)],
            Alerts = [new Alert("serverLoadHigh", AlertSeverity.Warning, AlertPhase.Firing)],
        };
        using var calls = new ApiCallCounter();
        using var meter = new Meter(TelemetryNames.Source);
        new ApiCallMetric(meter).Record("monitor", "metrics.batch", 200);
        var service = ServiceMetrics.Create(new HeartbeatMark(Now, Now), 1, TimeSpan.FromMinutes(1));
        return [.. FleetMetrics.Create([record], Now), .. service, ServiceMetrics.Create(calls)];
    }

    private static string GetName(MetricFamily family) =>
        family.Name
        + family.Type switch
        {
            OpenMetricsType.Counter => "_total",
            OpenMetricsType.Info => "_info",
            _ => "",
        };

#pragma warning disable CA1308 // the names of the standard are in lower case
    private static string GetTypeName(MetricFamily family) => family.Type.ToString().ToLowerInvariant();
#pragma warning restore CA1308

    // Those that every resource has are named once, below the table.
    private static string FormatLabels(MetricFamily family) =>
        string.Join(',', family.Samples.First().Labels.Select(label => label.Key).Except(OfEveryResource));

    [GeneratedRegex("`(?<code>[^`]+)`", RegexOptions.NonBacktracking)]
    private static partial Regex CodeSpanPattern();

    [GeneratedRegex("advisor_[a-z_]+", RegexOptions.NonBacktracking)]
    private static partial Regex NamePattern();

    [GeneratedRegex("(by|on|group_left) \\((?<labels>[a-z_, ]+)\\)", RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex GroupingPattern();

    [GeneratedRegex("[{,] ?(?<labels>[a-z_]+)=~?\"", RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex MatcherPattern();
}
