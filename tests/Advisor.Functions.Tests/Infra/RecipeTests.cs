using System.Text.RegularExpressions;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Infra;

/// <summary>
/// The snippets of docs/infrastructure-as-code.md are copied by people: each must at least parse, and name what it is about.
/// </summary>
public sealed partial class RecipeTests
{
    private static readonly string Page = File.ReadAllText(RepositoryFiles.GetPath("docs", "infrastructure-as-code.md"));

    [Theory]
    [InlineData("hcl", "hcl.js", "@tree-sitter-grammars/tree-sitter-hcl", 2)]
    [InlineData("bicep", "bicep.js", "tree-sitter-bicep", 3)]
    public void Every_snippet_parses(string language, string script, string parser, int count)
    {
        var snippets = ListSnippets(language);
        Assert.Equal(count, snippets.Count);

        Assert.All(ParseAll(script, parser, snippets), hasError => Assert.False(hasError));
    }

    [Theory]
    [InlineData("hcl", "hcl.js", "@tree-sitter-grammars/tree-sitter-hcl", "ignore_changes = [", "ignore_changes = ")]
    [InlineData("bicep", "bicep.js", "tree-sitter-bicep", "sku: {", "sku: ")]
    public void A_snippet_with_a_slip_would_be_noticed(string language, string script, string parser, string right, string wrong) =>
        Assert.Contains(
            true,
            ParseAll(script, parser, [.. ListSnippets(language).Select(snippet => snippet.Replace(right, wrong, StringComparison.Ordinal))])
        );

    [Fact]
    public void The_sizes_are_ignored_under_the_names_that_the_providers_give_them()
    {
        var hcl = string.Concat(ListSnippets("hcl"));

        Assert.Matches("(?s)azurerm_signalr_service.*sku \\{.*capacity = .*ignore_changes = \\[sku\\[0\\]\\.capacity\\]", hcl);
        Assert.Matches("(?s)azurerm_web_pubsub.*\\n  capacity .*ignore_changes = \\[capacity\\]", hcl);
        Assert.Matches("(?s)azapi_resource.*ignore_changes = \\[body\\.sku\\.capacity\\]", hcl);
    }

    private static IReadOnlyList<bool> ParseAll(string script, string parser, IReadOnlyList<string> snippets)
    {
        using var folder = new TemporaryFolder();
        string[] files = [.. snippets.Select((snippet, number) => folder.Write($"{number}.txt", snippet))];
        return [.. NodeScript.Run(script, parser, files).Select(file => file.GetProperty("hasError").GetBoolean())];
    }

    private static IReadOnlyList<string> ListSnippets(string language) =>
        [
            .. FencePattern()
                .Matches(Page)
                .Where(match => match.Groups["language"].Value == language)
                .Select(match => match.Groups["text"].Value),
        ];

    [GeneratedRegex("```(?<language>[a-z]+)\\n(?<text>.*?)```", RegexOptions.ExplicitCapture | RegexOptions.Singleline, 1000)]
    private static partial Regex FencePattern();
}
