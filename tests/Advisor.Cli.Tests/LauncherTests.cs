using System.Diagnostics;
using Advisor.Tests;

namespace Advisor.Cli.Tests;

/// <summary>The launcher of the root in a copy of its own, with programs that print their folder and arguments.</summary>
public sealed class LauncherTests : IDisposable
{
    private const string Built = "home/src/Advisor.Cli/bin/Release/net10.0/";
    private static readonly DateTime Then = new(2026, 1, 5, 8, 0, 0, DateTimeKind.Utc);

    private readonly TemporaryFolder folder = new();

    public LauncherTests()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "advisor.cmd is for Windows");
        Directory.CreateDirectory(Path.Combine(folder.Path, "home"));
        File.Copy(RepositoryFiles.GetPath("advisor"), Path.Combine(folder.Path, "home", "advisor"));
        WriteProgram("bin/dotnet", "echo \"$PWD: dotnet $*\"");
    }

    public void Dispose() => folder.Dispose();

    [Fact]
    public async Task It_builds_where_its_own_global_json_counts_and_runs_where_the_caller_is()
    {
        var (output, error) = await RunAsync();

        Assert.StartsWith(
            $"advisor: building once; this takes about half a minute.\n{folder.Path}/home: dotnet build ",
            error,
            StringComparison.Ordinal
        );
        Assert.Equal(
            $"{folder.Path}/user: dotnet {folder.Path}/home/src/Advisor.Cli/bin/Release/net10.0/advisor.dll plan --help\n",
            output
        );
    }

    [Theory]
    [InlineData(-1, -1, false)]
    [InlineData(1, 1, true)]
    [InlineData(-1, 1, true)] // a change of the library alone
    public async Task A_build_that_is_newer_in_any_part_precedes_a_published_program(int program, int library, bool built)
    {
        WriteProgram("home/artifacts/advisor/advisor", "echo published");
        File.SetLastWriteTimeUtc(Path.Combine(folder.Path, "home/artifacts/advisor/advisor"), Then);
        File.SetLastWriteTimeUtc(folder.Write(Built + "advisor.dll", ""), Then.AddHours(program));
        File.SetLastWriteTimeUtc(folder.Write(Built + "Advisor.Core.dll", ""), Then.AddHours(library));

        var (output, error) = await RunAsync();

        Assert.Equal((built, ""), (output != "published\n", error));
    }

    /// <summary>A relative link to an absolute one, as of a package below a folder of the PATH.</summary>
    [Fact]
    public async Task It_works_through_symbolic_links()
    {
        WriteProgram("home/artifacts/advisor/advisor", "echo published");
        File.CreateSymbolicLink(Path.Combine(folder.Path, "installed"), Path.Combine(folder.Path, "home", "advisor"));
        File.CreateSymbolicLink(Path.Combine(folder.Path, "bin", "advisor"), "../installed");

        Assert.Equal(("published\n", ""), await RunAsync("bin/advisor"));
    }

    private async Task<(string Output, string Error)> RunAsync(string launcher = "home/advisor")
    {
        var user = Directory.CreateDirectory(Path.Combine(folder.Path, "user")).FullName;
        using var run = Process.Start(
            new ProcessStartInfo(Path.Combine(folder.Path, launcher), ["plan", "--help"])
            {
                WorkingDirectory = user,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
                UseShellExecute = false,
                Environment = { ["PATH"] = $"{folder.Path}/bin:{System.Environment.GetEnvironmentVariable("PATH")}" },
            }
        )!;
        var (output, error) = (run.StandardOutput.ReadToEndAsync(), run.StandardError.ReadToEndAsync());
        await run.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.Equal(0, run.ExitCode);
        return (await output, await error);
    }

    private void WriteProgram(string name, string line)
    {
        var path = folder.Write(name, $"#!/bin/sh\n{line}\n");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }
    }
}
