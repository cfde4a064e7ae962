namespace Advisor.Configuration.Resources;

/// <summary>The resources that a schedule or an event is about: all, or those that one of its patterns matches.</summary>
/// <param name="patterns">Empty = all resources.</param>
public sealed class ResourceSelector(IReadOnlyList<ResourcePattern> patterns)
{
    private readonly PatternIndex index = new(patterns);

    public static ResourceSelector All { get; } = new([]);

    public bool Matches(string resourceId) => patterns.Count == 0 || index.MatchesAny(resourceId);
}
