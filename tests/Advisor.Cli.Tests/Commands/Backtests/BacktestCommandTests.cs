using System.Text;
using System.Text.Json;
using Advisor.Cli.Tests.World;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Backtests;

public sealed class BacktestCommandTests : IDisposable
{
    private static readonly string Traces = RepositoryFiles.GetPath("tests", "scenarios", "traces");

    private static readonly string[] WholeArguments = CreateArguments("nab_elb_requests_5min.csv", 5, "chatty", "advisor", "json");
    private static readonly string[] PlainArguments = CreateArguments("nyc_taxi_30min.csv", 4, "echo", "keda,best,advisor", "csv");

    // Each is replayed once, in this process as what it is compared with: what an option or a configuration makes of it.
    private static readonly Lazy<Task<CliResult>> Whole = new(() => CliResult.RunAsync(WholeArguments, cli => cli));
    private static readonly Lazy<Task<CliResult>> Plain = new(() => CliResult.RunAsync(PlainArguments, cli => cli));

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
    public async Task The_amounts_of_a_plain_trace_are_said_not_to_be_a_bill_and_those_of_an_export_are()
    {
        const string note = "the amounts compare policies and are not the bill of your load";
        string[] args = ["--days", "3", "--policy", "best"];
        var trace = await RunAsync(["backtest", Path.Combine(Traces, "nyc_taxi_30min.csv"), .. args, "--shape", "echo", "broadcast"]);
        var export = await RunAsync(["backtest", Write("chat.csv", RenderMetricsCsv()), .. args]);

        Assert.Contains(
            $"Plain traces are scaled to a peak of 8 or 45 units (echo and broadcast): {note}.",
            string.Join(' ', trace.Out.Split([' ', '\n'], StringSplitOptions.RemoveEmptyEntries)),
            StringComparison.Ordinal
        );
        Assert.DoesNotContain("not the bill", export.Out, StringComparison.Ordinal);
        Assert.Contains("1 scenario, 1 scored day.", export.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_trace_that_is_left_out_is_named_with_its_reason()
    {
        var traces = folder.CreateSubdirectory("traces");
        void WriteTrace(string name, int hours, int value) =>
            File.WriteAllLines(
                Path.Combine(traces.FullName, name + ".csv"),
                Enumerable
                    .Range(0, hours)
                    .Select(hour => $"{new DateTime(2026, 1, 5).AddHours(hour):yyyy-MM-ddTHH:mm:ssZ},{value}")
                    .Prepend("timestamp,value")
            );
        WriteTrace("good", 100, 5);
        WriteTrace("short", 71, 5);
        WriteTrace("zero", 100, 0);

        var run = await RunAsync("backtest", traces.FullName, "--shape", "echo", "--policy", "best");

        Assert.Contains("1 scenario,", run.Out, StringComparison.Ordinal);
        Assert.StartsWith(
            "advisor: short is left out: only 2.9 days; a replay needs three, of which the first two are not scored.\n"
                + "advisor: zero is left out: 99.9 % of its minutes are 0, so that it has no peak to scale.\n",
            run.Error,
            StringComparison.Ordinal
        );
    }

    // 4,320 rows a minute apart, and 72 an hour apart: the last one is a minute, or an hour, of its own.
    [Theory]
    [InlineData(4320, 1, "timestamp,value", "5")]
    [InlineData(72, 60, "timestamp,value", "5")]
    [InlineData(4320, 1, "time,units,ServerLoad,ConnectionCount", "1,5,5")]
    public async Task Three_whole_days_are_enough(int rows, int minutes, string header, string values)
    {
        var lines = Enumerable
            .Range(0, rows)
            .Select(i => $"{new DateTime(2026, 1, 5).AddMinutes(i * minutes):yyyy-MM-ddTHH:mm:ssZ},{values}");
        var run = await RunAsync("backtest", Write("three.csv", header + "\n" + string.Join('\n', lines)), "--policy", "best");

        Assert.Equal(ExitCodes.Success, run.ExitCode);
    }

    [Fact]
    public async Task The_same_seed_gives_the_same_digits_and_another_one_others()
    {
        var args = CreateArguments("nab_elb_requests_5min.csv", 4, "echo", "keda,advisor", "json");
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
        var whole = await Whole.Value;
        var without = await RunAsync([.. WholeArguments, "--without", part]);

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

    // In default mode the metrics count what passes to the app servers too: of 12 MB/s (43.2 GB an hour) each way, 6 MB/s are the
    // clients'. At 2 MB/s a unit these need 3 units, and 3,000 connections at 900 a unit need 4; the whole would need more.
    [Fact]
    public async Task An_export_is_replayed_as_the_service_would_read_the_metrics_of_the_resource()
    {
        var rows = Enumerable
            .Range(0, 4 * 24 + 1)
            .Select(hour => $"{new DateTime(2026, 1, 5).AddHours(hour):yyyy-MM-ddTHH:mm:ssZ},4,30,3000,43200000000,43200000000");
        var export = Write("chat.csv", "time,units,ServerLoad,ConnectionCount,InboundTraffic,OutboundTraffic\n" + string.Join('\n', rows));

        async Task<decimal> ReplayAsync(string settings, params string[] options)
        {
            const string Declared = "resources:\n  - match: chat\n    workload: [{ useCase: echo, share: 1.0, messageBytes: 2048 }]\n";
            var config = Write("settings.yaml", Declared + settings);
            var run = await RunAsync(["backtest", export, "--policy", "advisor", "--config", config, "-o", "csv", .. options]);
            Assert.Equal(0, run.ExitCode);
            return decimal.Parse(run.Out.TrimEnd('\n').Split('\n')[1].Split(',')[^2]);
        }

        var counted = await ReplayAsync("");

        // 4 units of 1.61 USD a day for 30 days.
        Assert.Equal(4 * 1.61m * 30, counted);
        Assert.Equal(counted, await ReplayAsync("    countsServerLeg: false\n", "--counts-server-leg", "true"));
        Assert.True(await ReplayAsync("    countsServerLeg: false\n") > counted);
    }

    // 1,000 msg/s to groups of ten: at 200 a unit routing needs 5 units in every minute, under every policy.
    [Fact]
    public async Task The_workload_of_the_configuration_is_that_of_an_export()
    {
        var rows = Enumerable
            .Range(0, 4 * 24 + 1)
            .Select(hour => $"{new DateTime(2026, 1, 5).AddHours(hour):yyyy-MM-ddTHH:mm:ssZ},5,10,100,7372800000,73728000000");
        var export = Write("chat.csv", "time,units,ServerLoad,ConnectionCount,InboundTraffic,OutboundTraffic\n" + string.Join('\n', rows));
        var config = Write(
            "settings.yaml",
            "resources:\n  - match: chat\n    countsServerLeg: false\n"
                + "    workload: [{ useCase: sendToSmallGroup, share: 1.0, messageBytes: 2048 }]\n"
        );

        var run = await RunAsync("backtest", export, "--policy", "best", "--config", config, "-o", "csv");

        Assert.Equal(5 * 1.61m * 30, decimal.Parse(run.Out.TrimEnd('\n').Split('\n')[1].Split(',')[^2]));
    }

    // 10 connections need one unit, whatever the service: of 3 USD a day for 30 days, and of 5.
    [Theory]
    [InlineData("ConnectionCount", 90)]
    [InlineData("TotalConnectionCount", 150)]
    public async Task An_export_is_replayed_as_the_service_whose_metrics_it_has(string connections, decimal month)
    {
        var rows = Enumerable
            .Range(0, 4 * 24 + 1)
            .Select(hour => $"{new DateTime(2026, 1, 5).AddHours(hour):yyyy-MM-ddTHH:mm:ssZ},1,10,10,1000,1000");
        var export = Write("chat.csv", $"time,units,ServerLoad,{connections},InboundTraffic,OutboundTraffic\n" + string.Join('\n', rows));
        var config = Write(
            "prices.yaml",
            "prices:\n  source: file\n  currency: USD\n  signalr:\n    Standard_S1: { unitPerDay: 3 }\n"
                + "  webpubsub:\n    Standard_S1: { unitPerDay: 5 }\n"
        );

        var run = await RunAsync("backtest", export, "--policy", "best", "--config", config, "-o", "csv");

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Equal(month, decimal.Parse(run.Out.TrimEnd('\n').Split('\n')[1].Split(',')[^2]));
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

    [Fact]
    public async Task Three_days_of_history_are_enough_although_the_newest_minutes_have_no_metrics_yet()
    {
        var run = await RunAsync("backtest", "--history", "hot-chat", "--local", "--days", "3", "--policy", "best");

        Assert.Equal(ExitCodes.Success, run.ExitCode);
    }

    /// <summary>The cloud decides where to sign in: a stand-in for the Azure CLI notes the audience that it is asked for.</summary>
    [Theory]
    [InlineData("https://management.chinacloudapi.cn")]
    [InlineData("https://management.usgovcloudapi.net", "--cloud", "usGovernment")]
    public async Task A_history_is_of_the_cloud_of_the_file_unless_the_command_line_states_another(string audience, params string[] stated)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "the stand-in is a shell script");
        var config = Write("advisor.yaml", "scope: { cloud: china }\n");
        var az = Write("az", $"#!/bin/sh\necho \"$@\" >> '{folder.FullName}/asked'\nexit 1\n");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(az, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        }

        const string Chat =
            "/subscriptions/00000000-0000-4000-8000-00000000ad01/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat";

        using var advisor = AdvisorProcess.Start(
            ["backtest", "--history", Chat, "--config", config, .. stated],
            _ => { },
            _ => { },
            new Dictionary<string, string> { ["PATH"] = $"{folder.FullName}:{Environment.GetEnvironmentVariable("PATH")}" }
        );
        await advisor.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.Equal(ExitCodes.NotAuthorized, advisor.ExitCode);
        Assert.Contains(
            audience,
            await File.ReadAllTextAsync(Path.Combine(folder.FullName, "asked"), TestContext.Current.CancellationToken)
        );
    }

    private static string[] CreateArguments(string trace, int days, string shape, string policies, string output) =>
        ["backtest", Path.Combine(Traces, trace), "--days", $"{days}", "--shape", shape, "--policy", policies, "-o", output];

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

    // The trace does not exist: what is wrong with a file to write is said before anything is read or replayed.
    [Theory]
    [InlineData("--chart", "out.png", "--chart must be a file that ends in .html or .svg, not 'out.png'.")]
    [InlineData("--chart", "out", "--chart must be a file that ends in .html or .svg, not 'out'.")]
    public async Task A_chart_of_another_kind_is_refused_before_the_replays(string option, string file, string reason)
    {
        var run = await RunAsync("backtest", "no-such-trace.csv", option, file);

        Assert.Equal((ExitCodes.Usage, $"advisor: {reason}\n"), (run.ExitCode, run.Error));
    }

    [Theory]
    [InlineData("--chart", "none/out.html")]
    [InlineData("--json", "none/out.json")]
    public async Task A_folder_that_does_not_exist_is_said_before_the_replays(string option, string file)
    {
        var run = await RunAsync("backtest", Path.Combine(Traces, "nyc_taxi_30min.csv"), "--days", "3", "--shape", "echo", option, file);

        Assert.Equal(
            (ExitCodes.InvalidInput, $"advisor: '{file}' cannot be written: its folder does not exist.\n"),
            (run.ExitCode, run.Error)
        );
    }

    // The traces do not exist: what does not go together is said before anything is read.
    [Theory]
    [InlineData("--local requires --history.", "no.csv", "--local")]
    [InlineData("--endpoint requires --history.", "no.csv", "--endpoint", "http://127.0.0.1:1")]
    [InlineData("--cloud requires --history.", "no.csv", "--cloud", "public")]
    [InlineData("--shape applies to plain traces: omit it with --history.", "--history", "chat", "--shape", "echo")]
    [InlineData("--peak-units applies to plain traces: omit it with --history.", "--history", "chat", "--peak-units", "8")]
    [InlineData("--history replays one resource: omit the traces.", "no.csv", "--history", "chat")]
    [InlineData(
        "--local starts its own loopback Azure: omit --endpoint.",
        "--history",
        "chat",
        "--local",
        "--endpoint",
        "http://127.0.0.1:1"
    )]
    [InlineData("--message-bytes requires --use-case.", "no.csv", "--message-bytes", "100")]
    [InlineData("--json and --chart must be different files.", "no.csv", "--json", "a.html", "--chart", "a.html")]
    public async Task Options_that_do_not_go_together_are_refused_before_the_replays(string reason, params string[] args)
    {
        var run = await RunAsync(["backtest", .. args]);

        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.StartsWith("advisor: " + reason, run.Error, StringComparison.Ordinal);
        Assert.Single(run.Error.TrimEnd('\n').Split('\n'));
    }

    [Theory]
    [InlineData(2, "--policy must be one of", "--policy", "kedda")]
    [InlineData(2, "--shape must be one of", "--shape", "round")]
    [InlineData(2, "--without must be one of", "--without", "luck")]
    [InlineData(2, "--days must be 3 or more", "--days", "2")]
    [InlineData(2, "--minute-noise must be", "--minute-noise", "1")]
    [InlineData(3, "--by must be 'trace' or a CSV file", "--by", "nowhere.csv")]
    [InlineData(3, "nothing to replay", "--from-day", "3650")]
    [InlineData(2, "--from-day must be a number from 0 to 3650, not '1e9'", "--from-day", "1e9")]
    [InlineData(2, "--days must be a number from 0 to 3650, not '1e300'", "--days", "1e300")]
    [InlineData(2, "--days must be a number from 0 to 3650, not '3,5'", "--days", "3,5")]
    [InlineData(2, "--peak-units must be numbers from 0.5 to 100, not '3,5'", "--peak-units", "3,5")]
    [InlineData(2, "--chart-from must be an instant", "--chart", "a.svg", "--chart-from", "05/07/2014 10:00")]
    [InlineData(
        2,
        "--chart-from and --chart-hours must lie within the scored days, 2014-07-03T00:00Z to 2014-07-15T00:00Z.",
        "--chart",
        "a.svg",
        "--chart-from",
        "2014-07-02T23:59Z"
    )]
    public async Task A_wrong_word_is_answered_with_one_line(int code, string text, params string[] args)
    {
        var run = await RunAsync(["backtest", Path.Combine(Traces, "nyc_taxi_30min.csv"), .. args]);
        Assert.Equal(code, run.ExitCode);
        Assert.Contains(text, run.Error);
        Assert.Single(run.Error.TrimEnd().Split('\n'));
    }

    [Fact]
    public async Task A_history_of_no_id_is_a_wrong_command_line()
    {
        var run = await RunAsync("backtest", "--history", "chat", "--endpoint", "http://127.0.0.1:9");

        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.StartsWith("advisor: 'chat' is not the id of a SignalR or Web PubSub resource: it looks like", run.Error);
    }

    [Theory]
    [InlineData(
        "metrics.json",
        """{"value":[{"name":{"value":null},"timeseries":[{"data":[{"timeStamp":"2026-01-05T00:00:00Z","total":1}]}]}]}""",
        "a metric has no name"
    )]
    [InlineData(
        "metrics.json",
        """[{"time":"0001-01-01T00:00:00Z","ServerLoad":1},{"time":"2026-01-05T00:00:00Z","ServerLoad":1}]""",
        "outside the years 1971 to 2199"
    )]
    [InlineData(
        "trace.csv",
        "timestamp,value\n2026-01-05T00:00:00Z,1\n9999-12-31T00:00:00Z,1\n",
        "line 3: 9999-12-31T00:00:00Z is outside the years 1971 to 2199"
    )]
    [InlineData("a.csv", "time,units,ServerLoad\n2026-01-05T00:00Z,1,1\n2026-01-05T00:01Z,0,1\n", "line 3: 0 units cannot be bought")]
    [InlineData("a.csv", "time,units,ServerLoad\n2026-01-05T00:00Z,5.7,1\n", "line 2: 5.7 units cannot be bought; the sizes are 1, 2,")]
    [InlineData("a.csv", "time,units,ServerLoad\n2026-01-05T00:00Z,11,1\n", "line 2: 11 units cannot be bought")]
    [InlineData("a.csv", "time,units,ServerLoad\n2026-01-05T00:00Z,1e12,1\n", "line 2: 1000000000000 units cannot be bought")]
    [InlineData("a.json", """[{"time":"2026-01-05T00:00:00Z","units":11,"ServerLoad":1}]""", "2026-01-05T00:00:00Z: 11 units cannot be")]
    [InlineData(
        "trace.csv",
        "timestamp,value\n05/01/2026 10:00,1\n",
        "line 2: '05/01/2026 10:00' does not say which number is the month; write 2026-01-05T10:03:00Z for 5 January 2026, 10:03 UTC."
    )]
    [InlineData(".csv", "timestamp,value\n2026-01-05T10:00:00Z,\n", "advisor: .csv: line 2: ")]
    [InlineData("a.csv", "time,ServerLoad\n05.01.2026 10:00,1\n", "line 2: '05.01.2026 10:00' does not say which number is the month")]
    public async Task A_file_with_what_cannot_be_is_one_line_of_invalid_input(string name, string content, string expected)
    {
        var run = await RunAsync("backtest", Write(name, content), "--units", "1");

        Assert.Equal(ExitCodes.InvalidInput, run.ExitCode);
        Assert.Contains(expected, Assert.Single(run.Error.TrimEnd('\n').Split('\n')), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_file_that_is_no_trace_is_named_with_its_line()
    {
        var run = await RunAsync("backtest", Write("bad.csv", "timestamp,value\n2026-01-05T00:00:00Z,many\n"));
        Assert.Equal(3, run.ExitCode);
        Assert.Equal("advisor: bad: line 2: 'many' is not a value of 0 or more; leave a minute without data out.\n", run.Error);
    }

    // 1.61 USD a unit and day are in the rules; the file's price is a third of it. Columns and amounts follow, the units paid do not.
    [Fact]
    public async Task The_prices_of_the_configuration_are_in_the_table_the_JSON_and_the_CSV()
    {
        string[] args =
        [
            "backtest",
            Path.Combine(Traces, "nyc_taxi_30min.csv"),
            "--days",
            "4",
            "--shape",
            "echo",
            "--policy",
            "best,static-peak",
        ];
        var config = Write(
            "prices.yaml",
            "defaults: { mode: observe }\nprices:\n  currency: EUR\n  signalr:\n    Standard_S1: { unitPerDay: 0.5, millionMessages: 1 }\n"
        );
        var (plain, table) = (await RunAsync(args), await RunAsync([.. args, "--config", config]));
        var (csv, json) = (
            await RunAsync([.. args, "--config", config, "-o", "csv"]),
            await RunAsync([.. args, "--config", config, "-o", "json"])
        );

        Assert.Contains("USD/month", plain.Out, StringComparison.Ordinal);
        Assert.Contains("EUR/month", table.Out, StringComparison.Ordinal);
        var lines = csv.Out.TrimEnd('\n').Split('\n').Select(line => line.Split(',')).ToList();
        Assert.Equal("changesPerDayMean,unitsRemovedPerDayMean,unitsPerMonthMean,currency", string.Join(',', lines[0][^4..]));
        Assert.Equal(["static-peak", "best"], lines.Skip(1).Select(line => line[0]));
        using var document = JsonDocument.Parse(json.Out);
        Assert.True(document.RootElement.GetProperty("scenarios")[0].GetProperty("runs")[0].TryGetProperty("unitsRemovedPerDay", out _));
        Assert.Equal(
            document
                .RootElement.GetProperty("policies")
                .EnumerateArray()
                .Select(p => p.GetProperty("unitsPerMonthMean"))
                .Select(m => (m.GetProperty("amount").GetDecimal(), m.GetProperty("currency").GetString())),
            lines.Skip(1).Select(line => (decimal.Parse(line[^2]), (string?)line[^1]))
        );

        // A static size of N units costs N x 0.50 x 30 a month.
        Assert.Equal(0, decimal.Parse(lines[1][^2]) % 15);
    }

    [Theory]
    [InlineData("defaults: { maxUnits: 3 }", 3, 0)]
    [InlineData("defaults: { minUnits: 9 }", 100, 9)]
    [InlineData("resources:\n  - match: nyc_taxi_30min\n    maxUnits: 3\n", 3, 0)]
    [InlineData("resources:\n  - match: another\n    maxUnits: 3\n", 100, 0, false)]
    [InlineData(
        "schedules:\n  - name: all day\n    days: \"*\"\n    from: \"00:00\"\n    to: \"24:00\"\n    timeZone: UTC\n    minUnits: 9\n",
        100,
        9
    )]
    [InlineData("defaults: { pause: all }", 100, 0)]
    [InlineData("defaults: { targets: { serverLoad: 0.35, connections: 0.45 } }", 100, 0)]
    [InlineData("defaults: { objective: { unit: 1, overload: 200, removal: 30 } }", 100, 0)]
    public async Task The_settings_of_the_configuration_hold_for_the_replay(string yaml, int most, int lowest, bool matters = true)
    {
        var plain = await Plain.Value;
        var run = await RunAsync([.. PlainArguments, "--config", Write("settings.yaml", yaml)]);

        Assert.Equal((ExitCodes.Success, matters), (run.ExitCode, run.Out != plain.Out));

        // 1.61 USD a unit and day: the mean of the units paid stays within the bounds, under every policy.
        var units = run.Out.TrimEnd('\n').Split('\n').Skip(1).Select(line => decimal.Parse(line.Split(',')[^2]) / (1.61m * 30)).ToList();
        Assert.Equal(3, units.Count);
        Assert.All(units, mean => Assert.InRange(mean, lowest, most));
    }

    // A target of 1.0 allows 1,000 connections a unit in place of 900: what it makes of fewer units is no overload.
    [Fact]
    public async Task A_target_of_the_configuration_decides_what_is_overloaded()
    {
        var rows = Enumerable
            .Range(0, 4 * 24 + 1)
            .Select(hour => $"{new DateTime(2026, 1, 5).AddHours(hour):yyyy-MM-ddTHH:mm:ssZ},3,10,{2800 + (hour % 2)},60");
        var metrics = Write("full.csv", "time,units,ServerLoad,ConnectionCount,OutboundTraffic\n" + string.Join('\n', rows));
        var config = Write("targets.yaml", "defaults: { targets: { connections: 1.0 } }");

        var run = await RunAsync("backtest", metrics, "--policy", "best,advisor", "--config", config, "-o", "csv");

        // 2,801 connections are 3 units at 1,000 each, and 4 at 900.
        var lines = run.Out.TrimEnd('\n').Split('\n').Skip(1).Select(line => line.Split(',')).ToList();
        Assert.All(lines, line => Assert.Equal(("0", 144.9m), (line[6], decimal.Parse(line[^2]))));
    }

    [Theory]
    [InlineData("defaults: { minUnits: 9 }", 9, 100)]
    [InlineData("defaults: { maxUnits: 2 }", 1, 2)]
    public async Task Advice_of_every_rule_is_within_the_minimum_and_maximum_of_the_configuration(string yaml, int lowest, int most)
    {
        var run = await RunAsync(
            "backtest",
            Path.Combine(Traces, "nyc_taxi_30min.csv"),
            "--advice",
            "--instants",
            "1",
            "--shape",
            "echo",
            "-o",
            "json",
            "--config",
            Write("bounds.yaml", yaml)
        );

        using var json = JsonDocument.Parse(run.Out);
        var advice = json.RootElement.GetProperty("cases")[0];
        Assert.InRange(advice.GetProperty("bestUnits").GetInt32(), lowest, most);
        Assert.All(advice.GetProperty("runs").EnumerateArray(), rule => Assert.InRange(rule.GetProperty("units").GetInt32(), lowest, most));
    }

    [Fact]
    public async Task A_paused_resource_keeps_its_size()
    {
        var args = CreateArguments("nyc_taxi_30min.csv", 4, "echo", "advisor", "csv");
        var run = await RunAsync([.. args, "--config", Write("settings.yaml", "defaults: { pause: all }")]);

        var lines = run.Out.Split('\n').Select(line => line.Split(',')).ToList();
        Assert.Equal("0", lines[1][Array.IndexOf(lines[0], "changesPerDayMean")]);
    }

    [Fact]
    public async Task A_configuration_that_is_not_usable_ends_before_the_traces_are_read()
    {
        var run = await RunAsync("backtest", "no-such-trace.csv", "--config", Write("bad.yaml", "defaults: { minUnits: 0 }"));

        Assert.Equal(ExitCodes.InvalidInput, run.ExitCode);
        Assert.Contains("minUnits", run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("no-such-trace", run.Error, StringComparison.Ordinal);
    }
}
