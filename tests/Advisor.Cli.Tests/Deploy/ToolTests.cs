using System.Diagnostics;
using System.IO.Compression;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Deploy;

/// <summary>The .NET tool: packed from what the build left, installed from a folder, started as a person does.</summary>
public sealed class ToolTests : IDisposable
{
    private readonly TemporaryFolder folder = new();

    public static bool BashIsPresent => File.Exists("/bin/bash");

    public void Dispose() => folder.Dispose();

    [Fact(Skip = "bash is not installed", SkipUnless = nameof(BashIsPresent))]
    public async Task It_is_installed_from_a_folder_and_runs()
    {
        var packages = Path.Combine(folder.Path, "packages");
        var package = (await RunAsync(RepositoryFiles.GetPath(".ci", "pack-tool"), packages, "--no-build")).Trim();
        using (var zip = await ZipFile.OpenReadAsync(package, TestContext.Current.CancellationToken))
        {
            var files = zip.Entries.Select(entry => entry.FullName).ToHashSet(StringComparer.Ordinal);
            Assert.Superset(
                new HashSet<string>([
                    "README.md",
                    "LICENSE",
                    "icon.png",
                    "tools/net10.0/any/advisor.dll",
                    "tools/net10.0/any/advisor.pdb",
                    "tools/net10.0/any/advisor.deps.json", // the packages, for the SBOM of a release
                ]),
                files
            );
        }

        // No other source: what it needs is in it.
        var config = folder.Write(
            "nuget.config",
            $"<configuration><packageSources><clear /><add key=\"folder\" value=\"{packages}\" /></packageSources></configuration>"
        );
        var tools = Path.Combine(folder.Path, "tools");
        await RunAsync("dotnet", "tool", "install", "advisor", "--tool-path", tools, "--configfile", config);
        var advisor = Path.Combine(tools, "advisor");

        Assert.Equal(typeof(AdvisorCli).Assembly.GetName().Version!.ToString(3), (await RunAsync(advisor, "--version")).Trim());
        Assert.Contains("hot-chat", await RunAsync(advisor, "demo"), StringComparison.Ordinal);
    }

    private async Task<string> RunAsync(string program, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = folder.Path,
        };
        // Neither the packages nor the tools of the person who runs the tests.
        start.Environment["DOTNET_CLI_HOME"] = folder.Path;
        start.Environment["NUGET_PACKAGES"] = Path.Combine(folder.Path, "cache");
        if (program.EndsWith("pack-tool", StringComparison.Ordinal))
        {
            start.Environment.Remove("NUGET_PACKAGES");
            start.Environment.Remove("DOTNET_CLI_HOME");
        }

        using var process = Process.Start(start)!;
        var error = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        var output = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.True(process.ExitCode == 0, $"{program} {string.Join(' ', arguments)}: {output}{await error}");
        return output;
    }
}
