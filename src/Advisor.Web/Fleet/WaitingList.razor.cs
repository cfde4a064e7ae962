using Microsoft.AspNetCore.Components;

namespace Advisor.Web.Fleet;

/// <summary>What waits for a person, above the table; nothing when nothing does.</summary>
public sealed partial class WaitingList : ComponentBase
{
    [Parameter, EditorRequired]
    public required WaitingView Waiting { get; set; }
}
