using Microsoft.AspNetCore.Components;

namespace Advisor.Pages.Resources;

/// <summary>What is recommended, and what a person may do about it.</summary>
public sealed partial class RecommendationSection : ComponentBase
{
    [Parameter, EditorRequired]
    public required RecommendationView View { get; set; }
}
