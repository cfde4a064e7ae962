using System.Diagnostics;

namespace Advisor.Tests;

/// <summary>Holds files against a JSON schema with ajv, as an editor would.</summary>
internal static class Ajv
{
    public const string Missing = "ajv is not there: run tests/run, or npm ci in tests/ (needs Node.js).";

    private static readonly string Script = RepositoryFiles.GetPath("tests", "node_modules", "ajv-cli", "dist", "index.js");

    public static bool IsPresent => File.Exists(Script);

    /// <summary>Code 0 where every file (JSON or YAML) is as the schema says; the output has the complaints.</summary>
    public static async Task<(int Code, string Output)> ValidateAsync(string schema, params IReadOnlyList<string> files)
    {
        var start = new ProcessStartInfo("node")
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (
            var argument in (string[])
                [Script, "validate", "--strict=false", "--all-errors", "-s", schema, .. files.SelectMany(file => new[] { "-d", file })]
        )
        {
            start.ArgumentList.Add(argument);
        }

        using var ajv = Process.Start(start)!;
        var output = ajv.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        var errors = ajv.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await ajv.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (ajv.ExitCode, await output + await errors);
    }
}
