using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Text;

namespace Advisor.Reporting;

/// <summary>Totals of the endpoint groups in words.</summary>
public static class EndpointGroupPhrases
{
    /// <summary>
    /// Returns a sentence for each group, such as "Endpoint group 'chat': 3 endpoints, 12 units to 9, 579 USD a month to 435, 45,000
    /// connections." Unknown figures are left out.
    /// </summary>
    public static IEnumerable<string> Describe(EvaluationReport report) => EndpointGroupTotal.Compute(report.Resources).Select(Describe);

    private static string Describe(EndpointGroupTotal group)
    {
        var endpoints = group.Endpoints.Count == 1 ? "1 endpoint (no other is in the scope)" : $"{group.Endpoints.Count} endpoints";
        string?[] parts =
        [
            endpoints,
            Wording.FormatCount(group.Units, "unit") + (group.UnitsAfter == group.Units ? "" : $" to {group.UnitsAfter}"),
            group.Cost is { } cost ? DescribeCost(cost) : null,
            group.Connections is { } connections ? $"{Wording.FormatNumber(connections)} connections" : null,
        ];
        return $"Endpoint group '{UntrustedText.Sanitize(group.Name)}': {string.Join(", ", parts.OfType<string>())}.";
    }

    private static string DescribeCost(ReportCost cost) =>
        $"{Wording.FormatAmount(cost.Today.Total)} a month"
        + (cost.Change.Amount == 0 ? "" : $" to {Wording.FormatBareAmount(cost.After.Total.Amount)}");
}
