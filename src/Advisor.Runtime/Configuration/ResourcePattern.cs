using System.Text.RegularExpressions;
using Advisor.Runtime.Fleet;

namespace Advisor.Runtime.Configuration;

/// <summary>
/// Names resources in advisor.yaml: a resource id, or a resource name, with <c>*</c> for any characters. Compared without case.
/// A pattern that begins with <c>/</c> is held against the id, any other against the name, the last part of the id.
/// </summary>
public sealed record ResourcePattern
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(1);
    private readonly Regex expression;

    public ResourcePattern(string text)
    {
        Text = text;
        var body = string.Join(".*", text.Split('*', StringSplitOptions.None).Select(Regex.Escape));
        expression = new Regex($"^{body}$", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant | RegexOptions.NonBacktracking, Patience);
    }

    /// <summary>As it was written.</summary>
    public string Text { get; }

    public bool Matches(string resourceId) => expression.IsMatch(Text.StartsWith('/') ? resourceId : ResourceIds.NameOf(resourceId));

    /// <summary>True where the list is empty or one of its patterns matches.</summary>
    public static bool AnyMatches(IReadOnlyList<ResourcePattern> patterns, string resourceId) =>
        patterns.Count == 0 || patterns.Any(pattern => pattern.Matches(resourceId));

    public bool Equals(ResourcePattern? other) => string.Equals(Text, other?.Text, StringComparison.OrdinalIgnoreCase);

    public override int GetHashCode() => StringComparer.OrdinalIgnoreCase.GetHashCode(Text);

    public override string ToString() => Text;
}
