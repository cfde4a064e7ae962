using Advisor.Core.Fleet;

namespace Advisor.Configuration.Resources;

/// <summary>
/// Names resources in advisor.yaml: a resource id, or a resource name, with <c>*</c> for any characters. Compared without case.
/// A pattern that begins with <c>/</c> is compared with the id, any other with the name, the last part of the id.
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

    /// <summary>As it was written.</summary>
    public string Text { get; }

    /// <summary>Whether it stands for one id or name, without a wildcard.</summary>
    public bool IsLiteral => isLiteral;

    /// <summary>Whether it is compared with ids; otherwise with names.</summary>
    public bool MatchesIds => Text.StartsWith('/');

    public bool Matches(string resourceId)
    {
        var subject = MatchesIds ? resourceId : ResourceIds.GetName(resourceId);
        return isLiteral ? Text.Equals(subject, StringComparison.OrdinalIgnoreCase) : MatchesGlob(subject);
    }

    public bool Equals(ResourcePattern? other) => string.Equals(Text, other?.Text, StringComparison.OrdinalIgnoreCase);

    public override int GetHashCode() => StringComparer.OrdinalIgnoreCase.GetHashCode(Text);

    public override string ToString() => Text;

    // The first piece is a prefix and the last a suffix. Those between are found one after another, each as early as possible: finding one
    // later never helps.
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
