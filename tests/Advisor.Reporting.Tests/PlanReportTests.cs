using System.Text.Json;
using Advisor.Core.Planning;
using Advisor.Reporting.Json;
using Advisor.Reporting.Markdown;
using Advisor.Reporting.Terminal;
using Advisor.Reporting.Tests.Terminal;
using Advisor.Tests;

namespace Advisor.Reporting.Tests;

public class PlanReportTests
{
    private const string Project = "Advisor.Reporting.Tests";

    public static TheoryData<string> Names => ["broadcast", "small-groups", "solved", "mix", "too-large", "too-small"];

    [Theory]
    [MemberData(nameof(Names))]
    public void Text_at_80_columns_reads_as_reviewed(string name) =>
        Golden.AssertMatches(Project, $"plan-{name}.txt", Print(Plan(name), 80, unicode: false));

    [Theory]
    [MemberData(nameof(Names))]
    public void No_line_is_longer_than_the_terminal(string name) =>
        Assert.All(Print(Plan(name), 80, unicode: true).Split('\n'), line => Assert.True(line.Length <= 80, $"{line.Length}: {line}"));

    [Theory]
    [InlineData("small-groups")]
    [InlineData("solved")]
    public void Markdown_reads_as_reviewed(string name) =>
        Golden.AssertMatches(Project, $"plan-{name}.md", PlanMarkdown.Render(Plan(name)));

    [Theory]
    [InlineData("small-groups")]
    [InlineData("mix")]
    public void Json_reads_as_reviewed(string name) => Golden.AssertMatches(Project, $"plan-{name}.json", PlanJson.Render(Plan(name)));

    [Theory]
    [MemberData(nameof(Names))]
    public void Every_plan_has_the_fields_that_programs_rely_on(string name)
    {
        using var document = JsonDocument.Parse(PlanJson.Render(Plan(name)));
        var plan = document.RootElement;

        string[] fields =
        [
            "targetSku",
            "targetUnits",
            "limitingFactor",
            "utilization",
            "appServers",
            "serverConnections",
            "cost",
            "sizes",
            "alternatives",
            "solved",
        ];
        Assert.All(fields, field => Assert.True(plan.TryGetProperty(field, out _), field));
        Assert.Equal(
            ["connections", "inbound", "outbound", "routing"],
            plan.GetProperty("utilization").EnumerateObject().Select(p => p.Name)
        );
        Assert.Equal(48, plan.GetProperty("sizes").GetArrayLength());
    }

    private static Plan Plan(string name) =>
        name switch
        {
            "broadcast" => SamplePlans.Broadcast,
            "small-groups" => SamplePlans.SmallGroups,
            "solved" => SamplePlans.Solved,
            "mix" => SamplePlans.Mix,
            "too-large" => SamplePlans.TooLarge,
            "too-small" => SamplePlans.TooSmall,
            _ => throw new ArgumentOutOfRangeException(nameof(name), name, "No such sample."),
        };

    private static string Print(Plan plan, int width, bool unicode)
    {
        using var writer = new StringWriter { NewLine = "\n" };
        PlanText.Write(ReportTextTests.CreateConsole(writer, width), plan, unicode);
        return writer.ToString();
    }
}
