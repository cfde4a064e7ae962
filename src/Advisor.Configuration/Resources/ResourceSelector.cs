namespace Advisor.Configuration.Resources;

/// <summary>Resources of a schedule or event: all, or those that match one of its patterns.</summary>
/// <param name="patterns">Patterns; empty = all resources.</param>
public sealed class ResourceSelector(IReadOnlyList<ResourcePattern> patterns)
{
    private readonly PatternIndex index = new(patterns);

    /// <summary>Patterns of the selector; empty = all resources.</summary>
    public IReadOnlyList<ResourcePattern> Patterns => patterns;

    public static ResourceSelector All { get; } = new([]);

    public bool Matches(string resourceId) => patterns.Count == 0 || index.MatchesAny(resourceId);
}
