using System.Diagnostics;
using System.Text.Json;
using Advisor.Tests;

namespace Advisor.Storage.Tests.Infra;

/// <summary>A script of tests/ that reads files with a parser from npm and prints a list as JSON.</summary>
internal static class NodeScript
{
    /// <summary>Runs it over the files; skips the test where the parser is not installed.</summary>
    public static IReadOnlyList<JsonElement> Run(string script, string parser, params string[] files)
    {
        Assert.SkipUnless(
            Directory.Exists(RepositoryFiles.At("tests", "node_modules", parser)), $"{parser} is not installed: run tests/run, or npm ci in tests/");
        var start = new ProcessStartInfo("node")
        {
            WorkingDirectory = RepositoryFiles.At("tests"),
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        start.ArgumentList.Add(script);
        Array.ForEach(files, start.ArgumentList.Add);
        using var node = Process.Start(start)!;
        var error = node.StandardError.ReadToEndAsync();
        var output = node.StandardOutput.ReadToEnd();
        node.WaitForExit();
        Assert.True(node.ExitCode == 0, $"tests/{script} failed: {error.Result}");
        return [.. JsonDocument.Parse(output).RootElement.EnumerateArray()];
    }
}
