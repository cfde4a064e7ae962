namespace Advisor.Web.Shared;

/// <summary>Values of the fields of a silence or a snooze.</summary>
/// <param name="Choices">Durations to choose from.</param>
/// <param name="Hours">Selected duration in hours.</param>
/// <param name="SignedInAs">Signed-in person; null when the form requests a name.</param>
public sealed record QuietPeriodView(IReadOnlyList<DurationChoice> Choices, int Hours, string Reason, string Author, string? SignedInAs);

/// <summary>A duration in hours, and its text.</summary>
public sealed record DurationChoice(int Hours, string Text);
