using System.IO.Compression;
using System.Net;
using Advisor.Reporting.OpenMetrics;
using Advisor.Tests;
using Advisor.Web.Tests.World;

namespace Advisor.Web.Tests.Metrics;

/// <summary>GET /metrics, the rules and the dashboard against Prometheus itself.</summary>
public sealed class PrometheusTests
{
    private const string OpenMetricsType = "application/openmetrics-text";

    public static bool PrometheusIsPresent => PrometheusServer.IsPresent;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact(Skip = PrometheusServer.Missing, SkipUnless = nameof(PrometheusIsPresent))]
    public async Task Prometheus_scrapes_it_and_answers_every_expression_of_the_rules_and_the_dashboard()
    {
        await using var world = await CreateWorldAsync();
        await using var prometheus = PrometheusServer.Start(world.Address);

        await Until.WaitAsync(async () => await prometheus.CountAsync("advisor_units", Cancellation) == 2);

        Assert.Equal(1, await prometheus.CountAsync("up == 1", Cancellation));
        Assert.Equal(1, await prometheus.CountAsync("advisor_build_info", Cancellation));
        Assert.Equal(2, await prometheus.CountAsync("advisor_resource_info{service=\"signalr\",pod=\"advisor-0\"}", Cancellation));
        Assert.Equal(2, await prometheus.CountAsync("count by (part) (advisor_cost_per_month)", Cancellation));
        foreach (var expression in PrometheusServer.ListExpressions())
        {
            Assert.NotNull(await prometheus.CountAsync(expression, Cancellation));
        }

        // The rules are evaluated: recorded series appear, one of a team.
        await Until.WaitAsync(async () => await prometheus.CountAsync("team:advisor_cost_per_month:sum", Cancellation) == 1);
    }

    [Fact(Skip = PrometheusServer.Missing, SkipUnless = nameof(PrometheusIsPresent))]
    public async Task Promtool_finds_nothing_wrong_with_the_rules_and_the_classic_text()
    {
        using var folder = new TemporaryFolder();
        await using var world = await CreateWorldAsync();

        var rules = await PrometheusServer.RunToolAsync(
            "",
            Cancellation,
            "check",
            "rules",
            folder.Write("rules.yaml", MonitoringFiles.ReadRules())
        );
        var (_, type, text) = await GetAsync(world, "text/plain");
        var metrics = await PrometheusServer.RunToolAsync(text, Cancellation, "check", "metrics");

        Assert.True(rules.Code == 0, rules.Output);
        Assert.Contains("9 rules found", rules.Output, StringComparison.Ordinal);
        Assert.Equal(OpenMetricsText.ClassicContentType, type);
        Assert.True(metrics is (0, ""), metrics.Output);
    }

    [Fact(Skip = PrometheusServer.Missing, SkipUnless = nameof(PrometheusIsPresent))]
    public async Task Each_rule_fires_when_it_should_and_the_dashboard_lists_the_sizes_to_choose_and_a_tick_that_is_too_long_ago()
    {
        using var folder = new TemporaryFolder();
        var (rules, path) = (
            MonitoringFiles.ReadRules(),
            RepositoryFiles.GetPath("tests/Advisor.Web.Tests/Metrics/prometheus-rules.test.yaml")
        );
        var test = await File.ReadAllTextAsync(path, Cancellation);
        folder.Write("rules.yaml", rules);
        var expressions = PrometheusServer.ListExpressions();
        var table = expressions.Single(text => text.Contains("(advisor_steady_units{name=~\".*\"}) !=", StringComparison.Ordinal));
        var stopped = expressions.Last(text => text.StartsWith("time() - max(advisor_last_completed", StringComparison.Ordinal));

        var run = await PrometheusServer.RunToolAsync(
            "",
            Cancellation,
            "test",
            "rules",
            folder.Write(
                "test.yaml",
                test.Replace("expr: TABLE", $"expr: '{table}'", StringComparison.Ordinal)
                    .Replace("expr: STOPPED", $"expr: '{stopped}'", StringComparison.Ordinal)
            )
        );

        Assert.True(run.Code == 0, run.Output);
        foreach (var line in rules.Split('\n').Where(line => line.StartsWith("      - ", StringComparison.Ordinal)))
        {
            Assert.Contains(line.Split(": ")[1], test, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData(null, OpenMetricsText.ContentType)]
    [InlineData("*/*", OpenMetricsText.ContentType)]
    [InlineData(OpenMetricsType + ";version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1", OpenMetricsText.ContentType)]
    [InlineData("text/plain;version=0.0.4;q=0.5," + OpenMetricsType + ";q=0.4", OpenMetricsText.ClassicContentType)]
    [InlineData("text/plain", OpenMetricsText.ClassicContentType)]
    [InlineData("not a header;;", OpenMetricsText.ContentType)]
    public async Task The_format_is_the_one_that_the_caller_ranks_first(string? accept, string type)
    {
        await using var world = await CreateWorldAsync();

        var answer = await GetAsync(world, accept);

        Assert.Equal((HttpStatusCode.OK, type), (answer.Status, answer.Type));
        Assert.Equal(type == OpenMetricsText.ContentType, answer.Text.EndsWith("\n# EOF\n", StringComparison.Ordinal));
        Assert.Equal(type == OpenMetricsText.ContentType, answer.Text.Contains("# TYPE advisor_resource info\n", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("Host")]
    [InlineData("X-Forwarded-Host")] // a proxy of this machine, as the Functions host is: the host is then 127.0.0.1
    public async Task A_caller_elsewhere_that_accepts_gzip_gets_the_same_text_compressed(string header)
    {
        await using var world = await CreateWorldAsync();
        var plain = await GetAsync(world, null);

        using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(world.Address, "/metrics"));
        request.Headers.Add(header, "advisor.example.com");
        request.Headers.AcceptEncoding.ParseAdd("gzip");
        using var answer = await world.Http.SendAsync(request, Cancellation);
        var bytes = await answer.Content.ReadAsByteArrayAsync(Cancellation);
        using var gzip = new GZipStream(new MemoryStream(bytes), CompressionMode.Decompress);
        using var reader = new StreamReader(gzip);

        Assert.Equal(["gzip"], answer.Content.Headers.ContentEncoding);
        Assert.Equal(["Accept", "Accept-Encoding"], answer.Headers.Vary.Order(StringComparer.Ordinal));
        Assert.Equal(plain.Text, await reader.ReadToEndAsync(Cancellation));
        Assert.True(bytes.Length * 3 < plain.Text.Length, $"{bytes.Length} of {plain.Text.Length} bytes");
    }

    private static async Task<ApiWorld> CreateWorldAsync()
    {
        var world = await ApiWorld.StartAsync();
        world.Service.Azure.Add("chat", 2, _ => 1900);
        world.Service.Azure.Add("game", 1, _ => 100);
        await world.Service.RunAsync(5);
        return world;
    }

    private static async Task<(HttpStatusCode Status, string Type, string Text)> GetAsync(ApiWorld world, string? accept)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(world.Address, "/metrics"));
        if (accept is not null)
        {
            request.Headers.TryAddWithoutValidation("Accept", accept);
        }

        using var answer = await world.Http.SendAsync(request, Cancellation);
        return (answer.StatusCode, answer.Content.Headers.ContentType!.ToString(), await answer.Content.ReadAsStringAsync(Cancellation));
    }
}
