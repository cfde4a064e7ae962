using Advisor.Reporting;
using Microsoft.AspNetCore.Components;

namespace Advisor.Web.Reports;

/// <summary>A list of a mail; nothing where it is empty.</summary>
public sealed partial class ReportMailList : ComponentBase
{
    [Parameter, EditorRequired]
    public required string Heading { get; set; }

    [Parameter, EditorRequired]
    public required IReadOnlyList<SummaryLine> Lines { get; set; }
}
