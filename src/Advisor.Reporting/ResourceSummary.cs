using Advisor.Core.Advice;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Text;

namespace Advisor.Reporting;

/// <summary>One resource in one line: its size, the size to keep, what that changes a month, and its limiting factor.</summary>
/// <param name="Name">Name, safe to print.</param>
/// <param name="Size">Size in force.</param>
/// <param name="Keep">Size to keep; the one in force without a recommendation, null when nothing was decided.</param>
/// <param name="Change">Change of the monthly cost in whole amounts, such as "-413"; "0" for none, "?" when it is not known.</param>
/// <param name="Limit">Limit of the highest utilization; null when none is known.</param>
/// <param name="Utilization">Its utilization, of the target; null when none is known.</param>
/// <param name="IsLimiting">Whether it is near enough to be a limiting factor.</param>
/// <param name="Remark">What else a reader must know, such as "advisory" or "autoscale"; empty for nothing.</param>
public sealed record ResourceSummary(
    string Name,
    Size Size,
    Size? Keep,
    string Change,
    Limit? Limit,
    Ratio? Utilization,
    bool IsLimiting,
    string Remark
)
{
    public static ResourceSummary Create(ResourceReport resource)
    {
        var (limit, utilization) = FindHighest(resource);
        return new(
            UntrustedText.Sanitize(resource.Name),
            Sanitize(resource.Size),
            resource.Target is { } target ? Sanitize(target) : null,
            FormatChange(resource),
            limit,
            utilization,
            resource.Decision is { LimitingFactor: not Core.Capacity.Limit.None },
            string.Join(", ", ListRemarks(resource))
        );
    }

    /// <summary>Whether the size to keep is of another SKU than the one in force.</summary>
    public bool ChangesSku => Keep is { } keep && !keep.HasSkuOf(Size);

    private static Size Sanitize(Size size) => size with { Sku = UntrustedText.Sanitize(size.Sku) };

    // Below the lowest limiting factor the highest utilization still says how idle a resource is.
    private static (Limit?, Ratio?) FindHighest(ResourceReport resource)
    {
        if (resource.Decision is not { HasAnyUtilization: true } decision)
        {
            return (null, null);
        }

        var limit = decision.LimitingFactor;
        var trusted = resource.State == ReportState.SuspectMetric ? decision.Utilization with { ServerLoad = null } : decision.Utilization;
        limit = limit == Core.Capacity.Limit.None ? LimitingFactor.Find(trusted, 0) : limit;
        return (limit, decision.Utilization[limit]);
    }

    private static string FormatChange(ResourceReport resource) =>
        resource.Decision is null ? "?"
        : !resource.HasRecommendation ? "0"
        : CostText.RoundChange(resource.Cost, resource.CostAfter) is { } change ? CostPhrases.FormatSigned(change)
        : "?";

    private static IEnumerable<string> ListRemarks(ResourceReport resource)
    {
        if (resource.Decision is not { } decision)
        {
            yield return "not read: " + ReportPhrases.DescribeFailure(resource);
            yield break;
        }

        if (!resource.HasRecommendation && NoChangeReason.Find(resource, decision) is { } why)
        {
            yield return why;
        }

        if (resource.IsAdvisory)
        {
            yield return ReportPhrases.FindAlternativeToSize(decision) is { } other ? $"advisory: {other}"
            : resource.Advisory is { } reason ? $"advisory: {reason}"
            : "advisory";
        }
        else if (ReportPhrases.DescribeBelowRequirement(decision) is { Length: > 0 } below)
        {
            yield return below.TrimStart(' ', ':', ',');
        }
        else if (FindOtherSteadySize(resource, decision) is { } size)
        {
            yield return $"steady size {size}";
        }

        if (ReportPhrases.FindRecurringPeak(decision) is { } peak)
        {
            yield return peak;
        }

        if (resource.State == ReportState.AutoscaleOn)
        {
            yield return "autoscale";
        }
    }

    // In mode auto the recommendation is what Advisor does next; elsewhere a guard may have shortened the step.
    private static string? FindOtherSteadySize(ResourceReport resource, Decision decision) =>
        resource is { HasRecommendation: true }
        && decision.Steady is { } steady
        && steady.HistoryMinutes >= SteadySize.MinToAdvise.TotalMinutes
        && steady.Units != decision.Units
            ? (steady.IsNextSku ? $"{new Size(steady.Sku, steady.Units)}" : Wording.FormatNumber(steady.Units))
            : null;
}
