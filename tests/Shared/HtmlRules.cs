namespace Advisor.Tests;

/// <summary>The HTML standard's rules, by html-validate.</summary>
internal static class HtmlRules
{
    /// <summary>Returns what is wrong with documents; skips the test where html-validate is not installed.</summary>
    public static async Task<IReadOnlyList<string>> FindViolationsAsync(params IReadOnlyList<(string Name, string Html)> documents)
    {
        using var folder = new TemporaryFolder();
        return await NodeScript.FindAsync(
            "html.js",
            "html-validate",
            [.. documents.Select(document => folder.Write(document.Name + ".html", document.Html))]
        );
    }
}
