using Microsoft.AspNetCore.Components;

namespace Advisor.Pages.Shared;

/// <summary>The fields of a silence or a snooze: how long, why and who.</summary>
public sealed partial class QuietPeriodFields : ComponentBase
{
    [Parameter, EditorRequired]
    public required QuietPeriodView View { get; set; }
}

/// <summary>What stands in the fields.</summary>
/// <param name="Choices">The durations to choose from.</param>
/// <param name="Hours">The chosen one.</param>
/// <param name="SignedInAs">Who answers; null where a name is asked for.</param>
public sealed record QuietPeriodView(IReadOnlyList<DurationChoice> Choices, int Hours, string Reason, string Author, string? SignedInAs);

/// <summary>A duration, in hours, and how it is read.</summary>
public sealed record DurationChoice(int Hours, string Text);
