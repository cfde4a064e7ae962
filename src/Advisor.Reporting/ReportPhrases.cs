using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Settings;
using Advisor.Core.Text;

namespace Advisor.Reporting;

/// <summary>Short phrases shared by every output for people.</summary>
public static class ReportPhrases
{
    private const int MaxDropsShown = 5;

    /// <summary>Returns the name of a limit, such as "server load"; "none" when no limit is near.</summary>
    public static string FormatLimit(Limit limit) =>
        limit switch
        {
            Limit.ServerLoad => "server load",
            Limit.None => "none",
            _ => limit.ToString().ToLowerInvariant(),
        };

    /// <summary>Returns a size, such as "Standard_S1 x 5".</summary>
    public static string FormatSize(Size size) => (size with { Sku = UntrustedText.Sanitize(size.Sku) }).ToString();

    /// <summary>
    /// Returns the recommended action: "scale out to 7", "no change: budget", "advisory: Premium_P2 x 100", "failed: not found".
    /// </summary>
    public static string DescribeRecommendation(ResourceReport resource)
    {
        if (resource.Decision is not { } decision)
        {
            return "failed: " + DescribeFailure(resource);
        }

        var action = decision.Action switch
        {
            ScalingAction.Hold => NoChangeReason.Describe(resource, decision),
            ScalingAction.Advise => "advisory: " + DescribeAdvisory(resource, decision),
            _ when resource.Advisory is { } why => $"advisory: {DescribeChange(resource, decision.Target)}; {why}",
            _ => DescribeChange(resource, decision.Target)
                + DescribeBelowRequirement(decision)
                + (FindRecurringPeak(decision) is { } peak ? $", but {peak}" : ""),
        };
        return resource.State == ReportState.AutoscaleOn ? action + " (autoscale is on)" : action;
    }

    /// <summary>Returns why a resource was not read, such as "not found".</summary>
    public static string DescribeFailure(ResourceReport resource) => DescribeCode(resource.Failure?.Code ?? "unknown");

    /// <summary>
    /// Returns the recommended action with the cheaper alternatives in the same sentence: "advisory: Premium_P2 x 200, or cheaper with a
    /// change to the app: larger groups (-183)".
    /// </summary>
    public static string DescribeRecommendationWithAlternatives(ResourceReport resource) =>
        DescribeRecommendation(resource) + DescribeCheaperAlternatives(resource);

    /// <summary>Returns ", or cheaper with a change to the app: larger groups (-183)"; empty when there is nothing cheaper.</summary>
    public static string DescribeCheaperAlternatives(ResourceReport resource) =>
        resource.Decision is { Action: ScalingAction.Advise } decision
            ? UntrustedText.Sanitize(AlternativeText.DescribeCheaper(decision.Alternatives))
            : string.Empty;

    /// <summary>Describes the connections that the recommended change drops; null when it removes no unit.</summary>
    public static string? DescribeDroppedConnections(ResourceReport resource) =>
        resource is { HasRecommendation: true, Target: { } target } ? DroppedConnections.Describe(resource.Size, target) : null;

    /// <summary>
    /// Returns the Azure CLI command that makes the recommended change; null without one, in mode auto, where Advisor makes it, under
    /// autoscale, which undoes it, and where <see cref="ResizeCommand"/> has none. Null too for what takes more than a command: an
    /// advisory needs a quota, an interruption or more history first.
    /// </summary>
    public static string? FindCommand(ResourceReport resource) =>
        resource is { Advisory: null, AutoscaleSetting: null, Settings.Mode: not AdvisorMode.Auto, Target: { } target }
        && resource.Decision is { Action: ScalingAction.ScaleOut or ScalingAction.ScaleIn or ScalingAction.ChangeTier }
            ? ResizeCommand.Create(resource.Id, target)
            : null;

    /// <summary>Summarizes the number of resources and recommendations, then the cost and the dropped connections.</summary>
    public static IEnumerable<string> Summarize(EvaluationReport report) =>
        new[]
        {
            SummarizeCounts(report),
            CostPhrases.SummarizeTotal(report),
            CostPhrases.SummarizeActual(report),
            CostPhrases.SummarizeAdvisory(report),
            DescribeDroppedConnections(report),
        }.OfType<string>();

    /// <summary>Returns the number of resources, by what is recommended for them, and of scopes that could not be read.</summary>
    public static string SummarizeCounts(EvaluationReport report)
    {
        if (report.Resources.Count == 0)
        {
            return report.Failures.Count == 0
                ? "Advisor found no SignalR or Web PubSub resource."
                : $"Advisor read no SignalR or Web PubSub resource: {DescribeUnread(report)}";
        }

        var parts = new List<string>();
        Add(report.Resources.Count(r => r is { IsAdvisory: false, Decision.Action: ScalingAction.ScaleOut }), "to scale out");
        Add(report.Resources.Count(r => r is { IsAdvisory: false, Decision.Action: ScalingAction.ScaleIn }), "to scale in");
        Add(report.Resources.Count(r => r.IsAdvisory), "advisory");
        var held = report
            .Resources.Where(r => r.Decision is { Action: ScalingAction.Hold } && r.State != ReportState.InsufficientData)
            .ToList();
        var overloaded = held.Count(r => r.IsOverloaded);
        Add(held.Count, "without change" + (overloaded > 0 ? $" ({Wording.FormatNumber(overloaded)} above target)" : string.Empty));
        Add(
            report.Resources.Count(r => r.Decision is { Action: ScalingAction.Hold } && r.State == ReportState.InsufficientData),
            "without enough metrics"
        );
        Add(report.Resources.Count(r => r.Failure is not null), "failed");
        return Wording.FormatCount(report.Resources.Count, "resource")
            + (parts.Count > 0 ? ": " + string.Join(", ", parts) : string.Empty)
            + (report.Failures.Count > 0 ? $". {DescribeUnread(report)}" : ".");

        void Add(int count, string what)
        {
            if (count > 0)
            {
                parts.Add($"{Wording.FormatNumber(count)} {what}");
            }
        }
    }

    // A list that could not be read may have any number of resources.
    private static string DescribeUnread(EvaluationReport report) =>
        $"{Wording.FormatCount(report.Failures.Count, "scope or resource", "scopes or resources")} could not be read.";

    /// <summary>
    /// Explains what the percentages of a table relate to, with the highest server load as the example; null when nothing was read.
    /// </summary>
    public static string? DescribeLegend(EvaluationReport report)
    {
        var known = report.Shown.Where(r => r.Decision is { HasAnyUtilization: true }).ToList();
        if (known.Count == 0)
        {
            return null;
        }

        var example = known.MaxBy(r => r.Decision!.Utilization.ServerLoad?.Value ?? -1)!;
        var (decision, targets) = (example.Decision!, example.Decision!.Targets);
        var load = decision.Utilization.ServerLoad is { } ratio
            ? $"for server load the target is {Wording.FormatPercent(targets.ServerLoad.Value)}, "
                + $"so load {Wording.FormatUtilization(ratio)} "
                + $"({UntrustedText.Sanitize(example.Name)}) is a server load of {FormatServerLoad(ratio, targets)}"
            : $"for server load it is {Wording.FormatPercent(targets.ServerLoad.Value)}";
        return $"Utilization is a share of the target: {load}; for connections it is {Wording.FormatPercent(targets.Connections.Value)} of "
            + $"those that the units accept; for {DescribeRates(targets)}.";
    }

    /// <summary>Returns the server load behind a utilization of its target, such as "81 %".</summary>
    public static string FormatServerLoad(Ratio utilization, TargetUtilizations targets) =>
        Wording.FormatPercent(utilization.Value * targets.ServerLoad.Value);

    /// <summary>Returns the connections that the recommended scale-ins drop, by resource; null when none does.</summary>
    internal static string? DescribeDroppedConnections(EvaluationReport report)
    {
        var dropped = report
            .Resources.Where(r => r is { HasRecommendation: true, Target: not null })
            .Select(r => (r.Name, Share: DroppedConnections.FindShare(r.Size, r.Target!.Value)))
            .Where(drop => drop.Share is not null)
            .OrderByDescending(drop => drop.Share)
            .ToList();
        if (dropped.Count == 0)
        {
            return null;
        }

        var more = dropped.Count > MaxDropsShown ? $" and {Wording.FormatCount(dropped.Count - MaxDropsShown, "other")}" : "";
        var shown = dropped
            .Take(MaxDropsShown)
            .Select(drop => $"{UntrustedText.Sanitize(drop.Name)} {Wording.FormatPercent(drop.Share!.Value)}");
        return $"Connections dropped by scaling in: {string.Join(", ", shown)}{more}.";
    }

    // "NotFound" becomes "not found".
    private static string DescribeCode(string code) =>
        string.Concat(code.Select((c, i) => !char.IsUpper(c) ? c.ToString() : (i > 0 ? " " : "") + char.ToLowerInvariant(c)));

    private static string DescribeRates(TargetUtilizations targets) =>
        targets is { Inbound.Value: 1, Outbound.Value: 1, Routing.Value: 1 }
            ? "inbound, outbound and routing it is the rate in the performance guide"
            : $"inbound, outbound and routing it is {Wording.FormatPercent(targets.Inbound.Value)}, "
                + $"{Wording.FormatPercent(targets.Outbound.Value)} and {Wording.FormatPercent(targets.Routing.Value)} of the rate "
                + "in the performance guide";

    private static string DescribeAdvisory(ResourceReport resource, Decision decision) =>
        FindAlternativeToSize(decision) ?? DescribeChange(resource, decision.Advisory ?? resource.Size);

    /// <summary>Returns what is recommended in place of a size, such as "larger groups"; null where a size is.</summary>
    internal static string? FindAlternativeToSize(Decision decision) =>
        decision is not { Action: ScalingAction.Advise, Advisory: null } ? null
        : AlternativeText.FindHeadline(decision.Alternatives) is { } alternative
            ? UntrustedText.Sanitize(AlternativeText.FormatName(alternative))
        : "see --explain";

    /// <summary>
    /// Returns " as the load falls (7.3 required now)" or the cause for a scale-in to fewer units than are required now; empty for any
    /// other decision.
    /// </summary>
    internal static string DescribeBelowRequirement(Decision decision) =>
        decision is { Action: ScalingAction.ScaleIn, UnitsRequired: { } required }
            ? BelowRequirement.Describe(required, decision.Units, decision.Reasons)
            : "";

    /// <summary>
    /// Returns "sun 20:00-22:00 UTC needs 10" where a recommended scale-in leaves too few units for hours that come back; null elsewhere.
    /// </summary>
    internal static string? FindRecurringPeak(Decision decision) =>
        decision is { Action: ScalingAction.ScaleIn, IsSteady: true, Steady.RecurringPeak: { } peak } && decision.Units < peak.Units
            ? $"{peak.FormatHours()} needs {peak.FormatUnits()}"
            : null;

    private static string DescribeChange(ResourceReport resource, Size to) =>
        !to.HasSkuOf(resource.Size) ? FormatSize(to) : $"scale {(to.Units < resource.Units ? "in" : "out")} to {to.Units}";
}
