using System.Globalization;
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
        ExplainLayout.WriteFact(console, "Id", UntrustedText.Plain(resource.Id));
        ExplainLayout.WriteFact(
            console,
            "Size",
            $"{ReportPhrases.Size(resource.Sku, resource.Units)} in {UntrustedText.Plain(resource.Region)}"
        );
        ExplainLayout.WriteFact(console, "Decision", ReportPhrases.Recommendation(resource));
        WriteCost(console, resource);
        if (resource.Decision is { HasAnyUtilization: true } decision)
        {
            ExplainLayout.WriteFact(console, "Limited by", ReportPhrases.LimitName(decision.LimitingFactor));
            ExplainLayout.WriteFact(console, "Confidence", FormatConfidence(decision));
        }

        var newest = resource.Newest is { } sample
            ? $", the newest of {sample.Time.UtcDateTime.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture)} UTC"
            : string.Empty;
        ExplainLayout.WriteFact(console, "Metrics", Wording.Count(resource.MinutesSeen, "minute") + newest + DescribeHistory(resource));
        ExplainLayout.WriteFact(console, "Workload", UntrustedText.Plain(resource.WorkloadText ?? "unknown"));
        ExplainLayout.WriteFact(
            console,
            "Limits set",
            $"{resource.Settings.MinUnits} to {Wording.Count(resource.Settings.MaxUnits, "unit")}, "
                + $"mode {GetJsonName(resource.Settings.Mode)}{DescribeControls(resource.Settings)}"
        );
        if (resource.AutoscaleSetting is { } setting)
        {
            ExplainLayout.WriteFact(console, "Autoscale", $"{UntrustedText.Plain(setting)} is enabled: Advisor only recommends");
        }

        foreach (var replica in resource.Replicas)
        {
            ExplainLayout.WriteFact(
                console,
                "Replica",
                $"{UntrustedText.Plain(replica.Name)} in {UntrustedText.Plain(replica.Region)}, "
                    + $"{(replica.Units is { } units ? Wording.Count(units, "unit") : "units unknown")}: not sized"
            );
        }
    }

    private static string DescribeHistory(ResourceReport resource) =>
        resource.History <= TimeSpan.FromMinutes(resource.MinutesSeen)
            ? string.Empty
            : $"; {Wording.Duration(resource.History)} of coarser ones before them";

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
            ExplainLayout.WriteFact(console, "Cost", "no price is known");
            return;
        }

        ExplainLayout.WriteFact(console, "Cost", CostText.PerMonth(today));
        if (resource is { HasRecommendation: true, CostAfter: { } after })
        {
            ExplainLayout.WriteFact(console, "After", CostText.Change(today, after) ?? CostText.PerMonth(after));
        }

        ExplainLayout.WriteFact(console, "Cost basis", CostPhrases.Basis(resource));
    }

    private static string GetJsonName(Enum value) => System.Text.Json.JsonNamingPolicy.CamelCase.ConvertName(value.ToString());
}
