using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Spectre.Console;

namespace Advisor.Reporting.Terminal;

/// <summary>
/// Compares the loads and sizes of <c>--what-if</c> with those of today: the size to keep, utilizations, limiting factor, cost.
/// </summary>
internal static class WhatIfText
{
    /// <summary>Headings of the columns after the size.</summary>
    public static IReadOnlyList<string> Headings { get; } = ["load", "conn", "in", "out", "route", "limit", "a month"];

    /// <summary>Writes one section for each load that was asked for; nothing when none was.</summary>
    public static void Write(IAnsiConsole console, ResourceReport resource)
    {
        foreach (var group in WhatIfPhrases.GroupByLoad(resource))
        {
            ExplainLayout.WriteSection(console, WhatIfPhrases.FormatHeading(resource, group));
            foreach (var sentence in group.Select(whatIf => WhatIfPhrases.DescribeSteady(resource, whatIf)).OfType<string>())
            {
                ExplainLayout.WriteHanging(console, "  ", sentence);
            }

            var table = ExplainLayout.CreateTable(["Size", .. Headings]);
            foreach (var (size, cells) in CreateRows(resource, group))
            {
                table.AddRow([new Text("  " + size), .. cells.Select(cell => new Text(cell))]);
            }

            console.Write(table);
        }
    }

    /// <summary>Returns the current size and each size of a group, with their cells.</summary>
    public static IEnumerable<(string Size, IReadOnlyList<string> Cells)> CreateRows(ResourceReport resource, IReadOnlyList<WhatIf> group)
    {
        var decision = resource.Decision;
        yield return (
            $"{ReportPhrases.FormatSize(resource.Size)} (now)",
            CreateCells(decision?.Utilization ?? default, decision?.LimitingFactor ?? Limit.None, CostPhrases.FormatTotal(resource.Cost))
        );
        foreach (var size in group)
        {
            yield return (
                ReportPhrases.FormatSize(new(size.Sku, size.Units)),
                CreateCells(size.Utilization, size.LimitingFactor, CostPhrases.FormatTotal(size.Cost))
            );
        }
    }

    private static IReadOnlyList<string> CreateCells(PerLimit<Ratio> utilization, Limit limit, string cost) =>
        [
            .. LimitingFactor.Limits.Select(limit => utilization[limit] is { } ratio ? Wording.FormatUtilization(ratio) : "?"),
            utilization == default ? "?" : ReportPhrases.FormatLimit(limit),
            cost,
        ];
}
