namespace Advisor.Cli.Commands.Iac.Code;

/// <summary>
/// Entry of a body: a block with a header (<c>resource "type" "name" {</c>), or a value under a header (<c>capacity = 2</c>,
/// <c>"capacity": 2</c>, <c>param units int = 2</c>).
/// </summary>
/// <param name="Header">Names and strings before the brace, the equals sign or the colon; one or more.</param>
/// <param name="Tokens">Tokens of the value in order, each of its objects as one, <c>{}</c>; empty for a block.</param>
/// <param name="Objects">The block's body, or the objects in the value, in order.</param>
public sealed record CodeEntry(
    IReadOnlyList<string> Header,
    IReadOnlyList<CodeToken> Tokens,
    IReadOnlyList<IReadOnlyList<CodeEntry>> Objects,
    int Line
)
{
    /// <summary>Name of an entry that puts the entries of another object here: <c>...sku</c> of Bicep.</summary>
    public const string Spread = "...";

    /// <summary>Its name: the first of the header.</summary>
    public string Name => Header[0];

    /// <summary>The entries of its last object, which is the body of a loop or a condition; empty when it has none.</summary>
    public IReadOnlyList<CodeEntry> Body => Objects.Count > 0 ? Objects[^1] : [];

    /// <summary>Whether it is a block, or an object that is written out: not one that is computed from others.</summary>
    public bool IsObject => Objects.Count == 1 && Tokens is [] or [_] or [{ Text: "jsonencode" or "any" }, _, _, _];

    /// <summary>The string that the value is; null when it is something else.</summary>
    public string? Literal => Tokens is [{ Kind: CodeTokenKind.Text } text] && Objects.Count == 0 ? text.Text : null;

    /// <summary>The whole number that the value is; null when it is something else.</summary>
    public CodeToken? Number => Tokens is [{ Kind: CodeTokenKind.Number } number] && Objects.Count == 0 ? number : null;

    /// <summary>The digits of a string that is a whole number, without the quotation marks; null when it is something else.</summary>
    public CodeToken? QuotedNumber =>
        Literal is { Length: > 0 } digits && digits.All(char.IsAsciiDigit) && Tokens[0].Length == digits.Length + 2
            ? Tokens[0] with
            {
                Kind = CodeTokenKind.Number,
                Start = Tokens[0].Start + 1,
                Length = digits.Length,
            }
            : null;

    /// <summary>The value as it stands in the file, in one line.</summary>
    public string Expression => string.Concat(Tokens.Select(token => token.Kind == CodeTokenKind.Text ? $"'{token.Text}'" : token.Text));
}

/// <summary>Search in a body.</summary>
internal static class CodeEntries
{
    /// <summary>Returns the first entry of a name, in any case; null when there is none.</summary>
    public static CodeEntry? Find(this IReadOnlyList<CodeEntry> body, string name) =>
        body.FirstOrDefault(entry => string.Equals(entry.Name, name, StringComparison.OrdinalIgnoreCase));

    /// <summary>
    /// Returns the entry at a path of names through objects; where one on the way is computed, or spreads another, that one; null when it
    /// is not stated.
    /// </summary>
    public static CodeEntry? FindAt(this IReadOnlyList<CodeEntry> body, params ReadOnlySpan<string> path) =>
        (body.Find(path[0]) ?? body.Find(CodeEntry.Spread)) is not { } entry ? null
        : path.Length > 1 && entry.IsObject ? entry.Body.FindAt(path[1..])
        : entry;

    /// <summary>Returns the decorators of the entry at an index: those before it.</summary>
    public static IEnumerable<CodeEntry> ListDecorators(this IReadOnlyList<CodeEntry> body, int index) =>
        body.Take(index).Reverse().TakeWhile(entry => entry.Name.StartsWith('@'));
}
