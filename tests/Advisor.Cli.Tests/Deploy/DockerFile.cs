using System.Text.Json;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Deploy;

/// <summary>The Dockerfile as its linter reads it.</summary>
/// <param name="Findings">What the linter objects to.</param>
/// <param name="Instructions">Keyword and arguments, in order.</param>
internal sealed record DockerFile(IReadOnlyList<string> Findings, IReadOnlyList<(string Keyword, string Arguments)> Instructions)
{
    /// <summary>Reads that of the root, or another; skips the test where the linter is not installed.</summary>
    public static async Task<DockerFile> ReadAsync(string? file = null)
    {
        var read = await NodeScript.RunAsync("dockerfile.js", "dockerfile-utils", file ?? RepositoryFiles.GetPath("Dockerfile"));
        return new(
            [.. read.GetProperty("findings").EnumerateArray().Select(finding => finding.GetString()!)],
            [
                .. read.GetProperty("instructions")
                    .EnumerateArray()
                    .Select(one => (one.GetProperty("keyword").GetString()!, one.GetProperty("arguments").GetString()!)),
            ]
        );
    }

    /// <summary>Returns the arguments of the last instruction with a keyword: that of the image, not of a stage before it.</summary>
    public string Get(string keyword) => Instructions.Last(one => one.Keyword == keyword).Arguments;

    /// <summary>Returns the words of an instruction in JSON form.</summary>
    public string[] GetWords(string keyword)
    {
        var text = Get(keyword);
        return [.. JsonDocument.Parse(text[text.IndexOf('[')..]).RootElement.EnumerateArray().Select(word => word.GetString()!)];
    }
}
