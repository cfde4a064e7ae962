using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Text;
using Spectre.Console;

namespace Advisor.Reporting.Terminal;

/// <summary>The sizes of <c>--what-if</c> beside the one in force: utilizations, what limits, cost.</summary>
internal static class WhatIfText
{
    private static readonly Limit[] Limits = [Limit.ServerLoad, Limit.Connections, Limit.Inbound, Limit.Outbound, Limit.Routing];

    /// <summary>The heads of the columns behind the size.</summary>
    public static IReadOnlyList<string> Headings { get; } = ["load", "conn", "in", "out", "route", "limit", "a month"];

    /// <summary>One section for the resource; nothing where no size was asked for.</summary>
    public static void Write(IAnsiConsole console, ResourceReport resource)
    {
        if (resource.WhatIfs.Count == 0)
        {
            return;
        }

        ExplainText.WriteSection(console, $"What if: {UntrustedText.Plain(resource.Name)} at the load of the newest minute");
        var table = ExplainText.CreateTable(["Size", .. Headings]);
        foreach (var (size, cells) in CreateRows(resource))
        {
            table.AddRow([new Text("  " + size), .. cells.Select(cell => new Text(cell))]);
        }

        console.Write(table);
    }

    /// <summary>The size in force and each size asked for, with its cells.</summary>
    public static IEnumerable<(string Size, IReadOnlyList<string> Cells)> CreateRows(ResourceReport resource)
    {
        var decision = resource.Decision;
        yield return (
            $"{ReportPhrases.Size(resource.Sku, resource.Units)} (now)",
            CreateCells(decision?.Utilization ?? default, decision?.LimitingFactor ?? Limit.None, CostPhrases.WithoutMarks(resource.Cost))
        );
        foreach (var size in resource.WhatIfs)
        {
            yield return (
                ReportPhrases.Size(size.Sku, size.Units),
                CreateCells(size.Utilization, size.LimitingFactor, CostPhrases.WithoutMarks(size.Cost))
            );
        }
    }

    private static IReadOnlyList<string> CreateCells(Utilizations utilization, Limit limit, string cost) =>
        [
            .. Limits.Select(limit => utilization[limit] is { } ratio ? Wording.Utilization(ratio) : "?"),
            utilization == default ? "?" : ReportPhrases.LimitName(limit),
            cost,
        ];
}
