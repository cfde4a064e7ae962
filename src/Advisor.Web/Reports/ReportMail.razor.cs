using Advisor.Reporting;
using Microsoft.AspNetCore.Components;

namespace Advisor.Web.Reports;

/// <summary>The summary of a report as the body of a mail.</summary>
public sealed partial class ReportMail : ComponentBase
{
    [Parameter, EditorRequired]
    public required PeriodSummary Summary { get; set; }

    /// <summary>What the mail ends with: where the rest is.</summary>
    [Parameter, EditorRequired]
    public required string Closing { get; set; }
}
