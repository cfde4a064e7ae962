using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Text;

namespace Advisor.Reporting;

/// <summary>Totals of the endpoint groups in words.</summary>
public static class EndpointGroupPhrases
{
    private const int MaxShown = 5;

    /// <summary>
    /// Returns a sentence for each group, such as "Endpoint group 'chat': 3 endpoints, 12 units to 9, 579 USD a month to 435, 45,000
    /// connections." Unknown figures are left out. Of many groups the five of most units, now or after the recommendations, and the number
    /// of the others.
    /// </summary>
    public static IEnumerable<string> Describe(EvaluationReport report)
    {
        var groups = EndpointGroupTotal.Compute(report.Resources);
        if (groups.Count <= MaxShown)
        {
            return groups.Select(Describe);
        }

        var largest = groups.OrderByDescending(group => Math.Max(group.Units, group.UnitsAfter)).Take(MaxShown);
        return
        [
            .. largest.Select(Describe),
            Wording.FormatCount(groups.Count - MaxShown, "other endpoint group")
                + ": 'advisor evaluate --output json' has the totals of each.",
        ];
    }

    private static string Describe(EndpointGroupTotal group)
    {
        var endpoints = group.Endpoints.Count == 1 ? "1 endpoint (no other is in the scope)" : $"{group.Endpoints.Count} endpoints";
        string?[] parts =
        [
            endpoints,
            Wording.FormatCount(group.Units, "unit") + (group.UnitsAfter == group.Units ? "" : $" to {group.UnitsAfter}"),
            group.Cost is { } cost ? DescribeCost(cost) : null,
            group.Connections is { } connections ? Wording.FormatCount(connections, "connection") : null,
        ];
        return $"Endpoint group '{UntrustedText.Sanitize(group.Name)}': {string.Join(", ", parts.OfType<string>())}.";
    }

    private static string DescribeCost(ReportCost cost) =>
        $"{Wording.FormatAmount(cost.Today.Total)} a month"
        + (cost.Change.Amount == 0 ? "" : $" to {Wording.FormatBareAmount(cost.After.Total.Amount)}");
}
