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
        Assert.Contains(
            expected,
            Assert.Single(((string[])["identifier", "string", "comment"]).SelectMany(kind => Find("src/Planted.cs", source, kind))),
            StringComparison.Ordinal
        );

    private static void AssertNone(IEnumerable<string> found)
    {
        var lines = found.ToList();
        Assert.True(lines.Count == 0, string.Join('\n', lines));
    }

    private static IEnumerable<string> FindIn(string path, string kind) => Find(Relative(path), File.ReadAllText(path), kind);

    private static IEnumerable<string> Find(string path, string source, string kind) =>
        from part in Parts(source, kind)
        from line in part.Split('\n')
        from word in Words
        let match = (kind == "identifier" ? word.InIdentifiers : word.InText).Match(line)
        where match.Success && !IsAllowed(path, kind, match.Value)
        select $"{path} ({kind}): {line.Trim()}: instead of '{match.Value}': {word.Instead}";

    private static IEnumerable<string> FindInText(string path) =>
        from line in File.ReadLines(path).TakeWhile(line => line != "### Renamed").Concat(LinesAfterRenamed(path)).Index()
        from word in Words
        let match = word.InText.Match(line.Item)
        where match.Success && !IsAllowed(Relative(path), "text", match.Value)
        select $"{Relative(path)}: {line.Item.Trim()}: instead of '{match.Value}': {word.Instead}";

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

    /// <summary>A row of the exceptions: path prefix, kind, words, reason. A star matches everything.</summary>
    private static bool IsAllowed(string path, string kind, string word) =>
        Exceptions.Any(row =>
            path.StartsWith(row[0], StringComparison.Ordinal)
            && (row[1] == "*" || row[1] == kind)
            && (row[2] == "*" || row[2].Split(", ").Any(text => word.Equals(text, StringComparison.OrdinalIgnoreCase)))
        );

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
}
