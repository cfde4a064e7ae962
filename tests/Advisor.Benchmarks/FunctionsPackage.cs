using System.Diagnostics;
using Advisor.Tests;

namespace Advisor.Benchmarks;

/// <summary>The Functions app as <c>functions/publish</c> makes it, in a folder that goes with this object.</summary>
internal sealed class FunctionsPackage : IDisposable
{
    private readonly string folder;

    private FunctionsPackage(string folder) => this.folder = folder;

    public string Folder => Path.Combine(folder, "functions");

    /// <param name="kind">Option of the script: <c>--native</c>, <c>--il</c> (ReadyToRun) or <c>--plain</c> (no compilation ahead).</param>
    public static async Task<FunctionsPackage> PublishAsync(string kind = "--native")
    {
        var package = new FunctionsPackage(Directory.CreateTempSubdirectory("advisor-package-").FullName);
        using var publish = Process.Start(
            new ProcessStartInfo(RepositoryFiles.GetPath("functions", "publish"), [kind, package.Folder])
            {
                UseShellExecute = false,
                RedirectStandardOutput = true,
            }
        )!;
        var output = await publish.StandardOutput.ReadToEndAsync();
        await publish.WaitForExitAsync();
        return publish.ExitCode == 0 ? package : throw new InvalidOperationException("functions/publish failed: " + output);
    }

    public void Dispose() => Directory.Delete(folder, recursive: true);
}
