using System.Text.RegularExpressions;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Docs;

/// <summary>The tests that documents name as proof.</summary>
public sealed partial class NamedTestsTests
{
    [Theory]
    [InlineData("security.md", 30)]
    public void Every_test_that_a_document_names_exists(string document, int atLeast)
    {
        var sources = Directory
            .EnumerateFiles(RepositoryFiles.GetPath("tests"), "*Tests.cs", SearchOption.AllDirectories)
            .SelectMany(file => TestMethod().Matches(File.ReadAllText(file)))
            .Select(match => match.Groups[1].Value)
            .ToHashSet(StringComparer.Ordinal);
        var named = TestName()
            .Matches(File.ReadAllText(RepositoryFiles.GetPath("docs", document)))
            .Select(match => match.Groups[1].Value)
            .ToList();

        Assert.True(named.Count >= atLeast, $"{document} names {named.Count} tests only.");
        Assert.Empty(named.Where(name => !sources.Contains(name)));
    }

    // A sentence, in backticks: a capital, then at least three words.
    [GeneratedRegex("`([A-Z][A-Za-z0-9]*(?:_[A-Za-z0-9]+){3,})`")]
    private static partial Regex TestName();

    [GeneratedRegex(@"public (?:async )?(?:void|Task) ([A-Z]\w+)\(")]
    private static partial Regex TestMethod();
}
