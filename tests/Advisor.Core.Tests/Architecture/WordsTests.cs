using Advisor.Tests;

namespace Advisor.Core.Tests.Architecture;

/// <summary>
/// Retired words do not come back: <c>retired-words.txt</c> has each with its replacement, <c>allowed-words.txt</c> the exceptions with
/// their reasons.
/// </summary>
public sealed class WordsTests
{
    private static readonly string[] Roots = ["src", "functions", "tests", "docs", "rules"];

    private static readonly string[] TextFiles =
    [
        ".md",
        ".yaml",
        ".json",
        ".txt",
        ".razor",
        ".js",
        ".css",
        ".html",
        ".csv",
        ".svg",
        ".bicep",
        ".py",
        ".sh",
        "", // scripts, such as tests/run
    ];

    private static readonly RetiredWords Words = new();

    private static readonly Lazy<IReadOnlyList<WordFound>> All = new(() =>
        [.. ListFiles().SelectMany(path => Words.Find(path, Read(path)))]
    );

    [Fact]
    public void Identifiers_have_no_retired_word() => AssertNone("identifier");

    [Fact]
    public void Strings_have_no_retired_word() => AssertNone("string");

    [Fact]
    public void Comments_have_no_retired_word() => AssertNone("comment");

    [Fact]
    public void Pages_rules_scripts_and_golden_files_have_no_retired_word() => AssertNone("text");

    [Theory]
    [InlineData("src/Planted.cs", "var sweepCount = 1;", "sweepCount")]
    [InlineData("src/Planted.cs", "Log($\"{Count(units, \"unit\")} are held back.\");", "held back")]
    [InlineData("src/Planted.cs", "x = 1; // a stray change", "stray")]
    [InlineData("tests/PlantedTests.cs", "public void The_least_size_is_kept() { }", "The_least_size_is_kept")]
    [InlineData("src/Planted.razor", "<p>Under way since @Model.Since</p>", "Under way")]
    [InlineData("src/planted.js", "// what is looked after", "looked after")]
    [InlineData("src/planted.css", "/* the greatest width */", "greatest")]
    [InlineData("tests/scenarios/planted.yaml", "what: nobody is told", "nobody")]
    [InlineData("tests/Advisor.Core.Tests/Golden/planted.txt", "Scaled out: superseded.", "superseded")]
    [InlineData("tests/run", "echo 'parked messages'", "parked")]
    [InlineData("docs/planted.md", "Advisor makes do with less.", "makes do")]
    [InlineData("rules/planted.yaml", "note: grows again", "grows")]
    public void A_planted_word_is_found(string path, string content, string expected) =>
        Assert.Contains(Words.Find(path, content), found => found.ToString().Contains(expected, StringComparison.Ordinal));

    [Theory]
    [InlineData("src/Advisor.Core/ScalingAdvisor.cs")]
    [InlineData("tests/Advisor.Core.Tests/ScalingAdvisorTests.cs")]
    [InlineData("src/Advisor.Pages/Resources/ResourceDetailPage.razor")]
    [InlineData("src/Advisor.Pages/Assets/live.js")]
    [InlineData("tests/scenarios/day/advisor.yaml")]
    [InlineData("tests/Advisor.Cli.Tests/Golden/help.txt")]
    [InlineData("tests/run")]
    [InlineData("functions/infra/main.bicep")]
    [InlineData("docs/decisions/README.md")]
    [InlineData("CHANGELOG.md")]
    public void Each_kind_of_file_is_read(string path) => Assert.Contains(path, ListFiles());

    [Fact]
    public void Each_exception_is_needed() =>
        Assert.Equal(
            [],
            from row in Words.Exceptions
            from word in row.Words
            where !All.Value.Any(found => row.Covers(found) && found.Is(word))
            select $"{row.Path}: {word}"
        );

    private static void AssertNone(string kind)
    {
        var lines = All.Value.Where(found => found.Kind == kind && !Words.Allows(found)).Select(found => found.ToString()).ToList();
        Assert.True(lines.Count == 0, string.Join('\n', lines));
    }

    private static string Read(string path)
    {
        var text = File.ReadAllText(RepositoryFiles.GetPath(path));
        return path == "CHANGELOG.md" ? RemoveRenamed(text) : text;
    }

    /// <summary>The table of renamed fields in the changelog has the old names.</summary>
    private static string RemoveRenamed(string changelog)
    {
        var start = changelog.IndexOf("### Renamed", StringComparison.Ordinal);
        return start < 0 ? changelog : changelog.Remove(start, changelog.IndexOf("\n## ", start, StringComparison.Ordinal) - start);
    }

    /// <summary>What we wrote: no build output, no packages, no assets of others, and not the lists of words.</summary>
    private static IEnumerable<string> ListFiles() =>
        Roots
            .SelectMany(root => Directory.EnumerateFiles(RepositoryFiles.GetPath(root), "*", SearchOption.AllDirectories))
            .Select(path => Path.GetRelativePath(RepositoryFiles.Root, path).Replace('\\', '/'))
            .Where(path => path.EndsWith(".cs", StringComparison.Ordinal) || TextFiles.Contains(Path.GetExtension(path)))
            .Where(path => !path.Split('/').Any(part => part is "bin" or "obj" or "node_modules"))
            .Where(path => !path.Contains("/uPlot", StringComparison.Ordinal) && !path.EndsWith("-words.txt", StringComparison.Ordinal))
            .Where(path => Path.GetFileName(path) != "package-lock.json")
            .Concat(["README.md", "CHANGELOG.md", "CONTRIBUTING.md"]);
}
