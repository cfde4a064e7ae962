using Microsoft.AspNetCore.Components;

namespace Advisor.Web.Resource;

/// <summary>The recommendation, and what a person can do about it.</summary>
public sealed partial class RecommendationSection : ComponentBase
{
    [Parameter, EditorRequired]
    public required RecommendationView View { get; set; }
}
