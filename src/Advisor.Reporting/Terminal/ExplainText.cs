using System.Globalization;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Settings;
using Advisor.Core.Text;
using Spectre.Console;

namespace Advisor.Reporting.Terminal;

/// <summary>Explains one resource: the recommendation, its reasons, each number, and the source of the number.</summary>
public static class ExplainText
{
    /// <param name="console">Console to write to, with its width and colors.</param>
    public static void Write(IAnsiConsole console, ResourceReport resource)
    {
        console.Write(ReportText.CreateLine(UntrustedText.Plain(resource.Name), TextStyles.Heading));
        WriteFacts(console, resource);
        if (resource.Decision is not { } decision)
        {
            console.Write(
                ReportText.CreateLine("  " + UntrustedText.Plain(resource.Failure?.Text ?? "It could not be read."), TextStyles.Bad)
            );
            return;
        }

        WriteSection(console, "Why");
        foreach (var reason in decision.Reasons)
        {
            WriteItem(console, $"{UntrustedText.Plain(reason.Text)} ({UntrustedText.Plain(reason.Code)})");
        }

        LimitsText.Write(console, resource, decision);
        WriteForecast(console, decision);
        WriteSizes(console, decision);
        WriteAlternatives(console, decision);
        WriteSources(console, resource);
    }

    private static string DescribeHistory(ResourceReport resource) =>
        resource.History <= TimeSpan.FromMinutes(resource.MinutesSeen)
            ? string.Empty
            : $"; {Wording.Duration(resource.History)} of coarser ones before them";

    internal static void WriteSection(IAnsiConsole console, string title)
    {
        console.WriteLine();
        console.Write(ReportText.CreateLine(title, TextStyles.Heading));
    }

    internal static string FormatNumber(double? value) =>
        value switch
        {
            null => "?",
            double.PositiveInfinity => "no size",
            _ => value.Value.ToString(value.Value >= 100 ? "#,0" : "0.##", CultureInfo.InvariantCulture),
        };

    internal static Table CreateTable(params string[] headings)
    {
        var table = new Table { Border = TableBorder.None };
        for (var i = 0; i < headings.Length; i++)
        {
            var column = new TableColumn(new Text((i == 0 ? "  " : string.Empty) + headings[i], TextStyles.Muted))
            {
                Padding = new Padding(0, 0, 2, 0),
            };
            table.AddColumn(i == 0 ? column : column.RightAligned());
        }

        return table;
    }

    private static string DescribeMaximum(PlannedWindow window) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $", at most {Wording.Count(window.MaxUnits!.Value, "unit")} from {window.Start.UtcDateTime:yyyy-MM-dd HH:mm} to "
                + $"{window.End.UtcDateTime:yyyy-MM-dd HH:mm} UTC ({UntrustedText.Plain(window.Name)})"
        );

    private static string DescribeControls(ResourceSettings settings) =>
        (settings.MaxStep is { } most ? $", at most {Wording.Count(most, "unit")} per change" : string.Empty)
        + (settings.Pause is { Scaling: not PausedScaling.None } pause ? $", {pause.Directions} paused by {pause.Source}" : string.Empty)
        + string.Concat(settings.Windows.Where(window => window.MaxUnits is not null).Take(1).Select(DescribeMaximum));

    private static void WriteFacts(IAnsiConsole console, ResourceReport resource)
    {
        WriteFact(console, "Id", UntrustedText.Plain(resource.Id));
        WriteFact(console, "Size", $"{ReportPhrases.Size(resource.Sku, resource.Units)} in {UntrustedText.Plain(resource.Region)}");
        WriteFact(console, "Do", ReportPhrases.Recommendation(resource));
        WriteCost(console, resource);
        if (resource.Decision is { HasAnyUtilization: true } decision)
        {
            WriteFact(console, "Limited by", ReportPhrases.LimitName(decision.LimitingFactor));
            WriteFact(console, "Confidence", FormatConfidence(decision));
        }

        var newest = resource.Newest is { } sample
            ? $", the newest of {sample.Time.UtcDateTime.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture)} UTC"
            : string.Empty;
        WriteFact(console, "Seen", Wording.Count(resource.MinutesSeen, "minute") + " of metrics" + newest + DescribeHistory(resource));
        WriteFact(console, "Workload", UntrustedText.Plain(resource.WorkloadText ?? "unknown"));
        WriteFact(
            console,
            "Limits set",
            $"{resource.Settings.MinUnits} to {Wording.Count(resource.Settings.MaxUnits, "unit")}, "
                + $"mode {GetJsonName(resource.Settings.Mode)}{DescribeControls(resource.Settings)}"
        );
        if (resource.AutoscaleSetting is { } setting)
        {
            WriteFact(console, "Autoscale", $"{UntrustedText.Plain(setting)} is enabled: Advisor only recommends");
        }

        foreach (var replica in resource.Replicas)
        {
            WriteFact(
                console,
                "Replica",
                $"{UntrustedText.Plain(replica.Name)} in {UntrustedText.Plain(replica.Region)}, "
                    + $"{(replica.Units is { } units ? Wording.Count(units, "unit") : "units unknown")}: not sized"
            );
        }
    }

    // A single part is the confidence itself; several are multiplied.
    private static string FormatConfidence(Decision decision) =>
        decision.ConfidenceFactors switch
        {
            [] => Wording.Percent(decision.Confidence.Value),
            [var only] => only,
            var parts => $"{Wording.Percent(decision.Confidence.Value)} = {string.Join("; ", parts)}",
        };

    private static void WriteCost(IAnsiConsole console, ResourceReport resource)
    {
        if (resource.Cost is not { } today)
        {
            WriteFact(console, "Cost", "no price is known");
            return;
        }

        WriteFact(console, "Cost", CostText.PerMonth(today));
        if (resource is { HasRecommendation: true, CostAfter: { } after })
        {
            WriteFact(console, "After", CostText.Change(today, after) ?? CostText.PerMonth(after));
        }

        WriteFact(console, "Cost basis", CostPhrases.Basis(resource));
    }

    private static void WriteForecast(IAnsiConsole console, Decision decision)
    {
        if (decision.Forecast.Count == 0)
        {
            return;
        }

        WriteSection(console, "Forecast: required units within the time, by probability");
        var table = CreateTable("Within", "50 %", "80 %", "95 %");
        foreach (var q in decision.Forecast)
        {
            table.AddRow(
                $"  {q.Horizon.TotalMinutes.ToString("0", CultureInfo.InvariantCulture)} min",
                FormatNumber(q.Median),
                FormatNumber(q.Upper),
                FormatNumber(q.High)
            );
        }

        console.Write(table);
    }

    private static void WriteSizes(IAnsiConsole console, Decision decision)
    {
        if (decision.Sizes.Count == 0)
        {
            return;
        }

        WriteSection(
            console,
            "Sizes: what each is expected to cost within an hour (weights of the objective), and its bill a month (units + messages)"
        );
        var table = CreateTable("Units", "Paid", "Overload", "Removed", "Together", "A month");
        foreach (var size in decision.Sizes)
        {
            table.AddRow(
                (size.Units == decision.Units ? "> " : "  ") + size.Units.ToString(CultureInfo.InvariantCulture),
                FormatNumber(size.UnitCost),
                FormatNumber(size.OverloadCost),
                FormatNumber(size.RemovedCost),
                FormatNumber(size.Total),
                CostPhrases.WithoutMarks(size.Cost)
            );
        }

        console.Write(table);
    }

    private static void WriteAlternatives(IAnsiConsole console, Decision decision)
    {
        if (decision.Alternatives.Count == 0)
        {
            return;
        }

        WriteSection(console, "Alternatives, since more units of this SKU do not help");
        foreach (var way in decision.Alternatives)
        {
            WriteItem(console, UntrustedText.Plain(way.Text));
        }
    }

    private static void WriteSources(IAnsiConsole console, ResourceReport resource)
    {
        var sources = resource
            .Limits.GroupBy(FormatSource, l => ReportPhrases.LimitName(l.Limit), StringComparer.Ordinal)
            .Where(g => g.Key.Length > 0)
            .ToList();
        if (sources.Count == 0)
        {
            return;
        }

        WriteSection(console, "Where the limits come from");
        foreach (var source in sources)
        {
            WriteItem(console, $"{string.Join(", ", source)}: {source.Key}");
        }
    }

    private static string FormatSource(CapacityCitation limit)
    {
        var rows = limit.Rows.Count > 0 ? $"row {string.Join(", ", limit.Rows)} of {limit.Source}" : limit.Source;
        return UntrustedText.Plain(rows) + (limit.IsInterpolated ? "; interpolated between its columns" : string.Empty);
    }

    private static string GetJsonName(Enum value) => System.Text.Json.JsonNamingPolicy.CamelCase.ConvertName(value.ToString());

    private static void WriteFact(IAnsiConsole console, string name, string text) => WriteHanging(console, $"  {name, -11} ", text);

    private static void WriteItem(IAnsiConsole console, string text) => WriteHanging(console, "  - ", text);

    // Continuation lines are aligned with the text of the first.
    internal static void WriteHanging(IAnsiConsole console, string lead, string text)
    {
        foreach (var line in WordWrap.Wrap(text, Math.Max(20, console.Profile.Width - lead.Length - 1)))
        {
            console.Profile.Out.Writer.WriteLine(lead + line);
            lead = new string(' ', lead.Length);
        }
    }
}
