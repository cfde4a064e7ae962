using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Settings;
using Advisor.Core.Text;
using Spectre.Console;

namespace Advisor.Reporting.Terminal;

/// <summary>The facts at the top of an explanation: size, cost, history, workload and the limits that are set.</summary>
internal static class ExplainFacts
{
    public static void Write(IAnsiConsole console, ResourceReport resource)
    {
        ExplainLayout.WriteFact(console, "Id", UntrustedText.Sanitize(resource.Id));
        ExplainLayout.WriteFact(console, "Size", $"{ReportPhrases.FormatSize(resource.Size)} in {UntrustedText.Sanitize(resource.Region)}");
        ExplainLayout.WriteFact(console, "Decision", ReportPhrases.DescribeRecommendationWithAlternatives(resource));
        if (SteadyPhrases.Describe(resource.Decision) is { } steady)
        {
            ExplainLayout.WriteFact(console, "Steady size", steady);
        }

        if (ReportPhrases.DescribeDroppedConnections(resource) is { } clients)
        {
            ExplainLayout.WriteFact(console, "Clients", clients);
        }

        if (ReportPhrases.FindCommand(resource) is { } command)
        {
            ExplainLayout.WriteUnwrapped(console, "Command", command);
        }

        WriteCost(console, resource);
        if (resource.Decision is { HasAnyUtilization: true } decision)
        {
            ExplainLayout.WriteFact(console, "Limited by", ReportPhrases.FormatLimit(decision.LimitingFactor));
            ExplainLayout.WriteFact(console, "Confidence", FormatConfidence(decision));
        }

        var newest = resource.Newest is { } sample
            ? $", the newest from {sample.Time.UtcDateTime.ToString("yyyy-MM-dd HH:mm")} UTC"
            : string.Empty;
        ExplainLayout.WriteFact(
            console,
            "Metrics",
            Wording.FormatCount(resource.MinutesSeen, "minute") + newest + DescribeHistory(resource)
        );
        ExplainLayout.WriteFact(console, "Workload", UntrustedText.Sanitize(resource.WorkloadText ?? "unknown"));
        ExplainLayout.WriteFact(
            console,
            "Settings",
            $"minimum {DescribeMinimum(resource)}, maximum {DescribeMaximum(resource)}, "
                + $"mode {resource.Settings.Mode.ToCamelCase()}"
                + DescribeControls(resource.Settings, resource.Decision?.Time ?? DateTimeOffset.MinValue)
        );
        if (resource.AutoscaleSetting is { } setting)
        {
            ExplainLayout.WriteFact(console, "Autoscale", $"{UntrustedText.Sanitize(setting)} is enabled: Advisor only recommends");
        }

        foreach (var replica in resource.Replicas)
        {
            ExplainLayout.WriteFact(
                console,
                "Replica",
                $"{UntrustedText.Sanitize(replica.Name)} in {UntrustedText.Sanitize(replica.Region)}, "
                    + $"{(replica.Units is { } units ? Wording.FormatCount(units, "unit") : "units unknown")}: sized by itself"
            );
        }
    }

    private static string DescribeHistory(ResourceReport resource) =>
        resource.History <= TimeSpan.FromMinutes(resource.MinutesSeen)
            ? string.Empty
            : $"; {Wording.FormatDuration(resource.History)} before them in longer intervals";

    private static string DescribeMinimum(ResourceReport resource)
    {
        var settings = resource.Settings;
        var minimum = resource.Decision is { Time: var now } ? settings.FindMinUnits(now, TimeSpan.Zero) : new(settings.MinUnits, null);
        return minimum is { Window: { } window, IsAfterWindow: false }
            ? $"{minimum.Units} until {window.End.UtcDateTime:yyyy-MM-dd HH:mm} UTC ({UntrustedText.Sanitize(window.Name)}), "
                + $"then {settings.FindMinUnits(window.End, TimeSpan.Zero).Units}"
            : Wording.FormatNumber(minimum.Units);
    }

    private static string DescribeMaximum(ResourceReport resource) =>
        Wording.FormatCount(resource.Settings.ResolveMaxUnits(resource.Units), "unit")
        + (resource.Settings.MaxUnits is null && resource.Units > ResourceSettings.DefaultMaxUnits ? " (maxUnits is not stated)" : "");

    private static string DescribeMaximum(PlannedWindow window) =>
        $", at most {Wording.FormatCount(window.MaxUnits!.Value, "unit")} from {window.Start.UtcDateTime:yyyy-MM-dd HH:mm} to "
        + $"{window.End.UtcDateTime:yyyy-MM-dd HH:mm} UTC ({UntrustedText.Sanitize(window.Name)})";

    private static string DescribePause(ResourcePause pause, DateTimeOffset now) =>
        $", {pause.Directions} paused by {pause.Source}" + (pause.Until is { } end ? $" until {Wording.FormatEnd(end, now)}" : "");

    private static string DescribePin(ResourcePin pin, DateTimeOffset now) =>
        $", pinned at {Wording.FormatCount(pin.Units, "unit")} by {pin.Source}"
        + (pin.Until is { } end ? $" until {Wording.FormatEnd(end, now)}" : "");

    private static string DescribeControls(ResourceSettings settings, DateTimeOffset now) =>
        (settings.MaxStep is { } maxStep ? $", at most {Wording.FormatCount(maxStep, "unit")} per change" : string.Empty)
        + string.Concat(settings.ListPauses(now).Select(pause => DescribePause(pause, now)))
        + (settings.FindPin(now) is { } pin ? DescribePin(pin, now) : string.Empty)
        + (settings.ScaleInWindows is { } hours ? $", scale-in only in {hours} ({settings.TimeZone?.Id ?? "UTC"})" : string.Empty)
        + string.Concat(settings.Windows.Where(window => window.MaxUnits is not null).Take(1).Select(DescribeMaximum));

    // A single part is the confidence itself; several are multiplied.
    private static string FormatConfidence(Decision decision) =>
        decision.ConfidenceFactors switch
        {
            [] => Wording.FormatPercent(decision.Confidence.Value),
            [var only] => only,
            var parts => $"{Wording.FormatPercent(decision.Confidence.Value)} = {string.Join("; ", parts)}",
        };

    private static void WriteCost(IAnsiConsole console, ResourceReport resource)
    {
        if (resource.Cost is not { } today)
        {
            ExplainLayout.WriteFact(console, "Cost", "no price known");
            return;
        }

        ExplainLayout.WriteFact(console, "Cost", CostText.FormatPerMonth(today));
        if (resource is { HasRecommendation: true, CostAfter: { } after })
        {
            ExplainLayout.WriteFact(console, "After", CostText.FormatChange(today, after) ?? CostText.FormatPerMonth(after));
        }

        foreach (var (name, text) in CostPhrases.ListFacts(resource))
        {
            ExplainLayout.WriteFact(console, name, text);
        }

        ExplainLayout.WriteFact(console, "Cost basis", CostPhrases.DescribeBasis(resource));
    }
}
