using System.IO.Pipelines;
using System.Text;
using System.Text.Json;
using static Advisor.Cli.Tests.Commands.Decide.DecideResult;

namespace Advisor.Cli.Tests.Commands.Decide;

public partial class DecideCommandTests
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
}
