using System.Text.RegularExpressions;
using Advisor.Tests;

namespace Advisor.Core.Tests.Architecture;

/// <summary>A retired word in a file.</summary>
/// <param name="Kind">identifier, string or comment of C#; text of all other files.</param>
internal sealed record WordFound(string Path, string Kind, string Line, string Word, string Instead)
{
    public bool Is(string word) => Word.Equals(word, StringComparison.OrdinalIgnoreCase);

    public override string ToString() => $"{Path} ({Kind}): {Line.Trim()}: instead of '{Word}': {Instead}";
}

/// <summary>A row of <c>allowed-words.txt</c>.</summary>
/// <param name="Path">What the paths begin with.</param>
internal sealed record AllowedWords(string Path, string Kind, IReadOnlyList<string> Words)
{
    public bool Covers(WordFound found) =>
        found.Path.StartsWith(Path, StringComparison.Ordinal) && found.Kind == Kind && Words.Any(found.Is);
}

/// <summary>The retired words, and where they are in a file.</summary>
internal sealed partial class RetiredWords
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(10);

    private readonly IReadOnlyList<(Regex? InText, Regex? InIdentifiers, string Instead)> words =
    [
        .. ReadTable("retired-words.txt")
            .Select(row => (Create(row[0], RegexOptions.IgnoreCase), Create(row[1], RegexOptions.None), row[2])),
    ];

    public IReadOnlyList<AllowedWords> Exceptions { get; } =
    [.. ReadTable("allowed-words.txt").Select(row => new AllowedWords(row[0], row[1], row[2].Split(", ")))];

    public bool Allows(WordFound found) => Exceptions.Any(row => row.Covers(found));

    public IEnumerable<WordFound> Find(string path, string content) =>
        path.EndsWith(".cs", StringComparison.Ordinal)
            ? StringOrCommentPattern()
                .Matches(content)
                .Select(match => match.Value)
                .Where(part => !part.StartsWith('\''))
                .SelectMany(part => FindInText(path, part.StartsWith("//", StringComparison.Ordinal) ? "comment" : "string", part))
                .Concat(
                    IdentifierPattern()
                        .Matches(StringOrCommentPattern().Replace(content, " "))
                        .SelectMany(name => FindInName(path, name.Value))
                )
            : FindInText(path, "text", content);

    // The names of tests are sentences.
    private IEnumerable<WordFound> FindInName(string path, string name) =>
        name.Trim('_').Contains('_', StringComparison.Ordinal)
            ? FindInText(path, "identifier", name.Replace('_', ' ')).Select(found => found with { Line = name })
            : from word in words
            where word.InIdentifiers is not null
            from match in word.InIdentifiers.Matches(name)
            select new WordFound(path, "identifier", name, match.Value, word.Instead);

    private IEnumerable<WordFound> FindInText(string path, string kind, string text) =>
        from word in words
        where word.InText is not null
        from match in word.InText.Matches(text)
        select new WordFound(path, kind, GetLine(text, match.Index), match.Value, word.Instead);

    private static string GetLine(string text, int index)
    {
        var start = text.LastIndexOf('\n', Math.Max(0, index - 1)) + 1;
        var end = text.IndexOf('\n', index);
        return text[start..(end < 0 ? text.Length : end)];
    }

    private static Regex? Create(string pattern, RegexOptions options) =>
        pattern.Length == 0 ? null : new Regex(pattern, options | RegexOptions.CultureInvariant, Timeout);

    private static IEnumerable<string[]> ReadTable(string name) =>
        from line in File.ReadLines(RepositoryFiles.GetPath("tests", "Advisor.Core.Tests", "Architecture", name))
        where line.Length > 0 && line[0] != '#'
        select $" {line} ".Split(" | ", StringSplitOptions.TrimEntries);

    // Raw, verbatim and interpolated strings (with one level of strings in their holes), characters, comments to the end of the line.
    [GeneratedRegex(
        """
            "{3}[\s\S]*?"{3}|@"(?:[^"]|"")*"|\$?"(?:\\.|\{(?:[^{}"]|"[^"]*"|\{[^{}]*\})*\}|[^"\\\n{])*"|'(?:\\.|[^'\\])'|//[^\n]*
            """,
        RegexOptions.None,
        matchTimeoutMilliseconds: 10_000
    )]
    private static partial Regex StringOrCommentPattern();

    [GeneratedRegex("[A-Za-z_][A-Za-z0-9_]*", RegexOptions.None, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex IdentifierPattern();
}
