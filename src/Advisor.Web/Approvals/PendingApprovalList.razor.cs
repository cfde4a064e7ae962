using Microsoft.AspNetCore.Components;

namespace Advisor.Web.Approvals;

/// <summary>Pending approvals with sizes, money and reason.</summary>
public sealed partial class PendingApprovalList : ComponentBase
{
    [Parameter, EditorRequired]
    public required IReadOnlyList<PendingApproval> Approvals { get; set; }

    /// <summary>Number of those that are pending and not listed, 0 or more.</summary>
    [Parameter]
    public int Others { get; set; }

    /// <summary>Whether each has a box to select it, none checked at first.</summary>
    [Parameter]
    public bool CanSelect { get; set; }
}
