namespace Advisor.Pages.Shared;

/// <summary>A text that may lead to where it comes from.</summary>
/// <param name="Address">Null where it leads nowhere.</param>
public sealed record LinkedText(string Text, string? Address);
