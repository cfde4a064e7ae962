using System.Net;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Rules;
using Advisor.Reporting.OpenMetrics;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Recommendations;
using Advisor.Tests;
using Advisor.Web.Metrics;
using Advisor.Web.Tests.World;

namespace Advisor.Web.Tests.Metrics;

/// <summary>GET /metrics over HTTP, as Prometheus scrapes it.</summary>
public sealed class MetricsTests
{
    private static readonly DateTimeOffset Now = new(2026, 3, 1, 8, 0, 0, TimeSpan.Zero);

    public static bool ParserIsPresent => OpenMetricsParser.IsPresent;

    [Fact]
    public async Task It_is_OpenMetrics_text_with_the_figures_of_every_resource()
    {
        await using var world = await ApiWorld.StartAsync();
        world.Service.Azure.Add("chat", 2, _ => 1900);
        world.Service.Azure.Add("game", 1, _ => 100);
        await world.Service.RunAsync(5);

        var answer = await world.GetAsync(new Uri(world.Address, "/metrics"));

        Assert.Equal((HttpStatusCode.OK, OpenMetricsText.ContentType), (answer.Status, answer.Headers["Content-Type"]));
        Assert.Equal("no-store", answer.Headers["Cache-Control"]);
        Assert.EndsWith("\n# EOF\n", answer.Body, StringComparison.Ordinal);
        const string chat =
            "{resource_id=\"/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat\",name=\"chat\"";
        Assert.Contains($"\nadvisor_units{chat}}} 2\n", answer.Body, StringComparison.Ordinal);

        // 1,900 of 2 x 1,000 connections, whose target is 100 % in this world.
        Assert.Contains($"\nadvisor_utilization_ratio{chat},limit=\"connections\"}} 0.95\n", answer.Body, StringComparison.Ordinal);
        Assert.Contains($"\nadvisor_required_units{chat},limit=\"connections\"}} ", answer.Body, StringComparison.Ordinal);
        Assert.Contains($"\nadvisor_forecast_units{chat},horizon=\"60m\",estimate=\"upper\"}} ", answer.Body, StringComparison.Ordinal);
        Assert.Contains($"\nadvisor_decisions_total{chat},action=\"", answer.Body, StringComparison.Ordinal);
        Assert.Contains($"\nadvisor_data_age_seconds{chat}}} ", answer.Body, StringComparison.Ordinal);
        Assert.Contains("\nadvisor_resources 2\n", answer.Body, StringComparison.Ordinal);
        Assert.Contains("\nadvisor_tick_interval_seconds 60\n", answer.Body, StringComparison.Ordinal); // a tick a minute in this world
        Assert.Contains("\nadvisor_ticks_total 5\n", answer.Body, StringComparison.Ordinal);
        Assert.Contains("\nadvisor_evaluations_total{outcome=\"ok\"} 10\n", answer.Body, StringComparison.Ordinal);
        Assert.DoesNotContain("advisor_api_calls", answer.Body, StringComparison.Ordinal); // several processes may share this state
    }

    [Fact(Skip = OpenMetricsParser.Missing, SkipUnless = nameof(ParserIsPresent))]
    public async Task The_reference_parser_accepts_it_empty_and_full_skipped_where_it_is_absent()
    {
        await using var world = await ApiWorld.StartAsync();
        await OpenMetricsParser.ReadAsync((await world.GetAsync(new Uri(world.Address, "/metrics"))).Body);
        foreach (var i in Enumerable.Range(0, 5))
        {
            world.Service.Azure.Add($"chat-{i}", 1 + i, _ => 1000 * i);
        }

        world.Service.Azure.MetricFailures.Add("chat-3");
        await world.Service.RunAsync(16); // after 15 minutes without metrics that is an alert

        var families = await OpenMetricsParser.ReadAsync((await world.GetAsync(new Uri(world.Address, "/metrics"))).Body);

        Assert.Equal(5, families.Single(family => family.Name == "advisor_units").Samples.Count);
        Assert.Equal(4, families.Single(family => family.Name == "advisor_recommended_units").Samples.Count);
        Assert.NotEmpty(families.Single(family => family.Name == "advisor_alerts").Samples);
    }

    [Fact]
    public async Task A_state_that_is_away_is_503_so_that_a_scrape_fails_instead_of_showing_an_empty_fleet()
    {
        await using var world = await ApiWorld.StartAsync();
        world.Store.IsAway = true;

        var answer = await world.GetAsync(new Uri(world.Address, "/metrics"));

        Assert.Equal(HttpStatusCode.ServiceUnavailable, answer.Status);
    }

    [Fact]
    public async Task Head_answers_and_nothing_is_written()
    {
        await using var world = await ApiWorld.StartAsync();
        world.Service.Azure.Add("chat", 2, _ => 1900);
        await world.Service.RunAsync(2);
        var writes = world.Store.Writes;

        Assert.Equal(HttpStatusCode.OK, (await world.SendHeadAsync(new Uri(world.Address, "/metrics"))).Status);
        Assert.Equal(HttpStatusCode.MethodNotAllowed, (await world.SendAsync(HttpMethod.Post, "/metrics", null, null, null)).Status);
        Assert.Equal(writes, world.Store.Writes);
    }

    [Fact(Skip = OpenMetricsParser.Missing, SkipUnless = nameof(ParserIsPresent))]
    public async Task A_name_with_quotes_and_line_breaks_makes_no_sample_of_its_own_skipped_where_the_parser_is_absent()
    {
        var nasty = CreateRecord("/subscriptions/s/resourceGroups/g/providers/x/y/a\"} 1\nadvisor_evil 666\\") with
        {
            Region = "\r\n# EOF",
        };

        var families = await OpenMetricsParser.ReadAsync(Render(nasty));

        Assert.DoesNotContain(families, family => family.Name.Contains("evil", StringComparison.Ordinal));
        Assert.Equal(
            "a\"} 1\nadvisor_evil 666\\",
            families.Single(family => family.Name == "advisor_units").Samples.Single().Labels["name"]
        );
    }

    [Fact]
    public void A_resource_has_a_bounded_number_of_series()
    {
        var conditions = Enumerable.Range(0, 21).Select(i => new Alert($"c{i}", AlertSeverity.Warning, AlertPhase.Firing));
        var limits = Enum.GetValues<Limit>().Where(limit => limit != Limit.None).ToDictionary(limit => limit, _ => 1.0);
        var full = CreateRecord("/r/chat") with
        {
            DataAt = Now,
            RecommendedUnits = 1,
            CostNow = new EvaluationCost(48, 2, 50, "USD"),
            Utilization = limits,
            RequiredUnits = limits,
            Forecast = [.. new[] { 11, 15, 30, 60, 120 }.Select(minutes => new ForecastQuantiles(TimeSpan.FromMinutes(minutes), 1, 2, 3))],
            Decisions = [.. Enumerable.Range(0, 33).Select(i => new DecisionCount(ScalingAction.Hold, $"r{i}", 1))],
            Alerts = [.. conditions],
        };

        // Info, units, recommended, steady, age; 2 costs and a saving; 5 utilizations, 5 required; 2 horizons x 3 estimates; 33 counts,
        // which is their maximum; an alert for each condition.
        Assert.Equal(5 + 3 + 10 + 6 + 33 + 21, FleetMetrics.Create([full], Now).Sum(family => family.Samples.Count()));
    }

    [Fact]
    public void A_recommendation_shows_its_size_and_what_it_saves_and_an_unknown_cost_has_no_sample()
    {
        var recommended = CreateRecord("/r/chat") with
        {
            Units = 5,
            Team = "chat",
            CostNow = new EvaluationCost(240, null, 240, "EUR"),
            Recommendation = new ActiveRecommendation
            {
                Action = ScalingAction.ScaleIn,
                FromSku = "Standard_S1",
                FromUnits = 5,
                Sku = "Standard_S1",
                Units = 3,
                Since = Now,
                SeenAt = Now,
                CostChange = -96.5m,
                Currency = "EUR",
            },
        };

        var text = Render(recommended);
        var unknown = Render(recommended with { CostNow = null, Recommendation = recommended.Recommendation with { CostChange = null } });

        Assert.Contains(
            "\nadvisor_steady_units{resource_id=\"/r/chat\",name=\"chat\",sku=\"Standard_S1\"} 3\n",
            text,
            StringComparison.Ordinal
        );
        Assert.Contains(",currency=\"EUR\",part=\"units\"} 240\n", text, StringComparison.Ordinal);
        Assert.DoesNotContain("part=\"messages\"", text, StringComparison.Ordinal);
        Assert.Contains(",name=\"chat\",currency=\"EUR\"} 96.5\n", text, StringComparison.Ordinal);
        Assert.Contains(",team=\"chat\"} 1\n", text, StringComparison.Ordinal);
        Assert.DoesNotContain("\nadvisor_cost_per_month{", unknown, StringComparison.Ordinal);
        Assert.DoesNotContain("\nadvisor_saving_per_month{", unknown, StringComparison.Ordinal);

        // AdvisorSavingOpen fires on it.
        foreach (var aside in new[] { recommended with { IsSnoozed = true }, recommended with { Outcome = AuditOutcome.Declined } })
        {
            Assert.Contains(",name=\"chat\",currency=\"EUR\"} 0\n", Render(aside), StringComparison.Ordinal);
        }
    }

    private static EvaluationRecord CreateRecord(string id) =>
        new()
        {
            ResourceId = id,
            Service = "signalr",
            Region = "westeurope",
            Sku = "Standard_S1",
            Units = 1,
            At = Now,
        };

    private static string Render(EvaluationRecord record)
    {
        using var writer = new StringWriter();
        OpenMetricsText.Write(writer, FleetMetrics.Create([record], Now));
        return writer.ToString();
    }
}
