using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Scaling;
using Advisor.Core.Text;
using Spectre.Console;

namespace Advisor.Reporting.Terminal;

/// <summary>The sizes of <c>--what-if</c> beside the one in force: utilizations, what limits, cost.</summary>
internal static class WhatIfText
{
    private static readonly Dimension[] Limits = [Dimension.ServerLoad, Dimension.Connections, Dimension.Inbound, Dimension.Outbound, Dimension.Routing];

    /// <summary>The heads of the columns behind the size.</summary>
    public static IReadOnlyList<string> Heads { get; } = ["load", "conn", "in", "out", "route", "limit", "a month"];

    /// <summary>One section for the resource; nothing where no size was asked for.</summary>
    public static void Write(IAnsiConsole console, ResourceReport resource)
    {
        if (resource.WhatIfs.Count == 0)
        {
            return;
        }

        ExplainText.Section(console, $"What if: {UntrustedText.Plain(resource.Name)} at the load of the newest minute");
        var table = ExplainText.Columns(["Size", .. Heads]);
        foreach (var (size, cells) in Rows(resource))
        {
            table.AddRow([new Text("  " + size), .. cells.Select(cell => new Text(cell))]);
        }

        console.Write(table);
    }

    /// <summary>The size in force and each size asked for, with its cells.</summary>
    public static IEnumerable<(string Size, IReadOnlyList<string> Cells)> Rows(ResourceReport resource)
    {
        var decision = resource.Decision;
        yield return ($"{Phrases.Size(resource.Sku, resource.Units)} (now)", Cells(decision?.Utilization ?? default, decision?.Binding ?? Dimension.None, CostPhrases.Bare(resource.Cost)));
        foreach (var size in resource.WhatIfs)
        {
            yield return (Phrases.Size(size.Sku, size.Units), Cells(size.Utilization, size.Binding, CostPhrases.Bare(size.Cost)));
        }
    }

    private static IReadOnlyList<string> Cells(Utilizations utilization, Dimension limit, string cost) =>
        [.. Limits.Select(dimension => utilization[dimension] is { } ratio ? Wording.Utilization(ratio) : "?"), utilization == default ? "?" : Phrases.Name(limit), cost];
}
