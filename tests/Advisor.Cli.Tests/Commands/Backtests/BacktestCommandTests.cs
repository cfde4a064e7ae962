using System.Text;
using System.Text.Json;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Backtests;

public sealed partial class BacktestCommandTests : IDisposable
{
    private static readonly string Traces = RepositoryFiles.GetPath("tests", "scenarios", "traces");

    private readonly DirectoryInfo folder = Directory.CreateTempSubdirectory("advisor-backtest");

    public void Dispose() => folder.Delete(recursive: true);

    [Fact]
    public async Task A_folder_of_traces_is_compared_under_every_policy_with_figures_by_trace_and_in_money()
    {
        var run = await RunAsync("backtest", Traces, "--days", "4", "--by", "trace");
        Assert.Equal(0, run.ExitCode);
        Assert.Contains("12 scenarios, 24 scored days.", run.Out);
        foreach (
            var title in new[]
            {
                "static size for the peak",
                "Azure autoscale, tuned",
                "KEDA + HPA",
                "community script",
                "AWS-like",
                "best plan",
                "Advisor",
                "/month",
                "nyc_taxi_30min",
            }
        )
        {
            Assert.Contains(title, run.Out);
        }

        Assert.Contains("120 of 120 replays", run.Error);
    }

    [Fact]
    public async Task The_same_seed_gives_the_same_digits_and_another_one_others()
    {
        string[] args =
        [
            "backtest",
            Path.Combine(Traces, "nab_elb_requests_5min.csv"),
            "--days",
            "4",
            "--shape",
            "echo",
            "--policy",
            "keda,advisor",
            "-o",
            "json",
        ];
        var one = await RunAsync(args);
        var again = await RunAsync(args);
        var other = await RunAsync([.. args, "--seed", "8"]);
        Assert.Equal(one.Out, again.Out);
        Assert.NotEqual(one.Out, other.Out);
        using var json = JsonDocument.Parse(one.Out);
        Assert.Equal(
            ["keda", "advisor"],
            json.RootElement.GetProperty("policies").EnumerateArray().Select(p => p.GetProperty("policy").GetString())
        );
    }

    [Theory]
    [InlineData("serverLoadModel")]
    [InlineData("forecast")]
    [InlineData("trend")]
    [InlineData("floors")]
    [InlineData("holdingTimes")]
    [InlineData("expertWeights")]
    public async Task A_part_that_is_left_out_changes_what_advisor_scores(string part)
    {
        string[] args =
        [
            "backtest",
            Path.Combine(Traces, "nab_elb_requests_5min.csv"),
            "--days",
            "5",
            "--shape",
            "chatty",
            "--policy",
            "advisor",
            "-o",
            "json",
        ];
        var whole = await RunAsync(args);
        var without = await RunAsync([.. args, "--without", part]);

        Assert.Equal((0, 0), (whole.ExitCode, without.ExitCode));
        Assert.NotEqual(whole.Out, without.Out);
    }

    [Fact]
    public async Task Exported_metrics_of_a_real_resource_are_replayed_from_csv_and_from_the_answer_of_azure_monitor()
    {
        var csv = Write("chat.csv", RenderMetricsCsv());
        var fromCsv = await RunAsync(
            "backtest",
            csv,
            "--use-case",
            "echo",
            "--message-bytes",
            "1024",
            "--policy",
            "best,advisor",
            "-o",
            "json"
        );
        Assert.Equal(0, fromCsv.ExitCode);
        var fromMonitor = await RunAsync(
            "backtest",
            Write("chat.json", RenderMonitorJson()),
            "--use-case",
            "echo",
            "--message-bytes",
            "1024",
            "--policy",
            "best,advisor",
            "-o",
            "json"
        );

        // The second has no units column: 2,000 connections at 50 % of the quota are 4 units.
        Assert.Equal(fromCsv.Out, fromMonitor.Out);
        using var json = JsonDocument.Parse(fromCsv.Out);
        Assert.Equal("measured", json.RootElement.GetProperty("scenarios")[0].GetProperty("shape").GetString());
    }

    [Fact]
    public async Task A_chart_carries_its_own_style_and_no_script_and_encodes_the_name_of_the_file()
    {
        var trace = Write(
            "a<b>&.csv",
            await File.ReadAllTextAsync(Path.Combine(Traces, "nyc_taxi_30min.csv"), TestContext.Current.CancellationToken)
        );
        var (html, svg) = (Path.Combine(folder.FullName, "c.html"), Path.Combine(folder.FullName, "c.svg"));
        await RunAsync("backtest", trace, "--days", "3", "--shape", "echo", "--policy", "keda", "--chart", html);
        await RunAsync("backtest", trace, "--days", "3", "--shape", "echo", "--policy", "keda", "--chart", svg);
        var page = await File.ReadAllTextAsync(html, TestContext.Current.CancellationToken);
        Assert.Contains("a&lt;b&gt;&amp;", page);
        Assert.DoesNotContain("<b>", page);
        Assert.DoesNotContain("<script", page);
        Assert.DoesNotContain("http://www.w3.org/1999", page);
        System.Xml.Linq.XDocument.Load(svg);
    }

    [Fact]
    public async Task The_history_of_a_resource_is_fetched_and_replayed()
    {
        var run = await RunAsync("backtest", "--history", "hot-chat", "--local", "--days", "4", "--policy", "best,advisor", "-o", "json");

        Assert.Equal(0, run.ExitCode);
        using var json = JsonDocument.Parse(run.Out);
        Assert.InRange(json.RootElement.GetProperty("scenarios")[0].GetProperty("minutes").GetInt32(), (4 * 1440) - 10, 4 * 1440);

        // Its tags declare echo, and its traffic counts the leg to the app servers. Taken for the clients' alone it would seem to need 4
        // units, and regret would be 4 / 3; with what the tags say the 3 that its steady load needs are enough, but for the noise of a few
        // minutes.
        Assert.InRange(json.RootElement.GetProperty("policies")[1].GetProperty("regretMedian").GetDouble(), 1.0, 1.1);
    }

    private Task<CliResult> RunAsync(params string[] args) =>
        CliResult.RunAsync(args, cli => cli with { Folder = folder.FullName }, TestContext.Current.CancellationToken);

    private string Write(string name, string text)
    {
        var path = Path.Combine(folder.FullName, name);
        File.WriteAllText(path, text);
        return path;
    }

    // Four days of 2,000 connections by night and 3,000 by day on 4 units; every fifth minute.
    private static IEnumerable<(DateTimeOffset Time, double Connections)> ListMinutes() =>
        Enumerable
            .Range(0, 4 * 288)
            .Select(i => (new DateTimeOffset(2026, 1, 5, 0, 0, 0, TimeSpan.Zero).AddMinutes(5 * i), i / 144 % 2 == 0 ? 2000.0 : 3000));

    private static string RenderMetricsCsv()
    {
        var text = new StringBuilder("time,units,ServerLoad,ConnectionCount,ConnectionQuotaUtilization,InboundTraffic,OutboundTraffic\n");
        foreach (var (time, c) in ListMinutes())
        {
            text.Append($"{time:yyyy-MM-ddTHH:mm:ssZ},4,{c / 100},{c},{c / 40},{c * 30720},{c * 30720}\n");
        }

        return text.ToString();
    }

    private static string RenderMonitorJson()
    {
        string RenderMetric(string name, string aggregation, Func<double, double> value)
        {
            var points = ListMinutes()
                .Select(m => $"{{\"timeStamp\":\"{m.Time:yyyy-MM-ddTHH:mm:ssZ}\",\"{aggregation}\":{value(m.Connections)}}}");
            return $"{{\"name\":{{\"value\":\"{name}\"}},\"timeseries\":[{{\"data\":[{string.Join(',', points)}]}}]}}";
        }

        string[] metrics =
        [
            RenderMetric("ServerLoad", "maximum", c => c / 100),
            RenderMetric("ConnectionCount", "maximum", c => c),
            RenderMetric("ConnectionQuotaUtilization", "maximum", c => c / 40),
            RenderMetric("InboundTraffic", "total", c => c * 30720),
            RenderMetric("OutboundTraffic", "total", c => c * 30720),
        ];
        return $"{{\"value\":[{string.Join(',', metrics)}]}}";
    }
}
