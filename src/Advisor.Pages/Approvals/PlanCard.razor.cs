using Microsoft.AspNetCore.Components;

namespace Advisor.Pages.Approvals;

/// <summary>A planned change with its facts and reasons; nothing where it cannot be read.</summary>
public sealed partial class PlanCard : ComponentBase
{
    [Parameter, EditorRequired]
    public PlanView? Plan { get; set; }
}
