using Advisor.Core.Fleet;

namespace Advisor.Configuration.Resources;

/// <summary>
/// Pattern for resources in advisor.yaml: a resource id or resource name, with <c>*</c> for any characters. Matches without case. A pattern
/// that starts with <c>/</c> is matched with the id, any other with the name, which is the last part of the id. What matches a resource
/// matches its geo-replicas too.
/// </summary>
public sealed record ResourcePattern
{
    private const char Wildcard = '*';

    private readonly bool isLiteral;

    public ResourcePattern(string text)
    {
        Text = text;
        isLiteral = !text.Contains(Wildcard, StringComparison.Ordinal);
    }

    /// <summary>Original text.</summary>
    public string Text { get; }

    /// <summary>Whether the pattern is a single id or name, without a wildcard.</summary>
    public bool IsLiteral => isLiteral;

    /// <summary>Whether the pattern is matched with ids; otherwise with names.</summary>
    public bool MatchesIds => Text.StartsWith('/');

    /// <summary>What other patterns are matched with.</summary>
    internal string Subject => ResourceIds.FromName(Text);

    /// <summary>Whether the pattern matches a resource, or the resource of which it is a geo-replica.</summary>
    public bool Matches(string resourceId) =>
        MatchesAlone(resourceId) || (ResourceIds.FindOwner(resourceId) is { } owner && MatchesAlone(owner));

    /// <summary>
    /// Whether some resource may match both. Of an id and a name the names are compared. Of two wildcards each may stand for what the other
    /// requires, so only their beginnings and ends can exclude each other.
    /// </summary>
    public bool Overlaps(ResourcePattern other)
    {
        if (Matches(other.Subject) || other.Matches(Subject))
        {
            return true;
        }

        if (MatchesIds != other.MatchesIds)
        {
            return new ResourcePattern(ResourceIds.GetName(Subject)).Overlaps(new ResourcePattern(ResourceIds.GetName(other.Subject)));
        }

        var (one, two) = (Text.Split(Wildcard), other.Text.Split(Wildcard));
        return !isLiteral
            && !other.isLiteral
            && (IsStart(one[0], two[0]) || IsStart(two[0], one[0]))
            && (IsEnd(one[^1], two[^1]) || IsEnd(two[^1], one[^1]));

        static bool IsStart(string start, string text) => text.StartsWith(start, StringComparison.OrdinalIgnoreCase);
        static bool IsEnd(string end, string text) => text.EndsWith(end, StringComparison.OrdinalIgnoreCase);
    }

    private bool MatchesAlone(string resourceId)
    {
        var subject = MatchesIds ? resourceId : ResourceIds.GetName(resourceId);
        return isLiteral ? Text.Equals(subject, StringComparison.OrdinalIgnoreCase) : MatchesGlob(subject);
    }

    public bool Equals(ResourcePattern? other) => string.Equals(Text, other?.Text, StringComparison.OrdinalIgnoreCase);

    public override int GetHashCode() => StringComparer.OrdinalIgnoreCase.GetHashCode(Text);

    public override string ToString() => Text;

    // The first piece is a prefix and the last a suffix. Those in between are matched in order, each as early as possible: a later match
    // never helps.
    private bool MatchesGlob(ReadOnlySpan<char> subject)
    {
        var pattern = Text.AsSpan();
        var prefix = pattern[..pattern.IndexOf(Wildcard)];
        var suffix = pattern[(pattern.LastIndexOf(Wildcard) + 1)..];
        if (
            subject.Length < prefix.Length + suffix.Length
            || !subject.StartsWith(prefix, StringComparison.OrdinalIgnoreCase)
            || !subject.EndsWith(suffix, StringComparison.OrdinalIgnoreCase)
        )
        {
            return false;
        }

        var rest = subject[prefix.Length..^suffix.Length];
        var pieces = pattern[prefix.Length..^suffix.Length];
        foreach (var range in pieces.Split(Wildcard))
        {
            var piece = pieces[range];
            var at = rest.IndexOf(piece, StringComparison.OrdinalIgnoreCase);
            if (at < 0)
            {
                return false;
            }

            rest = rest[(at + piece.Length)..];
        }

        return true;
    }
}
