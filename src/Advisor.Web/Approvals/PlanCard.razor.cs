using Microsoft.AspNetCore.Components;

namespace Advisor.Web.Approvals;

/// <summary>Shows a planned change with its facts and reasons; empty when the plan cannot be read.</summary>
public sealed partial class PlanCard : ComponentBase
{
    [Parameter, EditorRequired]
    public PlanView? Plan { get; set; }
}
