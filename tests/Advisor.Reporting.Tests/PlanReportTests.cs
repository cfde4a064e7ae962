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
    [MemberData(nameof(Names))]
    public void No_line_is_longer_than_a_narrow_terminal(string name) =>
        Assert.All(Print(Plan(name), 60, unicode: true).Split('\n'), line => Assert.True(line.Length <= 60, $"{line.Length}: {line}"));

    [Fact]
    public void Text_at_60_columns_reads_as_reviewed() =>
        Golden.AssertMatches(Project, "plan-broadcast-60.txt", Print(Plan("broadcast"), 60, unicode: false));

    [Theory]
    [InlineData("broadcast", 80, 10)]
    [InlineData("broadcast", 72, 0)] // the widest row of that plan has 78 columns
    [InlineData("broadcast", 60, 0)]
    public void Each_size_has_one_line_and_the_tier_is_left_out_where_it_does_not_fit(string name, int width, int withTier)
    {
        var plan = Plan(name);
        var lines = Print(plan, width, unicode: false).Split('\n');
        var table = lines.SkipWhile(line => !line.StartsWith("Sizes", StringComparison.Ordinal)).Skip(2).Take(10).ToList();

        Assert.All(
            table.Zip(PlanTable.ListSizes(plan, all: false)),
            row => Assert.Contains($"{row.Second.Sku[^2..]} x {row.Second.Units}", row.First, StringComparison.Ordinal)
        );
        Assert.Equal(withTier, table.Count(line => line.Contains('_', StringComparison.Ordinal)));
    }

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
            "required",
            "recommended",
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

    [Theory]
    [MemberData(nameof(Names))]
    public void A_table_has_at_most_ten_sizes_and_none_at_five_times_the_price_of_the_answer(string name)
    {
        var plan = Plan(name);
        var (sizes, answer) = (PlanTable.ListSizes(plan, all: false), PlanTable.FindAnswer(plan));

        Assert.InRange(sizes.Count, 1, 10);
        Assert.All(sizes, size => Assert.False(size != answer && size.Cost?.Total.Amount >= answer?.Cost?.Total.Amount * 5));
        Assert.Equal(plan.Sizes, PlanTable.ListSizes(plan, all: true));
    }

    [Fact]
    public void The_answer_is_the_size_that_runs_at_its_targets_and_Premium_P1_is_priced_beside_it()
    {
        // 5,000 clients fill 5 units to 100 %; 5,015 connections of 6,000 are 84 %, under the target of 90 %.
        var plan = SamplePlans.Broadcast;
        var sizes = PlanTable.ListSizes(plan, all: false);

        Assert.Equal(("Standard_S1", 6), (PlanTable.FindAnswer(plan)!.Sku, PlanTable.FindAnswer(plan)!.Units));
        Assert.Equal("recommended", PlanTable.DescribeRole(plan, PlanTable.FindAnswer(plan)!));
        Assert.Equal("required", PlanTable.DescribeRole(plan, sizes.Single(size => size is { Sku: "Standard_S1", Units: 5 })));
        // 6 units at 2.00 x 30 = 360 for the units.
        Assert.Equal(360m, sizes.Single(size => size is { Sku: "Premium_P1", Units: 6 }).Cost!.Value.Units.Amount);
    }

    [Fact]
    public void App_servers_are_those_of_the_answer()
    {
        // 40 units are required, where each server has 15 connections; 50 are recommended, from which on the guide recommends 40.
        Assert.Equal(50, PlanTable.FindAnswer(SamplePlans.LargeBroadcast)!.Units);
        Assert.Equal(
            "2, each with 40 connections to the service for each hub (the SDK's default is 5)",
            PlanPhrases.DescribeAppServers(SamplePlans.LargeBroadcast)
        );

        using var json = JsonDocument.Parse(PlanJson.Render(SamplePlans.LargeBroadcast));
        var recommended = json.RootElement.GetProperty("recommended");
        Assert.Equal((2, 80), (recommended.GetProperty("appServers").GetInt32(), recommended.GetProperty("serverConnections").GetInt32()));
    }

    [Fact]
    public void A_load_of_one_connection_and_one_message_speaks_of_one()
    {
        Assert.StartsWith("echo: 1 connection, ", PlanPhrases.DescribeLoad(SamplePlans.OneClient).Single(), StringComparison.Ordinal);
        Assert.StartsWith("1 message of 2 KB a minute, ", PlanPhrases.DescribeCostBasis(SamplePlans.OneClient), StringComparison.Ordinal);
    }

    [Fact]
    public void A_requested_size_is_the_answer_and_is_not_called_required() =>
        Assert.Equal(
            ("Standard_S1", 3, ""),
            PlanTable.FindAnswer(SamplePlans.TooSmall) is { } answer
                ? (answer.Sku, answer.Units, PlanTable.DescribeRole(SamplePlans.TooSmall, answer))
                : default
        );

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
