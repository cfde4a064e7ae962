using System.Diagnostics;
using System.Text.Json;

namespace Advisor.Tests;

/// <summary>A script of tests/ that uses a package from npm and prints JSON.</summary>
internal static class NodeScript
{
    /// <summary>Runs it; skips the test where the package is not installed, fails it where the script does.</summary>
    public static async Task<JsonElement> RunAsync(string script, string package, params string[] arguments)
    {
        Assert.SkipUnless(
            Directory.Exists(RepositoryFiles.GetPath("tests", "node_modules", package)),
            $"{package} is not installed: run tests/run, or npm ci in tests/"
        );
        var start = new ProcessStartInfo("node")
        {
            WorkingDirectory = RepositoryFiles.GetPath("tests"),
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        start.ArgumentList.Add(script);
        Array.ForEach(arguments, start.ArgumentList.Add);
        using var node = Process.Start(start)!;
        try
        {
            var error = node.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
            var output = await node.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
            await node.WaitForExitAsync(TestContext.Current.CancellationToken);
            Assert.True(node.ExitCode == 0, $"tests/{script} failed: {await error}");
            return JsonDocument.Parse(output).RootElement;
        }
        finally
        {
            node.Kill(entireProcessTree: true);
        }
    }

    /// <summary>Runs a judge of files, which prints <c>[{ message }]</c>; returns the messages.</summary>
    public static async Task<IReadOnlyList<string>> FindAsync(string script, string package, params string[] files) =>
        [.. (await RunAsync(script, package, files)).EnumerateArray().Select(finding => finding.GetProperty("message").GetString()!)];
}
