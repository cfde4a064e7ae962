using System.Text.Json.Nodes;
using Advisor.Core.Metrics;
using Advisor.Core.Reports;
using Advisor.Reporting.Json;
using Advisor.Reporting.Markdown;
using Advisor.Tests;

namespace Advisor.Reporting.Tests;

public class EndpointGroupPhrasesTests
{
    public static bool AjvIsPresent => Ajv.IsPresent;

    // SampleReport: the first resource goes from 5 to 7 units, idle from 10 to 2.
    private static EvaluationReport Report { get; } =
        SampleReport.All with
        {
            Resources =
            [
                .. SampleReport.All.Resources.Select(resource =>
                    resource.Name is "idle" || resource == SampleReport.All.Resources[0]
                        ? resource with
                        {
                            Settings = resource.Settings with { EndpointGroup = "chat" },
                            Newest = new MinuteSample(SampleReport.Time, new MetricReadings(ConnectionCount: 1200)),
                        }
                        : resource
                ),
            ],
        };

    [Fact]
    public void A_group_is_one_sentence_with_its_totals()
    {
        var group = Assert.Single(EndpointGroupTotal.Compute(Report.Resources));

        Assert.Equal((15, 9, 2400.0), (group.Units, group.UnitsAfter, group.Connections));
        Assert.Equal(
            $"Endpoint group 'chat': 2 endpoints, 15 units to 9, {group.Cost!.Today.Total.Amount:#,##0} USD a month to "
                + $"{group.Cost.After.Total.Amount:#,##0}, 2,400 connections.",
            Assert.Single(EndpointGroupPhrases.Describe(Report))
        );
        Assert.Contains("Endpoint group 'chat': 2 endpoints", ReportMarkdown.Render(Report), StringComparison.Ordinal);
        Assert.Empty(EndpointGroupPhrases.Describe(SampleReport.All));
    }

    [Fact]
    public void A_group_of_one_says_that_no_other_is_in_the_scope_and_leaves_unknown_figures_out()
    {
        var alone = Report with { Resources = [Report.Resources.First(one => one.Name == "idle") with { Newest = null, Cost = null }] };

        Assert.Equal(
            "Endpoint group 'chat': 1 endpoint (no other is in the scope), 10 units to 2.",
            Assert.Single(EndpointGroupPhrases.Describe(alone))
        );
    }

    [Fact]
    public void Of_many_groups_the_largest_are_shown_and_the_others_counted()
    {
        // "idle" goes from 10 units to 2; with more units it is larger, by the units that it has.
        var idle = Report.Resources.First(one => one.Name == "idle") with
        {
            Newest = null,
            Cost = null,
        };
        var many = Report with
        {
            Resources =
            [
                .. Enumerable
                    .Range(1, 7)
                    .Select(i =>
                        idle with
                        {
                            Id = idle.Id + i,
                            Units = 10 * i,
                            Settings = idle.Settings with { EndpointGroup = $"chat{i}" },
                        }
                    ),
            ],
        };

        Assert.Equal(
            [
                .. Enumerable
                    .Range(3, 5)
                    .Reverse()
                    .Select(i => $"Endpoint group 'chat{i}': 1 endpoint (no other is in the scope), {10 * i} units to 2."),
                "2 other endpoint groups: 'advisor evaluate --output json' has the totals of each.",
            ],
            EndpointGroupPhrases.Describe(many)
        );
    }

    [Fact(Skip = Ajv.Missing, SkipUnless = nameof(AjvIsPresent))]
    public async Task The_json_has_the_totals_as_its_schema_says()
    {
        var json = ReportJson.Render(Report);

        using var folder = new TemporaryFolder();
        var (code, output) = await Ajv.ValidateAsync(
            RepositoryFiles.GetPath("docs", "schema", "evaluate.schema.json"),
            folder.Write("report.json", json)
        );
        Assert.True(code == 0, output);
        var group = JsonNode.Parse(json)!["endpointGroups"]![0]!;
        Assert.Equal((15, 9, 2400), ((int)group["units"]!, (int)group["recommendedUnits"]!, (int)group["connections"]!));
    }
}
