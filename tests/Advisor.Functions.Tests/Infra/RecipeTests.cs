using System.Text.RegularExpressions;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Infra;

/// <summary>
/// The snippets of docs/infrastructure-as-code.md are copied by people: each must at least parse, and name what it is about.
/// </summary>
public sealed partial class RecipeTests
{
    private static readonly string Page = File.ReadAllText(RepositoryFiles.GetPath("docs", "infrastructure-as-code.md"));

    [Fact]
    public async Task Every_snippet_in_HCL_parses()
    {
        var snippets = ListSnippets("hcl");
        Assert.Equal(2, snippets.Count);

        Assert.All(await ParseHclAsync(snippets), hasError => Assert.False(hasError));
        Assert.Contains(
            true,
            await ParseHclAsync([
                .. snippets.Select(snippet => snippet.Replace("ignore_changes = [", "ignore_changes = ", StringComparison.Ordinal)),
            ])
        );
    }

    [Fact]
    public void The_snippets_in_Bicep_are_a_template_with_its_modules_that_builds_without_a_warning()
    {
        using var folder = new TemporaryFolder();
        var snippets = ListSnippets("bicep");
        Assert.Equal(3, snippets.Count);
        foreach (var (name, snippet) in new[] { "chat.bicep", "units-in-force.bicep", "main.bicep" }.Zip(snippets))
        {
            folder.Write(name, snippet);
        }

        var (exitCode, diagnostics) = BicepCompiler.Run(folder.Path, "lint", "--pattern", "*.bicep");

        Assert.Empty(diagnostics);
        Assert.Equal(0, exitCode);
    }

    [Fact]
    public void The_sizes_are_ignored_under_the_names_that_the_providers_give_them()
    {
        var hcl = string.Concat(ListSnippets("hcl"));

        Assert.Matches("(?s)azurerm_signalr_service.*sku \\{.*capacity = .*ignore_changes = \\[sku\\[0\\]\\.capacity\\]", hcl);
        Assert.Matches("(?s)azurerm_web_pubsub.*\\n  capacity .*ignore_changes = \\[capacity\\]", hcl);
        Assert.Matches("(?s)azapi_resource.*ignore_changes = \\[body\\.sku\\.capacity\\]", hcl);
    }

    private static async Task<IReadOnlyList<bool>> ParseHclAsync(IReadOnlyList<string> snippets)
    {
        using var folder = new TemporaryFolder();
        string[] files = [.. snippets.Select((snippet, number) => folder.Write($"{number}.txt", snippet))];
        return
        [
            .. (await NodeScript.RunAsync("hcl.js", "@tree-sitter-grammars/tree-sitter-hcl", files))
                .EnumerateArray()
                .Select(file => file.GetProperty("hasError").GetBoolean()),
        ];
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
