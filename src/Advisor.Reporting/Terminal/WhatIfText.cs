using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Text;
using Spectre.Console;

namespace Advisor.Reporting.Terminal;

/// <summary>Compares the sizes of <c>--what-if</c> with the current one: utilizations, limiting factor, cost.</summary>
internal static class WhatIfText
{
    private static readonly Limit[] Limits = [Limit.ServerLoad, Limit.Connections, Limit.Inbound, Limit.Outbound, Limit.Routing];

    /// <summary>Headings of the columns after the size.</summary>
    public static IReadOnlyList<string> Headings { get; } = ["load", "conn", "in", "out", "route", "limit", "a month"];

    /// <summary>Writes one section for the resource; nothing when no size was requested.</summary>
    public static void Write(IAnsiConsole console, ResourceReport resource)
    {
        if (resource.WhatIfs.Count == 0)
        {
            return;
        }

        ExplainLayout.WriteSection(console, $"What if: {UntrustedText.Sanitize(resource.Name)} at the load of the newest minute");
        var table = ExplainLayout.CreateTable(["Size", .. Headings]);
        foreach (var (size, cells) in CreateRows(resource))
        {
            table.AddRow([new Text("  " + size), .. cells.Select(cell => new Text(cell))]);
        }

        console.Write(table);
    }

    /// <summary>Returns the current size and each requested size, with their cells.</summary>
    public static IEnumerable<(string Size, IReadOnlyList<string> Cells)> CreateRows(ResourceReport resource)
    {
        var decision = resource.Decision;
        yield return (
            $"{ReportPhrases.FormatSize(resource.Sku, resource.Units)} (now)",
            CreateCells(decision?.Utilization ?? default, decision?.LimitingFactor ?? Limit.None, CostPhrases.FormatTotal(resource.Cost))
        );
        foreach (var size in resource.WhatIfs)
        {
            yield return (
                ReportPhrases.FormatSize(size.Sku, size.Units),
                CreateCells(size.Utilization, size.LimitingFactor, CostPhrases.FormatTotal(size.Cost))
            );
        }
    }

    private static IReadOnlyList<string> CreateCells(PerLimit<Ratio> utilization, Limit limit, string cost) =>
        [
            .. Limits.Select(limit => utilization[limit] is { } ratio ? Wording.FormatUtilization(ratio) : "?"),
            utilization == default ? "?" : ReportPhrases.FormatLimit(limit),
            cost,
        ];
}
