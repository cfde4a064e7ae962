using Advisor.Core.Capacity.Billing;
using Advisor.Core.Reports;
using Advisor.Reporting;
using Advisor.Web.Shared;
using Microsoft.AspNetCore.Components;

namespace Advisor.Web.Reports;

/// <summary>One resource of a report: its recommendation, the chart of its window, and the reasons.</summary>
public sealed partial class ResourceSection : ComponentBase
{
    [Parameter, EditorRequired]
    public required ResourceReport Resource { get; set; }

    [Parameter, EditorRequired]
    public required PeriodReport Report { get; set; }

    private SizeView From => new(Resource.Sku, Resource.Units);

    private SizeView? To => Resource is { HasRecommendation: true, Target: { } target } ? new(target.Sku, target.Units) : null;

    // Units of different SKUs are not comparable.
    private int? RecommendedUnits => To is { } to && to.Sku == Resource.Sku && to.Units != Resource.Units ? to.Units : null;

    private string Summary
    {
        get
        {
            var (what, cost) = (ReportPhrases.DescribeRecommendation(Resource), CostText.FormatChange(Resource.Cost, Resource.CostAfter));
            return char.ToUpperInvariant(what[0]) + what[1..] + (Resource.HasRecommendation && cost is not null ? $": {cost}." : ".");
        }
    }

    private string UsageText => PeriodPhrases.DescribeUsage(UsageSummary.Compute(Resource.Usage));

    private string ChartLabel => $"Needed and provisioned units of {Resource.Name}. {UsageText}";
}
