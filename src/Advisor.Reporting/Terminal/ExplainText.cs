using Advisor.Core.Advice;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Text;
using Spectre.Console;

namespace Advisor.Reporting.Terminal;

/// <summary>Explains one resource: the recommendation, its reasons, each number, and the source of the number.</summary>
public static class ExplainText
{
    /// <param name="console">Console to write to, with its width and colors.</param>
    public static void Write(IAnsiConsole console, ResourceReport resource)
    {
        console.Write(ReportText.CreateLine(UntrustedText.Sanitize(resource.Name), TextStyles.Heading));
        ExplainFacts.Write(console, resource);
        if (resource.Decision is not { } decision)
        {
            console.Write(
                ReportText.CreateLine("  " + UntrustedText.Sanitize(resource.Failure?.Text ?? "Advisor could not read it."), TextStyles.Bad)
            );
            return;
        }

        ExplainLayout.WriteSection(console, "Why");
        foreach (var reason in decision.Reasons)
        {
            ExplainLayout.WriteItem(console, $"{UntrustedText.Sanitize(reason.Text)} ({UntrustedText.Sanitize(reason.Code)})");
        }

        LimitsText.Write(console, resource, decision);
        WriteForecast(console, decision);
        WriteSizes(console, decision);
        ExplainLayout.WriteItems(
            console,
            "Alternatives, because adding units of this SKU won't help",
            [.. decision.Alternatives.Select(way => way.Text)]
        );
        ExplainLayout.WriteItems(
            console,
            "Where the limits come from",
            [
                .. resource
                    .Limits.GroupBy(FormatSource, limit => ReportPhrases.FormatLimit(limit.Limit), StringComparer.Ordinal)
                    .Where(source => source.Key.Length > 0)
                    .Select(source => $"{string.Join(", ", source)}: {source.Key}"),
            ]
        );
    }

    private static void WriteForecast(IAnsiConsole console, Decision decision)
    {
        if (decision.Forecast.Count == 0)
        {
            return;
        }

        ExplainLayout.WriteSection(console, "Forecast: required units, 50, 80 and 95 % likely to stay under");
        var table = ExplainLayout.CreateTable("Within", "50 %", "80 %", "95 %");
        foreach (var q in decision.Forecast)
        {
            table.AddRow(
                $"  {q.Horizon.TotalMinutes.ToString("0")} min",
                ExplainLayout.FormatNumber(q.Median),
                ExplainLayout.FormatNumber(q.Upper),
                ExplainLayout.FormatNumber(q.High)
            );
        }

        console.Write(table);
    }

    private static void WriteSizes(IAnsiConsole console, Decision decision)
    {
        if (decision is { IsSteady: true, Steady: { } steady })
        {
            WriteSteadySizes(console, steady);
            if (decision.RequiredUnits.Routing is double.PositiveInfinity)
            {
                ExplainLayout.WriteHanging(console, "  ", "Where more units don't carry more routing, only the other limits are counted.");
            }

            return;
        }

        if (decision.Sizes.Count == 0)
        {
            return;
        }

        ExplainLayout.WriteSection(console, "Sizes: expected score for the next hour (lower is better), and cost a month");
        var table = ExplainLayout.CreateTable("Units", "Unit minutes", "Overload", "Removed", "Score", "A month");
        foreach (var size in decision.Sizes)
        {
            table.AddRow(
                (size.Units == decision.Units ? "> " : "  ") + size.Units.ToString(),
                ExplainLayout.FormatNumber(size.UnitCost),
                ExplainLayout.FormatNumber(size.OverloadCost),
                ExplainLayout.FormatNumber(size.RemovedCost),
                ExplainLayout.FormatNumber(size.Total),
                CostPhrases.FormatTotal(size.Cost)
            );
        }

        console.Write(table);
    }

    // Two sizes on either side: further ones only repeat that nothing, or everything, is overloaded.
    private static void WriteSteadySizes(IAnsiConsole console, SteadySize steady)
    {
        ExplainLayout.WriteSection(
            console,
            $"Sizes over the last {Wording.FormatCount(steady.LookBack.TotalDays, "day")}, and cost a month"
        );
        var table = ExplainLayout.CreateTable("Units", "Above target", "Well above target", "Worst hour (UTC)", "A month");
        var chosen = steady.Sizes.ToList().IndexOf(steady.Chosen);
        for (var i = Math.Max(0, chosen - 2); i <= Math.Min(chosen + 2, steady.Sizes.Count - 1); i++)
        {
            var size = steady.Sizes[i];
            table.AddRow(
                (i == chosen ? "> " : "  ") + (size.NextSku is { } sku ? $"{sku} x {size.Units}" : Wording.FormatNumber(size.Units)),
                FormatMinutes(size.OverloadedMinutes),
                FormatMinutes(size.BeyondLimitMinutes),
                size.WorstHour?.UtcDateTime.ToString("ddd d MMM HH:mm") ?? string.Empty,
                CostPhrases.FormatTotal(size.Cost)
            );
        }

        console.Write(table);
    }

    private static string FormatMinutes(int minutes) => Wording.FormatDuration(TimeSpan.FromMinutes(minutes));

    private static string FormatSource(CapacityCitation limit)
    {
        var rows = limit.Rows.Count > 0 ? $"row {string.Join(", ", limit.Rows)} of {limit.Source}" : limit.Source;
        return UntrustedText.Sanitize(rows) + (limit.IsInterpolated ? "; interpolated between its columns" : string.Empty);
    }
}
