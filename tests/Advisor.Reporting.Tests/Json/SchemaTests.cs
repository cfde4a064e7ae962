using System.Text.Json;
using System.Text.Json.Nodes;
using Advisor.Reporting.Csv;
using Advisor.Reporting.Json;
using Advisor.Tests;

namespace Advisor.Reporting.Tests.Json;

/// <summary>The published schemas of docs/schema against what is printed.</summary>
public class SchemaTests
{
    public static bool AjvIsPresent => Ajv.IsPresent;

    [Fact(Skip = Ajv.Missing, SkipUnless = nameof(AjvIsPresent))]
    public async Task A_report_with_every_state_is_as_its_schema_says() =>
        await ValidateAsync("evaluate", ReportJson.Render(SampleReport.All));

    [Fact(Skip = Ajv.Missing, SkipUnless = nameof(AjvIsPresent))]
    public async Task Actual_costs_are_as_the_schema_says() => await ValidateAsync("evaluate", ReportJson.Render(SampleReport.Actual));

    [Fact(Skip = Ajv.Missing, SkipUnless = nameof(AjvIsPresent))]
    public async Task A_field_that_the_schema_does_not_name_is_refused()
    {
        var report = JsonNode.Parse(ReportJson.Render(SampleReport.All))!;
        report["resources"]![0]!["bindingLimit"] = "serverLoad";

        using var folder = new TemporaryFolder();
        Assert.NotEqual(0, (await Ajv.ValidateAsync(GetPath("evaluate"), folder.Write("report.json", report.ToJsonString()))).Code);
    }

    [Fact(Skip = Ajv.Missing, SkipUnless = nameof(AjvIsPresent))]
    public async Task A_decision_line_is_as_its_schema_says() =>
        await ValidateAsync(
            "decide",
            [.. SampleReport.All.Resources.Where(r => r.Decision is not null).Select(r => DecisionJson.FormatLine(r.Decision!))]
        );

    [Fact(Skip = Ajv.Missing, SkipUnless = nameof(AjvIsPresent))]
    public async Task Every_plan_is_as_its_schema_says() =>
        await ValidateAsync(
            "plan",
            [
                .. new[]
                {
                    SamplePlans.Broadcast,
                    SamplePlans.SmallGroups,
                    SamplePlans.Solved,
                    SamplePlans.Mix,
                    SamplePlans.TooLarge,
                    SamplePlans.TooSmall,
                }.Select(PlanJson.Render),
            ]
        );

    [Fact]
    public void The_columns_of_the_csv_are_those_that_the_schema_lists()
    {
        var resource = ReadResource();

        Assert.Equal(resource["x-csv"]!.AsArray().Select(c => c!.GetValue<string>()), ReportCsv.Columns);
        Assert.Equal(resource["x-csv-actual"]!.AsArray().Select(c => c!.GetValue<string>()), ReportCsv.ActualColumns);
    }

    [Fact]
    public void Every_column_of_the_csv_is_the_path_of_a_field_of_the_json()
    {
        using var report = JsonDocument.Parse(ReportJson.Render(SampleReport.Actual));
        var chat = report.RootElement.GetProperty("resources")[0];

        Assert.All(
            ReportCsv.Columns.Concat(ReportCsv.ActualColumns),
            column =>
            {
                var at = chat;
                Assert.All(column.Split('.'), name => Assert.True(at.TryGetProperty(name, out at), name));
            }
        );
    }

    private static JsonNode ReadResource() => JsonNode.Parse(File.ReadAllText(GetPath("evaluate")))!["definitions"]!["resource"]!;

    private static string GetPath(string schema) => RepositoryFiles.GetPath("docs", "schema", schema + ".schema.json");

    private static async Task ValidateAsync(string schema, params IReadOnlyList<string> documents)
    {
        using var folder = new TemporaryFolder();
        var files = documents.Select((text, i) => folder.Write($"{i}.json", text)).ToList();
        var (code, output) = await Ajv.ValidateAsync(GetPath(schema), files);

        Assert.True(code == 0, output);
    }
}
