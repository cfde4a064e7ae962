namespace Advisor.Web.Shared;

/// <summary>A text with an optional link to its source.</summary>
/// <param name="Address">Address of the link; null when there is none.</param>
public sealed record LinkedText(string Text, string? Address);
