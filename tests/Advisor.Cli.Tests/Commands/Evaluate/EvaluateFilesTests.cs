using System.Text;
using System.Text.Json;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Evaluate;

/// <summary><c>advisor evaluate --resource r.json --metrics m.json</c>, with files as the Azure CLI prints them.</summary>
public class EvaluateFilesTests
{
    private const string Id =
        "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/chat-rg/providers/Microsoft.SignalRService/SignalR/chat";

    // az flattens "properties" into the top level.
    private const string Shown = $$"""
        {"id":"{{Id}}","kind":"SignalR","location":"westeurope","name":"chat","provisioningState":"Succeeded",
         "features":[{"flag":"ServiceMode","properties":{},"value":"Serverless"}],
         "resourceGroup":"chat-rg","sku":{"capacity":5,"family":null,"name":"Standard_S1","size":"S1","tier":"Standard"},
         "tags":{"advisor-workload":"echo"},"type":"Microsoft.SignalRService/SignalR"}
        """;

    [Fact]
    public async Task What_the_azure_cli_printed_is_enough()
    {
        using var folder = new TemporaryFolder();

        var run = await RunAsync(folder, Shown, RenderMetrics(connections: 4700), "--output", "json");

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        var chat = ReadResource(run);
        Assert.Equal("connections", chat.GetProperty("limitingFactor").GetString());
        // 4,700 of 5 x 1,000.
        Assert.Equal(1.0444, chat.GetProperty("utilization").GetProperty("connections").GetDouble(), 4);
        Assert.Equal("westeurope", chat.GetProperty("region").GetString());
        Assert.Equal(60, chat.GetProperty("minutesSeen").GetInt32());
    }

    public static bool AjvIsPresent => Ajv.IsPresent;

    [Theory(Skip = Ajv.Missing, SkipUnless = nameof(AjvIsPresent))]
    [InlineData("--output", "json")]
    [InlineData("--output", "json", "--explain", "chat")]
    [InlineData("--output", "json", "--only", "failed")]
    [InlineData("--output", "json", "--what-if", "sku=Premium_P2,units=100", "--what-if", "units=1")]
    public async Task Every_json_of_it_is_as_the_published_schema_says(params string[] arguments)
    {
        using var folder = new TemporaryFolder();

        var run = await RunAsync(folder, Shown, RenderMetrics(connections: 4700), arguments);

        Assert.Equal((ExitCodes.Success, string.Empty), (run.ExitCode, run.Error));
        var (code, output) = await Ajv.ValidateAsync(
            RepositoryFiles.GetPath("docs", "schema", "evaluate.schema.json"),
            folder.Write("report.json", run.Out)
        );
        Assert.True(code == 0, output);
    }

    [Fact]
    public async Task The_quota_of_the_settings_is_the_quota_of_the_resource()
    {
        using var folder = new TemporaryFolder();
        folder.Write("advisor.yaml", "quota:\n  - { region: westeurope, units: 30 }\n");

        // 27,500 connections / 900 a unit need 31 units, of which the ladder has 40.
        var run = await RunAsync(folder, Shown, RenderMetrics(connections: 27_500), "--explain", "chat");

        Assert.Contains("allows 30 (the limit is 30 units, from 'quota' of advisor.yaml)", RemoveBreaks(run.Out), StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_resource_manager_answers_is_read_as_well()
    {
        using var folder = new TemporaryFolder();
        var nested = $$"""
            {"id":"{{Id}}","location":"West Europe","name":"chat","sku":{"name":"Standard_S1","capacity":5},
             "properties":{"provisioningState":"Succeeded","features":[{"flag":"ServiceMode","value":"Serverless"}]} }
            """;

        var run = await RunAsync(folder, nested, RenderMetrics(connections: 4700), "--output", "json");

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Equal("connections", ReadResource(run).GetProperty("limitingFactor").GetString());
    }

    [Fact]
    public async Task A_size_that_the_rules_do_not_have_is_one_of_the_sizes_of_the_resource_that_has_it()
    {
        using var folder = new TemporaryFolder();

        var run = await RunAsync(
            folder,
            Shown.Replace("\"capacity\":5", "\"capacity\":15", StringComparison.Ordinal),
            RenderMetrics(connections: 14_000),
            "--output",
            "json"
        );

        Assert.Equal((ExitCodes.Success, ""), (run.ExitCode, run.Error));
        // 14,000 of 15 x 1,000 at a target of 90 %.
        Assert.Equal(1.037, ReadResource(run).GetProperty("utilization").GetProperty("connections").GetDouble(), 3);
        Assert.Contains("Standard_S1 x 15 is not among the known sizes: it counts as one because a resource has it.", run.Out);
    }

    [Fact]
    public async Task An_advisory_scale_in_saves_nothing_that_a_pipeline_fails_on()
    {
        using var folder = new TemporaryFolder();

        // 500 connections of 5 x 1,000 for the hour that the file has.
        var run = await RunAsync(folder, Shown, RenderMetrics(connections: 500), "--output", "json", "--fail-on", "saving>1");

        Assert.Equal("scaleIn", ReadResource(run).GetProperty("action").GetString());
        Assert.Equal(ExitCodes.Success, run.ExitCode);
    }

    // The rules have neither; ten times their 100 units is more likely a fault of the file than a new size.
    [Theory]
    [InlineData("Premium_P3", 5, "The rules have no SKU 'Premium_P3' of SignalR:")]
    [InlineData("Standard_S1", 1_001, "Standard_S1 cannot have 1,001 units")]
    public async Task A_size_that_cannot_be_evaluated_is_an_invalid_file_not_an_unreachable_azure(string sku, int units, string expected)
    {
        using var folder = new TemporaryFolder();
        var shown = Shown
            .Replace("Standard_S1", sku, StringComparison.Ordinal)
            .Replace("\"capacity\":5", $"\"capacity\":{units}", StringComparison.Ordinal);

        var run = await RunAsync(folder, shown, RenderMetrics(connections: 4700));

        Assert.Equal(ExitCodes.InvalidInput, run.ExitCode);
        Assert.Contains(expected, run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_web_pubsub_resource_is_read_with_its_own_metric_names()
    {
        using var folder = new TemporaryFolder();
        var shown = Shown
            .Replace("SignalRService/SignalR", "SignalRService/WebPubSub", StringComparison.Ordinal)
            .Replace("\"echo\"", "\"upstreamEcho\"", StringComparison.Ordinal);

        var run = await RunAsync(
            folder,
            shown,
            RenderMetrics(connections: 4700).Replace("\"ConnectionCount\"", "\"TotalConnectionCount\"", StringComparison.Ordinal),
            "--output",
            "json"
        );

        Assert.True(run.ExitCode == ExitCodes.Success, run.Error);
        Assert.Equal("webpubsub", ReadResource(run).GetProperty("service").GetString());
        Assert.Equal(1.0444, ReadResource(run).GetProperty("utilization").GetProperty("connections").GetDouble(), 4);
    }

    [Fact]
    public async Task The_official_example_of_a_resource_is_read()
    {
        Assert.SkipWhen(RepositoryFiles.SharedMaterial is null, "The official examples (../shared) are absent.");
        var sample = await File.ReadAllTextAsync(
            Path.Combine(RepositoryFiles.SharedMaterial!, "azure-samples", "signalr", "SignalR_Get.json")
        );
        using var example = JsonDocument.Parse(sample);
        var body = example.RootElement.GetProperty("responses").GetProperty("200").GetProperty("body").GetRawText();
        using var folder = new TemporaryFolder();

        var run = await RunAsync(folder, body, RenderMetrics(connections: 100), "--output", "json");

        Assert.True(run.ExitCode == ExitCodes.Success, run.Error);
    }

    [Fact]
    public async Task Files_that_a_windows_shell_wrote_as_utf16_are_read()
    {
        using var folder = new TemporaryFolder();
        await File.WriteAllTextAsync(Path.Combine(folder.Path, "r.json"), Shown, Encoding.Unicode);
        folder.Write("m.json", RenderMetrics(connections: 4700));

        var run = await CliResult.RunAsync(
            ["evaluate", "--resource", "r.json", "--metrics", "m.json"],
            cli => cli with { Folder = folder.Path }
        );

        Assert.True(run.ExitCode == ExitCodes.Success, run.Error);
    }

    [Fact]
    public async Task It_is_decided_as_of_the_newest_minute_however_old_the_file_is()
    {
        using var folder = new TemporaryFolder();

        var run = await RunAsync(folder, Shown, RenderMetrics(connections: 4700), "--output", "json");

        using var json = JsonDocument.Parse(run.Out);
        // The newest minute is 09:59; it ends at 10:00 and is visible 2 minutes later.
        Assert.Equal("2026-01-05T10:02:00Z", json.RootElement.GetProperty("time").GetString());
    }

    [Theory]
    [InlineData(
        "{\"id\":",
        "'r.json' is not valid JSON or is truncated (line 1): export it again with 'az signalr show -n NAME -g GROUP -o json' (or "
            + "'az webpubsub show')."
    )]
    [InlineData(
        "[]",
        "'r.json': The resource has no id: expected what Resource Manager answers, or what 'az signalr show' or 'az webpubsub show' prints."
    )]
    public async Task A_resource_file_that_is_none_is_one_line(string content, string expected)
    {
        using var folder = new TemporaryFolder();

        var run = await RunAsync(folder, content, RenderMetrics(connections: 1));

        Assert.Equal((ExitCodes.InvalidInput, $"advisor: {expected}\n", string.Empty), (run.ExitCode, run.Error, run.Out));
    }

    [Theory]
    [InlineData("{\"value\":[{\"name\":{\"value\":\"ServerLoad\"},\"timeseries\":[{\"da")]
    [InlineData("not json")]
    [InlineData("{\"value\":[]}")]
    [InlineData("{\"name\":\"chat\",\"sku\":{\"name\":\"Standard_S1\",\"capacity\":5}}")]
    public async Task A_metrics_file_that_was_cut_off_or_has_no_metric_is_one_line(string content)
    {
        using var folder = new TemporaryFolder();

        var run = await RunAsync(folder, Shown, content);

        Assert.Equal(ExitCodes.InvalidInput, run.ExitCode);
        Assert.StartsWith("advisor: 'm.json' is not what 'az monitor metrics list", run.Error, StringComparison.Ordinal);
        Assert.Equal(1, run.Error.Count(c => c == '\n'));
    }

    private static async Task<CliResult> RunAsync(TemporaryFolder folder, string resource, string metrics, params string[] more)
    {
        folder.Write("r.json", resource);
        folder.Write("m.json", metrics);
        return await CliResult.RunAsync(
            ["evaluate", "--resource", "r.json", "--metrics", "m.json", .. more],
            cli => cli with { Folder = folder.Path }
        );
    }

    private static string RemoveBreaks(string text) => string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));

    private static JsonElement ReadResource(CliResult run)
    {
        using var json = JsonDocument.Parse(run.Out);
        return json.RootElement.GetProperty("resources")[0].Clone();
    }

    /// <summary>One hour to 10:00 as <c>az monitor metrics list</c> prints it: every minute alike.</summary>
    private static string RenderMetrics(double connections)
    {
        (string Name, string Aggregation, double Value)[] metrics =
        [
            ("ServerLoad", "maximum", 12),
            ("ConnectionCount", "maximum", connections),
            ("ConnectionQuotaUtilization", "maximum", connections / 50),
            ("InboundTraffic", "total", 30_000_000),
            ("OutboundTraffic", "total", 30_000_000),
            ("MessageCount", "total", 14_648),
        ];
        var begin = new DateTime(2026, 1, 5, 9, 0, 0, DateTimeKind.Utc);
        var values = metrics.Select(m =>
        {
            var data = Enumerable
                .Range(0, 60)
                .Select(i => $"{{\"timeStamp\":\"{begin.AddMinutes(i):yyyy-MM-ddTHH:mm:ssZ}\",\"{m.Aggregation}\":{m.Value}}}");
            return $"{{\"name\":{{\"value\":\"{m.Name}\"}},\"errorCode\":\"Success\",\"timeseries\":[{{\"metadatavalues\":[],"
                + $"\"data\":[{string.Join(',', data)}]}}]}}";
        });
        return $"{{\"cost\":0,\"interval\":\"PT1M\",\"namespace\":\"Microsoft.SignalRService/SignalR\",\"resourceregion\":\"westeurope\","
            + $"\"timespan\":\"2026-01-05T09:00:00Z/2026-01-05T10:00:00Z\",\"value\":[{string.Join(',', values)}]}}";
    }

    [Theory]
    [InlineData("--output", "json")]
    [InlineData("--wide")]
    [InlineData("--explain", "chat")]
    public async Task No_character_that_a_terminal_acts_on_comes_from_a_name_or_a_tag(params string[] arguments)
    {
        using var folder = new TemporaryFolder();
        var odd = Shown
            .Replace(
                "\"advisor-workload\":\"echo\"",
                "\"advisor-\\u001b[31m\\u202Ex\":\"1\",\"advisor-mode\":\"\\u001b[2J\\u2066\\u009b\","
                    + "\"advisor-edition\":\"##vso[task.complete]##[error]\"",
                StringComparison.Ordinal
            )
            .Replace("\"name\":\"chat\"", "\"name\":\"chat\\u202E\\u001b[2J\"", StringComparison.Ordinal);

        var run = await RunAsync(folder, odd, RenderMetrics(connections: 4700), arguments);

        Assert.DoesNotContain(run.Out + run.Error, c => c is '\u001b' or '\u202e' or '\u2066' or '\u009b');

        // Nor what the agent of a build would do: docs of Azure Pipelines, "logging commands".
        Assert.DoesNotContain("##vso[", run.Out + run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("##[", run.Out + run.Error, StringComparison.Ordinal);
    }
}
