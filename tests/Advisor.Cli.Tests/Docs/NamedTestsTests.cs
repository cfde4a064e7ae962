using System.Text.RegularExpressions;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Docs;

/// <summary>The tests that documents name as proof.</summary>
public sealed partial class NamedTestsTests
{
    [Theory]
    [InlineData("reliability.md", 40)]
    [InlineData("security.md", 30)]
    public void Every_test_that_a_document_names_exists(string document, int atLeast)
    {
        var sources = Directory
            .EnumerateFiles(RepositoryFiles.GetPath("tests"), "*Tests.cs", SearchOption.AllDirectories)
            .SelectMany(file => TestMethod().Matches(File.ReadAllText(file)))
            .Select(match => match.Groups["name"].Value)
            .ToHashSet(StringComparer.Ordinal);
        var named = TestName()
            .Matches(File.ReadAllText(RepositoryFiles.GetPath("docs", document)))
            .Select(match => match.Groups["name"].Value)
            .ToList();

        Assert.True(named.Count >= atLeast, $"{document} names {named.Count} tests only.");
        Assert.Equal([], named.Except(sources, StringComparer.Ordinal));
    }

    // A sentence, in backticks: a capital, then at least three words.
    [GeneratedRegex("`(?<name>[A-Z][A-Za-z0-9]*(_[A-Za-z0-9]+){3,})`", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex TestName();

    [GeneratedRegex(@"public (async )?(void|Task) (?<name>[A-Z]\w+)\(", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 10_000)]
    private static partial Regex TestMethod();
}
