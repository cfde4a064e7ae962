using System.Text.RegularExpressions;
using Advisor.Tests;

namespace Advisor.Core.Tests.Architecture;

/// <summary>
/// Retired words do not come back: <c>retired-words.txt</c> has each with its replacement, <c>allowed-words.txt</c> the exceptions with
/// their reasons.
/// </summary>
public sealed partial class WordsTests
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(10);

    private static readonly string[] Kinds = ["identifier", "string", "comment"];

    private static readonly IReadOnlyList<RetiredWord> Words =
    [
        .. ReadTable("retired-words.txt")
            .Select(row => new RetiredWord(
                new Regex(row[0], RegexOptions.IgnoreCase, Timeout),
                new Regex(row[1], RegexOptions.None, Timeout),
                row[2]
            )),
    ];

    private static readonly IReadOnlyList<string[]> Exceptions = [.. ReadTable("allowed-words.txt")];

    [Fact]
    public void Identifiers_have_no_retired_word() => AssertNone(Sources().SelectMany(file => FindIn(file, "identifier")));

    [Fact]
    public void Strings_have_no_retired_word() => AssertNone(Sources().SelectMany(file => FindIn(file, "string")));

    [Fact]
    public void Comments_have_no_retired_word() => AssertNone(Sources().SelectMany(file => FindIn(file, "comment")));

    [Fact]
    public void Rules_help_and_pages_of_the_documentation_have_no_retired_word() => AssertNone(Texts().SelectMany(FindInText));

    [Theory]
    [InlineData("var sweepCount = 1;", "sweepCount")]
    [InlineData("Log($\"{Count(units, \"unit\")} are held back.\");", "held back")]
    [InlineData("x = 1; // a stray change", "stray")]
    public void A_planted_word_is_found(string source, string expected) =>
        Assert.Contains(expected, Assert.Single(Kinds.SelectMany(kind => Find("src/Planted.cs", source, kind))), StringComparison.Ordinal);

    [Fact]
    public void Each_exception_is_needed()
    {
        var found = Sources().SelectMany(file => Kinds.SelectMany(kind => MatchAll(Relative(file), File.ReadAllText(file), kind)));
        var used = found.Concat(Texts().SelectMany(MatchText)).SelectMany(match => Exceptions.Where(match.IsCoveredBy)).ToHashSet();

        Assert.Equal([], Exceptions.Where(row => !used.Contains(row)).Select(row => string.Join(" | ", row)));
    }

    private static void AssertNone(IEnumerable<string> found)
    {
        var lines = found.ToList();
        Assert.True(lines.Count == 0, string.Join('\n', lines));
    }

    private static IEnumerable<string> FindIn(string path, string kind) => Find(Relative(path), File.ReadAllText(path), kind);

    private static IEnumerable<string> Find(string path, string source, string kind) => Report(MatchAll(path, source, kind));

    private static IEnumerable<string> FindInText(string path) => Report(MatchText(path));

    private static IEnumerable<string> Report(IEnumerable<Found> matches) =>
        from match in matches
        where !Exceptions.Any(match.IsCoveredBy)
        select $"{match.Path} ({match.Kind}): {match.Line.Trim()}: instead of '{match.Text}': {match.Instead}";

    private static IEnumerable<Found> MatchAll(string path, string source, string kind) =>
        from part in Parts(source, kind)
        from line in part.Split('\n')
        from found in MatchLine(path, kind, line, word => kind == "identifier" ? word.InIdentifiers : word.InText)
        select found;

    private static IEnumerable<Found> MatchText(string path) =>
        from line in File.ReadLines(path).TakeWhile(line => line != "### Renamed").Concat(LinesAfterRenamed(path))
        from found in MatchLine(Relative(path), "text", line, word => word.InText)
        select found;

    private static IEnumerable<Found> MatchLine(string path, string kind, string line, Func<RetiredWord, Regex> pattern) =>
        from word in Words
        from match in pattern(word).Matches(line)
        select new Found(path, kind, line, match.Value, word.Instead);

    /// <summary>The table of renamed fields in the changelog has the old names; what follows it is checked again.</summary>
    private static IEnumerable<string> LinesAfterRenamed(string path) =>
        File.ReadLines(path).SkipWhile(line => line != "### Renamed").Skip(1).SkipWhile(line => !line.StartsWith('#'));

    /// <summary>The identifiers, each on a line of its own, or the strings or the comments of C# source.</summary>
    private static IEnumerable<string> Parts(string source, string kind)
    {
        if (kind == "identifier")
        {
            return Identifier().Matches(StringOrComment().Replace(source, " ")).Select(match => match.Value);
        }

        return StringOrComment()
            .Matches(source)
            .Select(match => match.Value)
            .Where(part => !part.StartsWith('\'') && part.StartsWith("//", StringComparison.Ordinal) == (kind == "comment"));
    }

    private static IEnumerable<string> Sources() =>
        from folder in (string[])["src", "functions"]
        from file in Directory.EnumerateFiles(RepositoryFiles.At(folder), "*.cs", SearchOption.AllDirectories)
        where !Relative(file).Split('/').Any(part => part is "bin" or "obj")
        select file;

    private static IEnumerable<string> Texts() =>
        [
            .. ((string[])["README.md", "CHANGELOG.md", "CONTRIBUTING.md"]).Select(name => RepositoryFiles.At(name)),
            RepositoryFiles.At("src", "Advisor.Configuration", "advisor.yaml"),
            RepositoryFiles.At("tests", "Advisor.Cli.Tests", "Golden", "help.txt"),
            .. from folder in (string[])["docs", "rules"]
            from file in Directory.EnumerateFiles(RepositoryFiles.At(folder), "*.*", SearchOption.AllDirectories)
            where Path.GetExtension(file) is ".md" or ".yaml" or ".json"
            select file,
        ];

    private static string Relative(string path) => Path.GetRelativePath(RepositoryFiles.Root, path).Replace('\\', '/');

    private static IEnumerable<string[]> ReadTable(string name) =>
        from line in File.ReadLines(RepositoryFiles.At("tests", "Advisor.Core.Tests", "Architecture", name))
        where line.Length > 0 && line[0] != '#'
        select line.Split(" | ", StringSplitOptions.TrimEntries);

    // Raw, verbatim and interpolated strings (with one level of strings in their holes), characters, comments to the end of the line.
    [GeneratedRegex(
        """
            "{3}[\s\S]*?"{3}|@"(?:[^"]|"")*"|\$?"(?:\\.|\{(?:[^{}"]|"[^"]*"|\{[^{}]*\})*\}|[^"\\\n{])*"|'(?:\\.|[^'\\])'|//[^\n]*
            """,
        RegexOptions.None,
        matchTimeoutMilliseconds: 10_000
    )]
    private static partial Regex StringOrComment();

    [GeneratedRegex("[A-Za-z_][A-Za-z0-9_]*", RegexOptions.None, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex Identifier();

    private sealed record RetiredWord(Regex InText, Regex InIdentifiers, string Instead);

    private sealed record Found(string Path, string Kind, string Line, string Text, string Instead)
    {
        /// <summary>A row of the exceptions: path prefix, kind, words, reason. A star is any kind.</summary>
        public bool IsCoveredBy(string[] row) =>
            Path.StartsWith(row[0], StringComparison.Ordinal)
            && (row[1] == "*" || row[1] == Kind)
            && row[2].Split(", ").Any(word => Text.Equals(word, StringComparison.OrdinalIgnoreCase));
    }
}
