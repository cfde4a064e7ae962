using System.Text;
using System.Text.Json;
using static Advisor.Cli.Tests.Commands.Decide.DecideResult;

namespace Advisor.Cli.Tests.Commands.Decide;

public partial class DecideCommandTests
{
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
        Assert.Contains($"counts as missing: {named}.", reason.GetProperty("text").GetString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_clock_that_goes_back_after_a_change_by_others_is_decided()
    {
        var run = await RunAsync([
            CreateLine(units: 6),
            CreateLine(time: "2026-01-05T10:04:00Z", units: 10, more: ""","now":"2026-01-05T14:00:00Z" """),
            CreateLine(time: "2026-01-05T10:05:00Z", units: 10, more: ""","now":"2026-01-05T10:07:00Z" """),
        ]);

        Assert.Contains("10 units 0 s ago", run.Lines[2].GetProperty("reasons").ToString(), StringComparison.Ordinal);
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
