using System.IO.Pipelines;
using System.Text;
using System.Text.Json;
using static Advisor.Cli.Tests.Commands.Decide.DecideResult;

namespace Advisor.Cli.Tests.Commands.Decide;

public class DecideCommandTests
{
    [Fact]
    public async Task The_example_of_the_contract_gives_its_utilizations()
    {
        var run = await RunAsync([CreateLine(more: ""","now":"2026-01-05T10:05:00Z","changeInProgress":false,"countsServerLeg":false""")]);

        var decision = Assert.Single(run.Lines);
        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Equal(
            ["resource", "time", "action", "sku", "units", "limitingFactor", "utilization", "confidence", "reasons", "alerts"],
            decision.EnumerateObject().Select(p => p.Name)
        );
        Assert.Equal("2026-01-05T10:03:00Z", decision.GetProperty("time").GetString());
        Assert.Equal("connections", decision.GetProperty("limitingFactor").GetString());
        // 63.2 / 70; 4,210 / (0.9 x 5,000); 1.293 of 2.0 MB/s; 12.93 of 20 MB/s; 77,598,720 / 60 / 2,048 = 631.5 of 1,000 messages a
        // second.
        Assert.Equal(
            [0.9029, 0.9356, 0.6467, 0.6467, 0.6315],
            decision.GetProperty("utilization").EnumerateObject().Select(p => p.Value.GetDouble())
        );
    }

    public static bool AjvIsPresent => Advisor.Tests.Ajv.IsPresent;

    [Fact(Skip = Advisor.Tests.Ajv.Missing, SkipUnless = nameof(AjvIsPresent))]
    public async Task Every_line_that_comes_out_is_as_the_published_schema_says()
    {
        var run = await RunAsync([
            CreateLine(),
            CreateLine(),
            "{}",
            CreateLine(resource: "b", units: 50, metrics: "{}"),
            CreateLine(resource: "c", units: 11),
        ]);

        using var folder = new Advisor.Tests.TemporaryFolder();
        var files = run.Lines.Select((line, i) => folder.Write($"{i}.json", line.GetRawText())).ToList();
        var (code, output) = await Advisor.Tests.Ajv.ValidateAsync(
            Advisor.Tests.RepositoryFiles.GetPath("docs", "schema", "decide.schema.json"),
            files
        );
        Assert.Equal(5, files.Count);
        Assert.True(code == 0, output);
    }

    [Fact]
    public async Task Names_that_nothing_knows_are_warned_of_once_for_each_resource()
    {
        const string misspelled = """{"ServerLod":63.2,"ConnectionCount":4210}""";
        var run = await RunAsync([
            CreateLine(metrics: misspelled, more: ""","unit":5,"targets":{"serverload":0.6}"""),
            CreateLine(time: "2026-01-05T10:04:00Z", metrics: misspelled),
            CreateLine(resource: "b", more: ""","tag":1"""),
            CreateLine(resource: "c"),
        ]);

        Assert.All(run.Lines, line => Assert.True(line.TryGetProperty("action", out _)));
        Assert.Equal(
            "advisor: chat: ignored as unknown: field 'unit' (did you mean 'units'?), metric 'ServerLod' (did you mean 'ServerLoad'?), "
                + "target 'serverload' (did you mean 'serverLoad'?).\nadvisor: b: ignored as unknown: field 'tag'.\n",
            run.Error
        );
    }

    [Fact]
    public async Task A_line_states_targets_which_go_before_those_of_the_configuration()
    {
        using var folder = new Advisor.Tests.TemporaryFolder();
        var file = folder.Write("advisor.yaml", "defaults: { targets: { serverLoad: 0.8, connections: 1 } }");
        var run = await RunAsync(
            [
                CreateLine(),
                CreateLine(resource: "b", more: ""","targets":{"serverLoad":0.6,"routing":null,"later":1}"""),
                CreateLine(resource: "c", more: ""","targets":{"connections":1.2}"""),
                CreateLine(resource: "d", more: ""","targets":[0.9]"""),
            ],
            "--config",
            file
        );

        // Of the file: 63.2 / 80 and 4,210 / 5,000. Of the second line: 63.2 / 60, and connections still as the file has them.
        Assert.Equal([0.79, 0.842], ReadNumbers(run.Lines[0]));
        Assert.Equal([1.0533, 0.842], ReadNumbers(run.Lines[1]));
        Assert.Equal(["3 InvalidField", "4 InvalidField"], run.Lines.Skip(2).Select(FormatShort));

        static IEnumerable<double> ReadNumbers(JsonElement line) =>
            line.GetProperty("utilization").EnumerateObject().Take(2).Select(p => p.Value.GetDouble());
    }

    // What is before a slash in a name of the user's is anything, such as a namespace, and no resource with a geo-replica.
    [Fact]
    public async Task An_entry_matches_the_end_of_a_name_and_not_what_is_before_its_slash()
    {
        using var folder = new Advisor.Tests.TemporaryFolder();
        var file = folder.Write("advisor.yaml", "resources: [{ match: chat, minUnits: 9 }, { match: live, minUnits: 20 }]");

        var run = await RunAsync([CreateLine(resource: "live/chat")], "--config", file);

        Assert.Equal(9, Assert.Single(run.Lines).GetProperty("units").GetInt32());
    }

    [Fact]
    public async Task Each_line_says_how_its_alerts_stand_and_a_repeated_one_leaves_them_as_they_are()
    {
        // 4,700 of 5,000 connections are 94 %: above the target of 90 %, a warning that pends 5 minutes, so that the sixth minute fires.
        int[] minutes = [0, 1, 2, 3, 4, 4, 5, 5];
        var run = await RunAsync([
            .. minutes.Select(m => CreateLine(time: $"2026-01-05T10:0{m}:00Z", metrics: """{"ConnectionCount":4700,"ServerLoad":20}""")),
        ]);

        var states = run.Lines.Select(line =>
            line.GetProperty("alerts")
                .EnumerateArray()
                .Single(alert => alert.GetProperty("id").GetString() == "connections")
                .GetProperty("state")
                .GetString()
        );
        Assert.Equal(["pending", "pending", "pending", "pending", "pending", "pending", "firing", "firing"], states);
    }

    [Fact]
    public async Task Names_of_resources_compare_without_case_and_keep_their_escapes()
    {
        var run = await RunAsync([CreateLine(resource: "caf\\u00e9 \\\"1\\\""), CreateLine(resource: "CAFÉ \\\"1\\\"")]);

        Assert.Equal("café \"1\"", run.Lines[0].GetProperty("resource").GetString());
        Assert.Equal("RepeatedObservation", run.Lines[1].GetProperty("reasons")[0].GetProperty("code").GetString());
    }

    [Fact]
    public async Task An_answer_comes_before_the_next_question()
    {
        // A driver in a loop: it waits for each answer before it asks again. An answer that is kept back would hang here.
        Pipe questions = new(),
            answers = new();
        var run = Task.Run(() =>
            CliResult.RunAsync(
                ["decide"],
                cli => cli with { OpenInput = () => questions.Reader.AsStream(), OpenOutput = () => answers.Writer.AsStream() }
            )
        );
        using var reader = new StreamReader(answers.Reader.AsStream());
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        limit.CancelAfter(TimeSpan.FromSeconds(60));
        for (var minute = 0; minute < 5; minute++)
        {
            await questions.Writer.WriteAsync(Encoding.UTF8.GetBytes(CreateLine(time: $"2026-01-05T10:0{minute}:00Z") + "\n"), limit.Token);
            Assert.StartsWith("{\"resource\":\"chat\"", await reader.ReadLineAsync(limit.Token), StringComparison.Ordinal);
        }

        await questions.Writer.CompleteAsync();
        Assert.Equal(ExitCodes.Success, (await run).ExitCode);
    }

    private static string FormatShort(JsonElement line) =>
        line.TryGetProperty("error", out var error)
            ? $"{line.GetProperty("line").GetInt64()} {error.GetProperty("code").GetString()}"
            : line.GetProperty("action").GetString()!;

    [Fact]
    public async Task The_same_minute_again_is_a_repeat()
    {
        var run = await RunAsync([
            CreateLine(units: 6),
            CreateLine(units: 6, metrics: """{"ConnectionCount":90000}"""),
            CreateLine(time: "2026-01-05T10:04:00Z", units: 6),
        ]);

        Assert.Equal(["hold", "hold", "hold"], run.Lines.Select(FormatShort));
        Assert.Equal("RepeatedObservation", run.Lines[1].GetProperty("reasons")[0].GetProperty("code").GetString());
        Assert.NotEqual("RepeatedObservation", run.Lines[2].GetProperty("reasons")[0].GetProperty("code").GetString());
    }

    [Fact]
    public async Task An_absent_metric_and_null_are_unknown_and_not_zero()
    {
        var run = await RunAsync([CreateLine(metrics: """{"ConnectionCount":4210,"ServerLoad":null,"SystemErrors":3}""")]);

        var utilization = run.Lines[0].GetProperty("utilization");
        Assert.Equal(JsonValueKind.Null, utilization.GetProperty("serverLoad").ValueKind);
        Assert.Equal(JsonValueKind.Null, utilization.GetProperty("inbound").ValueKind);
        Assert.Equal(0.9356, utilization.GetProperty("connections").GetDouble());
        Assert.Contains(
            "InsufficientData",
            run.Lines[0].GetProperty("reasons").EnumerateArray().Select(r => r.GetProperty("code").GetString())
        );
    }

    [Fact]
    public async Task A_reconnect_storm_is_an_alert_and_holds_the_size()
    {
        // 1 to 10 units accept 400 new connections a second, 24,000 a minute.
        var run = await RunAsync([
            CreateLine(
                metrics: """{"ConnectionCount":400,"ConnectionOpenCount":24001,"ServerLoad":3,"""
                    + """ "InboundTraffic":600000,"OutboundTraffic":600000}"""
            ),
        ]);

        Assert.Equal("hold", run.Lines[0].GetProperty("action").GetString());
        Assert.Contains(
            "reconnectStorm firing",
            run.Lines[0]
                .GetProperty("alerts")
                .EnumerateArray()
                .Select(a => $"{a.GetProperty("id").GetString()} {a.GetProperty("state").GetString()}")
        );
    }

    [Fact]
    public async Task A_sustained_overload_scales_out_and_a_change_in_progress_defers()
    {
        string RenderLine(int minute, string more = "") =>
            CreateLine(
                time: $"2026-01-05T10:{minute:00}:00Z",
                metrics: """{"ServerLoad":54,"ConnectionCount":5600,"ConnectionQuotaUtilization":112,"""
                    + """ "InboundTraffic":77598720,"OutboundTraffic":775987200}""",
                more: more
            );
        var run = await RunAsync([
            RenderLine(0),
            RenderLine(1),
            RenderLine(2),
            RenderLine(3),
            RenderLine(4),
            RenderLine(5),
            RenderLine(6, ",\"changeInProgress\":true"),
        ]);

        Assert.Equal("scaleOut", run.Lines[5].GetProperty("action").GetString());
        // 5,600 connections need 5.6 units, and a tenth more stands for a forecast: 6.2.
        Assert.Equal(7, run.Lines[5].GetProperty("units").GetInt32());
        Assert.Equal("hold", run.Lines[6].GetProperty("action").GetString());
        Assert.Equal(5, run.Lines[6].GetProperty("units").GetInt32());
        Assert.Equal("ChangeInProgress", run.Lines[6].GetProperty("reasons")[0].GetProperty("code").GetString());
    }

    [Fact]
    public async Task The_configuration_bounds_the_size_and_gives_the_workload()
    {
        using var folder = new Advisor.Tests.TemporaryFolder();
        var file = Path.Combine(folder.Path, "advisor.yaml");
        await File.WriteAllTextAsync(
            file,
            "defaults:\n  minUnits: 7\n  workload:\n    - { useCase: broadcast, share: 1, messageBytes: 2048 }\n",
            TestContext.Current.CancellationToken
        );

        var line =
            """{"resource":"a","time":"2026-01-05T10:03:00Z","sku":"Standard_S1","units":5,"""
            + """ "metrics":{"ServerLoad":10,"ConnectionCount":900,"InboundTraffic":60000,"OutboundTraffic":600000}}""";
        var run = await RunAsync([line], "--config", file);

        Assert.Equal(7, run.Lines[0].GetProperty("units").GetInt32());
        Assert.Equal("MinimumSize", run.Lines[0].GetProperty("reasons")[0].GetProperty("code").GetString());
        // Broadcast has 4 MB/s out for each unit; its inbound is never a limit.
        Assert.Equal(0.0005, run.Lines[0].GetProperty("utilization").GetProperty("outbound").GetDouble(), 6);
        Assert.Equal(0, run.Lines[0].GetProperty("utilization").GetProperty("inbound").GetDouble());
    }

    [Theory]
    // 4,950 of 5,000 connections fill the size, which is then too small: 7 units are preferred.
    [InlineData("[]", 7)]
    [InlineData("[{ units: 5 }]", 5)]
    [InlineData("[{ units: 5 }, { subscription: 00000000-0000-0000-0000-000000000001, units: 6 }]", 6)]
    [InlineData("[{ units: 5 }, { subscription: 00000000-0000-0000-0000-000000000002, units: 6 }]", 5)]
    [InlineData("[{ units: 5 }, { region: westeurope, units: 6 }]", 5)] // a line names no region
    public async Task The_configuration_states_the_quota(string quota, int units)
    {
        using var folder = new Advisor.Tests.TemporaryFolder();
        var lines = Enumerable
            .Range(3, 6)
            .Select(minute =>
                CreateLine(
                    resource: "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/g/providers/Microsoft.SignalRService/"
                        + "SignalR/chat",
                    time: $"2026-01-05T10:0{minute}:00Z",
                    metrics: """{"ServerLoad":60,"ConnectionCount":4950}"""
                )
            );

        var run = await RunAsync([.. lines], "--config", folder.Write("advisor.yaml", $"quota: {quota}\n"));

        Assert.Equal(units, run.Lines[^1].GetProperty("units").GetInt32());
        Assert.Equal(
            units < 7,
            run.Lines[^1].GetProperty("reasons").EnumerateArray().Any(reason => reason.GetProperty("code").GetString() == "RegionalQuota")
        );
    }

    [Fact]
    public async Task A_change_that_never_takes_effect_is_requested_at_most_ten_times_a_day()
    {
        // 4,700 of 5,000 connections are above the target of 90 %. Each request is in progress for three minutes, and the size stays.
        var start = new DateTimeOffset(2026, 1, 5, 0, 0, 0, TimeSpan.Zero);
        var run = await RunAsync([
            .. Enumerable
                .Range(0, 1440)
                .Select(minute =>
                    CreateLine(
                        time: start.AddMinutes(minute).ToString("yyyy-MM-ddTHH:mm:ssZ"),
                        metrics: """{"ConnectionCount":4700,"ServerLoad":20}""",
                        more: minute % 4 == 0 ? "" : ",\"changeInProgress\":true"
                    )
                ),
        ]);

        Assert.InRange(run.Lines.Count(line => line.GetProperty("action").GetString() != "hold"), 5, 10);
        Assert.Contains(
            run.Lines[^1].GetProperty("alerts").EnumerateArray(),
            alert => alert.GetProperty("id").GetString() == "changeFailed" && alert.GetProperty("state").GetString() == "firing"
        );
    }

    [Fact]
    public async Task Every_line_gets_one_line_in_order_and_the_program_goes_on()
    {
        // 4,210 / 900 are 4.7 units, with a tenth on top 5.2: 6 units are enough and not too many.
        var run = await RunAsync([
            "no json",
            CreateLine(units: 6),
            """{"time":"2026-01-05T10:03:00Z","sku":"Standard_S1","units":5,"metrics":{}}""",
            """{"resource":"x","sku":"Standard_S1","units":5,"metrics":{}}""",
            """{"resource":"x","time":"2026-01-05T10:03:00Z","units":5,"metrics":{}}""",
            """{"resource":"x","time":"2026-01-05T10:03:00Z","sku":"Standard_S1","metrics":{}}""",
            CreateLine(units: 11),
            CreateLine(metrics: """{"ConnectionCount":-1}"""),
            CreateLine(metrics: """{"ServerLoad":1e999}"""),
            CreateLine(metrics: """{"ServerLoad":"63"}"""),
            CreateLine(time: "yesterday"),
            CreateLine(time: "2026-01-05T10:02:00Z"),
            CreateLine(resource: "other", time: "2026-01-05T10:02:00Z", units: 6),
            CreateLine(more: ""","now":"2026-01-05T10:02:00Z" """),
            CreateLine().Replace("Standard_S1", "Gold", StringComparison.Ordinal),
            CreateLine().Replace("sendToSmallGroup", "whisper", StringComparison.Ordinal),
            CreateLine().Replace("\"share\":1.0", "\"share\":0.5", StringComparison.Ordinal),
            "[1]",
            CreateLine() + "}",
            "",
            CreateLine(time: "2026-01-05T10:04:00Z", units: 6),
        ]);

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Empty(run.Error);
        Assert.Equal(
            [
                "1 InvalidJson",
                "hold",
                "3 MissingField",
                "4 MissingField",
                "5 MissingField",
                "6 MissingField",
                "7 UnitsNotOnLadder",
                "hold",
                "hold",
                "10 InvalidField",
                "11 InvalidField",
                "12 TimeWentBackwards",
                "hold",
                "14 ImpossibleTime",
                "15 UnknownSku",
                "16 InvalidField",
                "17 ImpossibleWorkload",
                "18 InvalidJson",
                "19 InvalidJson",
                "20 InvalidJson",
                "hold",
            ],
            run.Lines.Select(FormatShort)
        );
    }

    // The ends of time, with and without a schedule whose zone is asked about them, and halves of surrogate pairs wherever a line has text.
    [Theory]
    [InlineData("", "ImpossibleTime", "\"time\":\"2026-01-05T10:03:00Z\"", "\"time\":\"9999-12-31T23:30:00Z\"")]
    [InlineData("schedule", "ImpossibleTime", "\"time\":\"2026-01-05T10:03:00Z\"", "\"time\":\"9999-12-31T23:30:00Z\"")]
    [InlineData("schedule", "ImpossibleTime", "\"time\":\"2026-01-05T10:03:00Z\"", "\"time\":\"0001-01-01T00:00:00Z\"")]
    [InlineData("", "ImpossibleTime", "\"time\":", "\"now\":\"9999-12-31T23:30:00Z\",\"time\":")]
    [InlineData("", "InvalidField", "\"time\":\"2026-01-05T10:03:00Z\"", "\"time\":\"0001-01-01T00:00:00+14:00\"")]
    [InlineData("", "InvalidField", "\"time\":\"2026-01-05T10:03:00Z\"", "\"time\":\"9999-12-31T23:59:00-14:00\"")]
    [InlineData("", "InvalidJson", "\"units\":", "\"\\ud800\":1,\"units\":")]
    [InlineData("", "InvalidJson", "\"ServerLoad\"", "\"\\udc00\\ud800\"")]
    [InlineData("", "InvalidField", "sendToSmallGroup", "\\ud800")]
    [InlineData("", "InvalidField", "\"useCase\"", "\"\\ud800\"")]
    [InlineData("", "InvalidField", "\"chat\"", "\"\\ud800\"")]
    [InlineData("", "UnknownSku", "Standard_S1", "\\ud800")]
    public async Task A_line_at_the_ends_of_time_or_with_half_a_surrogate_pair_is_answered_and_takes_no_other_answer_along(
        string settings,
        string expected,
        string replaced,
        string by
    )
    {
        using var folder = new Advisor.Tests.TemporaryFolder();
        var file = folder.Write(
            "advisor.yaml",
            settings.Length == 0
                ? "defaults: { mode: auto }"
                : "schedules: [{ name: s, days: \"*\", from: \"08:00\", to: \"09:00\", timeZone: Europe/Berlin, minUnits: 1 }]"
        );

        var run = await RunAsync(
            [CreateLine(), CreateLine().Replace(replaced, by, StringComparison.Ordinal), CreateLine(time: "2026-01-05T10:04:00Z")],
            "--config",
            file
        );

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Equal(
            ["decided", $"2 {expected}", "decided"],
            run.Lines.Select(line => line.TryGetProperty("error", out _) ? FormatShort(line) : "decided")
        );
    }

    [Fact]
    public async Task Five_thousand_mutated_lines_have_an_answer_each()
    {
        const int count = 5000;
        using var input = new MemoryStream();
        var lines = new Advisor.Tests.LineMutations(seed: 7);
        for (var i = 0; i < count; i++)
        {
            input.Write(lines.CreateNext());
            input.WriteByte((byte)'\n');
        }

        input.Position = 0;
        var run = await RunAsync(input);

        Assert.Equal((ExitCodes.Success, count), (run.ExitCode, run.Lines.Count));
        Assert.DoesNotContain(run.Lines.Select(FormatShort), answer => answer.EndsWith("ProgramFault", StringComparison.Ordinal));
    }

    [Fact]
    public void A_fault_of_the_program_is_the_answer_to_its_line_alone()
    {
        // A configuration that cannot be: whatever asks it for its rules fails.
        using var input = new MemoryStream(Encoding.UTF8.GetBytes(CreateLine() + "\nno json\n" + CreateLine()));
        using var output = new MemoryStream();

        new Advisor.Cli.Commands.Decide.DecideRun(new Advisor.Configuration.AdvisorConfiguration { Rules = null! }).Run(
            input,
            output,
            TestContext.Current.CancellationToken
        );

        var answers = Encoding
            .UTF8.GetString(output.ToArray())
            .Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => JsonDocument.Parse(line).RootElement);
        Assert.Equal(["1 ProgramFault", "2 InvalidJson", "3 ProgramFault"], answers.Select(FormatShort));
    }

    [Theory]
    [InlineData("""{"ServerLoad":63.2,"ConnectionCount":-1,"InboundTraffic":1,"OutboundTraffic":1}""", "connections")]
    [InlineData("""{"ServerLoad":5000,"ConnectionCount":10,"InboundTraffic":1,"OutboundTraffic":1}""", "server load (0 to 100 %)")]
    [InlineData("""{"ServerLoad":1e999,"ConnectionCount":10,"InboundTraffic":1,"OutboundTraffic":1}""", "server load (0 to 100 %)")]
    [InlineData("""{"ServerLoad":"NaN","ConnectionCount":10,"InboundTraffic":1,"OutboundTraffic":1}""", "server load (0 to 100 %)")]
    [InlineData("""{"ServerLoad":5,"ConnectionCount":10,"InboundTraffic":1,"OutboundTraffic":1,"MessageCount":-9}""", "messages")]
    public async Task One_impossible_metric_counts_as_missing_and_the_line_is_decided(string metrics, string named)
    {
        var run = await RunAsync([CreateLine(units: 6, metrics: metrics)]);

        var reasons = Assert.Single(run.Lines).GetProperty("reasons").EnumerateArray();
        var reason = Assert.Single(reasons, reason => reason.GetProperty("code").GetString() == "SuspectReading");
        Assert.Contains($"treated as missing: {named}.", reason.GetProperty("text").GetString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_clock_that_goes_back_after_a_change_by_others_is_decided()
    {
        var run = await RunAsync([
            CreateLine(units: 6),
            CreateLine(time: "2026-01-05T10:04:00Z", units: 10, more: ""","now":"2026-01-05T14:00:00Z" """),
            CreateLine(time: "2026-01-05T10:05:00Z", units: 10, more: ""","now":"2026-01-05T10:07:00Z" """),
        ]);

        Assert.Contains("10 units just now", run.Lines[2].GetProperty("reasons").ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void A_fault_of_the_program_is_detailed_to_those_who_ask()
    {
        using var input = new MemoryStream(Encoding.UTF8.GetBytes("no json\n" + CreateLine()));
        using var output = new MemoryStream();
        var faults = new List<(long Line, Exception Fault)>();

        new Advisor.Cli.Commands.Decide.DecideRun(
            new Advisor.Configuration.AdvisorConfiguration { Rules = null! },
            reportFault: (line, fault) => faults.Add((line, fault))
        ).Run(input, output, TestContext.Current.CancellationToken);

        var (line, fault) = Assert.Single(faults);
        Assert.Equal(2, line);
        Assert.Contains("   at Advisor.", fault.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Characters_that_a_terminal_acts_on_are_escaped_in_the_answer()
    {
        var name = "a\u202Eb\u0085c\u001Bd\uDB40\uDC01é";
        using var input = new MemoryStream(Encoding.UTF8.GetBytes(CreateLine(resource: JsonEncodedText.Encode(name).ToString())));
        using var output = new MemoryStream();

        new Advisor.Cli.Commands.Decide.DecideRun(
            Advisor.Configuration.AdvisorConfiguration.CreateDefault(Advisor.Configuration.Rules.RuleSetLoader.Embedded)
        ).Run(input, output, TestContext.Current.CancellationToken);

        var line = Encoding.UTF8.GetString(output.ToArray());
        Assert.Contains("a\\u202Eb\\u0085c\\u001Bd\\uDB40\\uDC01é", line, StringComparison.Ordinal);
        Assert.Equal(name, JsonDocument.Parse(line).RootElement.GetProperty("resource").GetString());
    }

    [Fact]
    public async Task Windows_line_ends_a_byte_order_mark_and_unknown_fields_do_no_harm()
    {
        var run = await RunAsync([
            "\uFEFF" + CreateLine(units: 6, more: ""","later":{"a":[1,2]}""") + "\r",
            CreateLine(time: "2026-01-05T10:04:00Z", units: 6) + "\r",
        ]);

        Assert.Equal(["hold", "hold"], run.Lines.Select(FormatShort));
    }

    [Fact]
    public async Task A_line_of_two_megabytes_is_refused_and_the_next_one_decided_upon()
    {
        var run = await RunAsync([CreateLine(more: ",\"pad\":\"" + new string('x', 2_000_000) + '"'), CreateLine(units: 6)]);

        Assert.Equal(["1 LineTooLong", "hold"], run.Lines.Select(FormatShort));
    }
}
