using System.Globalization;
using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Scaling;
using Advisor.Core.Scaling.Cost;
using Advisor.Core.Text;
using Spectre.Console;

namespace Advisor.Reporting.Terminal;

/// <summary>Everything that is known of one resource: what to do, why, each number, and where the number comes from.</summary>
public static class ExplainText
{
    /// <param name="console">Where to, with its width and whether it takes colors.</param>
    public static void Write(IAnsiConsole console, ResourceReport resource)
    {
        console.Write(ReportText.Line(UntrustedText.Plain(resource.Name), TextStyles.Heading));
        Facts(console, resource);
        if (resource.Decision is not { } decision)
        {
            console.Write(ReportText.Line("  " + UntrustedText.Plain(resource.Failure?.Text ?? "It could not be read."), TextStyles.Bad));
            return;
        }

        Section(console, "Why");
        foreach (var reason in decision.Reasons)
        {
            Item(console, $"{UntrustedText.Plain(reason.Text)} ({UntrustedText.Plain(reason.Code)})");
        }

        LimitsText.Write(console, resource, decision);
        Forecast(console, decision);
        Sizes(console, decision);
        WaysOut(console, decision);
        Sources(console, resource);
    }

    private static string History(ResourceReport resource) => resource.History <= TimeSpan.FromMinutes(resource.MinutesSeen) ? string.Empty
        : $"; {Wording.Duration(resource.History)} of coarser ones before them";

    internal static void Section(IAnsiConsole console, string title)
    {
        console.WriteLine();
        console.Write(ReportText.Line(title, TextStyles.Heading));
    }

    internal static string Number(double? value) => value switch
    {
        null => "?",
        double.PositiveInfinity => "no size",
        _ => value.Value.ToString(value.Value >= 100 ? "#,0" : "0.##", CultureInfo.InvariantCulture),
    };

    internal static Table Columns(params string[] headings)
    {
        var table = new Table { Border = TableBorder.None };
        for (var i = 0; i < headings.Length; i++)
        {
            var column = new TableColumn(new Text((i == 0 ? "  " : string.Empty) + headings[i], TextStyles.Quiet)) { Padding = new Padding(0, 0, 2, 0) };
            table.AddColumn(i == 0 ? column : column.RightAligned());
        }

        return table;
    }

    private static string Maximum(PlannedWindow window) => string.Create(
        CultureInfo.InvariantCulture,
        $", {Wording.Counted(window.MaxUnits!.Value, "unit")} at most from {window.Start.UtcDateTime:yyyy-MM-dd HH:mm} to {window.End.UtcDateTime:yyyy-MM-dd HH:mm} UTC ({UntrustedText.Plain(window.Name)})");

    private static string Controls(ResourceSettings settings) =>
        (settings.MaxStep is { } most ? $", {Wording.Counted(most, "unit")} per change at most" : string.Empty)
        + (settings.Pause is { Scaling: not PausedScaling.None } pause ? $", {pause.Directions} paused by {pause.Source}" : string.Empty)
        + string.Concat(settings.Windows.Where(window => window.MaxUnits is not null).Take(1).Select(Maximum));

    private static void Facts(IAnsiConsole console, ResourceReport resource)
    {
        Fact(console, "Id", UntrustedText.Plain(resource.Id));
        Fact(console, "Size", $"{Phrases.Size(resource.Sku, resource.Units)} in {UntrustedText.Plain(resource.Region)}");
        Fact(console, "Do", Phrases.Recommendation(resource));
        Cost(console, resource);
        if (resource.Decision is { KnowsSomething: true } decision)
        {
            Fact(console, "Limited by", Phrases.Name(decision.Binding));
            Fact(console, "Confidence", Confidence(decision));
        }

        var newest = resource.Newest is { } sample ? $", the newest of {sample.Time.UtcDateTime.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture)} UTC" : string.Empty;
        Fact(console, "Seen", Wording.Counted(resource.MinutesSeen, "minute") + " of metrics" + newest + History(resource));
        Fact(console, "Workload", UntrustedText.Plain(resource.WorkloadText ?? "unknown"));
        Fact(console, "Limits set", $"{resource.Settings.LeastUnits} to {Wording.Counted(resource.Settings.GreatestUnits, "unit")}, mode {JsonName(resource.Settings.Mode)}{Controls(resource.Settings)}");
        if (resource.AutoscaleSetting is { } setting)
        {
            Fact(console, "Autoscale", $"{UntrustedText.Plain(setting)} is enabled: Advisor only advises");
        }

        foreach (var replica in resource.Replicas)
        {
            Fact(console, "Replica", $"{UntrustedText.Plain(replica.Name)} in {UntrustedText.Plain(replica.Region)}, {(replica.Units is { } units ? Wording.Counted(units, "unit") : "units unknown")}: not sized");
        }
    }

    // One part is the confidence itself; several are multiplied.
    private static string Confidence(Decision decision) => decision.ConfidenceParts switch
    {
        [] => Wording.Percent(decision.Confidence.Value),
        [var only] => only,
        var parts => $"{Wording.Percent(decision.Confidence.Value)} = {string.Join("; ", parts)}",
    };

    private static void Cost(IAnsiConsole console, ResourceReport resource)
    {
        if (resource.Cost is not { } today)
        {
            Fact(console, "Cost", "no price is known");
            return;
        }

        Fact(console, "Cost", CostText.PerMonth(today));
        if (resource is { HasRecommendation: true, CostAfter: { } after })
        {
            Fact(console, "After", CostText.Change(today, after) ?? CostText.PerMonth(after));
        }

        Fact(console, "Cost basis", CostPhrases.Basis(resource));
    }

    private static void Forecast(IAnsiConsole console, Decision decision)
    {
        if (decision.Forecast.Count == 0)
        {
            return;
        }

        Section(console, "Forecast: units needed at most within, by how likely that is");
        var table = Columns("Within", "50 %", "80 %", "95 %");
        foreach (var q in decision.Forecast)
        {
            table.AddRow($"  {q.Horizon.TotalMinutes.ToString("0", CultureInfo.InvariantCulture)} min", Number(q.Median), Number(q.Upper), Number(q.High));
        }

        console.Write(table);
    }

    private static void Sizes(IAnsiConsole console, Decision decision)
    {
        if (decision.Sizes.Count == 0)
        {
            return;
        }

        Section(console, "Sizes: what each is expected to cost within an hour (weights of the objective), and its bill a month (units + messages)");
        var table = Columns("Units", "Paid", "Overload", "Removed", "Together", "A month");
        foreach (var size in decision.Sizes)
        {
            table.AddRow(
                (size.Units == decision.Units ? "> " : "  ") + size.Units.ToString(CultureInfo.InvariantCulture),
                Number(size.UnitCost),
                Number(size.OverloadCost),
                Number(size.RemovedCost),
                Number(size.Total),
                CostPhrases.Bare(size.Cost));
        }

        console.Write(table);
    }

    private static void WaysOut(IAnsiConsole console, Decision decision)
    {
        if (decision.WaysOut.Count == 0)
        {
            return;
        }

        Section(console, "Alternatives, since more units of this SKU do not help");
        foreach (var way in decision.WaysOut)
        {
            Item(console, UntrustedText.Plain(way.Text));
        }
    }

    private static void Sources(IAnsiConsole console, ResourceReport resource)
    {
        var sources = resource.Limits.GroupBy(Source, l => Phrases.Name(l.Dimension), StringComparer.Ordinal).Where(g => g.Key.Length > 0).ToList();
        if (sources.Count == 0)
        {
            return;
        }

        Section(console, "Where the limits come from");
        foreach (var source in sources)
        {
            Item(console, $"{string.Join(", ", source)}: {source.Key}");
        }
    }

    private static string Source(CapacityCitation limit)
    {
        var rows = limit.Rows.Count > 0 ? $"row {string.Join(", ", limit.Rows)} of {limit.Source}" : limit.Source;
        return UntrustedText.Plain(rows) + (limit.IsInterpolated ? "; interpolated between its columns" : string.Empty);
    }

    private static string JsonName(Enum value) => System.Text.Json.JsonNamingPolicy.CamelCase.ConvertName(value.ToString());

    private static void Fact(IAnsiConsole console, string name, string text) => Hang(console, $"  {name,-11} ", text);

    private static void Item(IAnsiConsole console, string text) => Hang(console, "  - ", text);

    // Later lines stand under the first one's text.
    internal static void Hang(IAnsiConsole console, string lead, string text)
    {
        foreach (var line in WordWrap.Lines(text, Math.Max(20, console.Profile.Width - lead.Length - 1)))
        {
            console.Profile.Out.Writer.WriteLine(lead + line);
            lead = new string(' ', lead.Length);
        }
    }
}
