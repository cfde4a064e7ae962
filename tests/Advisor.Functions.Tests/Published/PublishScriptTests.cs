using System.Diagnostics;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Published;

/// <summary>Which program functions/publish makes on which machine, with a <c>dotnet</c> that only writes the files.</summary>
public sealed class PublishScriptTests : IDisposable
{
    private readonly TemporaryFolder folder = new();

    public static bool IsUnix => !OperatingSystem.IsWindows();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => folder.Dispose();

    [Theory(Skip = "bash is absent", SkipUnless = nameof(IsUnix))]
    [InlineData("glibc 2.36")] // that of Azure
    [InlineData("glibc 2.31")]
    public async Task A_machine_whose_native_program_starts_in_Azure_makes_a_native_one(string libc)
    {
        var (code, isNative, error) = await PublishAsync("Linux", "x86_64", libc);

        Assert.True(code == 0, error);
        Assert.True(isNative);
        Assert.Equal("", error);
    }

    [Theory(Skip = "bash is absent", SkipUnless = nameof(IsUnix))]
    [InlineData("Linux", "x86_64", "glibc 2.39", "gcc", "glibc 2.39 is newer than that of Azure, 2.36")] // Ubuntu 24.04
    [InlineData("Linux", "x86_64", "glibc 2.100", "gcc", "glibc 2.100 is newer")] // not between 2.1 and 2.2
    [InlineData("Linux", "x86_64", "", "gcc", "no glibc")] // musl
    [InlineData("Linux", "x86_64", "glibc 2.36", "", "no linker here")]
    [InlineData("Linux", "aarch64", "glibc 2.36", "gcc", "this machine is Linux on aarch64")]
    [InlineData("Darwin", "arm64", "", "gcc", "this machine is Darwin on arm64")]
    public async Task A_machine_that_makes_no_native_program_for_Azure_makes_one_in_IL_and_says_why(
        string system,
        string processor,
        string libc,
        string linker,
        string why
    )
    {
        var (code, isNative, error) = await PublishAsync(system, processor, libc, linker);

        Assert.True(code == 0, error);
        Assert.False(isNative);
        Assert.StartsWith("functions/publish: in IL, since ", error, StringComparison.Ordinal);
        Assert.Contains(why, error, StringComparison.Ordinal);
    }

    [Fact(Skip = "bash is absent", SkipUnless = nameof(IsUnix))]
    public async Task A_native_program_is_made_wherever_it_is_asked_for()
    {
        var (code, isNative, error) = await PublishAsync("Linux", "x86_64", "glibc 2.39", "gcc", "--native");

        Assert.True(code == 0, error);
        Assert.True(isNative);
    }

    private async Task<(int Code, bool IsNative, string Error)> PublishAsync(
        string system,
        string processor,
        string libc,
        string linker = "gcc",
        params string[] options
    )
    {
        foreach (var tool in "bash basename cat chmod cp cut dirname du find grep ls mkdir mktemp rm sed sort tail".Split(' '))
        {
            File.CreateSymbolicLink(Path.Combine(folder.Path, tool), FindTool(tool));
        }

        WriteTool("uname", $"[ \"$1\" = -m ] && echo {processor} || echo {system}");
        WriteTool("getconf", libc.Length == 0 ? "exit 1" : $"echo {libc}");
        if (linker.Length > 0)
        {
            WriteTool(linker, "");
        }

        WriteTool(
            "dotnet",
            """
            native=; out=
            for word in "$@"; do
              [ "$last" != -o ] || out=$word
              [ "$word" != -p:PublishAot=true ] || native=yes
              last=$word
            done
            [ -n "$out" ] || exit 0
            mkdir -p "$out"
            printf '' > "$out/advisor-functions"
            chmod 755 "$out/advisor-functions"
            [ -n "$native" ] || printf '' > "$out/libcoreclr.so"
            """
        );
        var package = Path.Combine(folder.Path, "package");
        var start = new ProcessStartInfo(RepositoryFiles.GetPath("functions", "publish"), [.. options, package])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        start.Environment["PATH"] = folder.Path;
        using var process = Process.Start(start)!;
        var output = process.StandardOutput.ReadToEndAsync(Cancellation);
        var error = await process.StandardError.ReadToEndAsync(Cancellation);
        await output;
        await process.WaitForExitAsync(Cancellation);
        return (process.ExitCode, !File.Exists(Path.Combine(package, "libcoreclr.so")), error);
    }

    private void WriteTool(string name, string text)
    {
        var path = folder.Write(name, "#!/bin/sh\n" + text + "\n");
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserExecute);
    }

    private static string FindTool(string name) =>
        Environment.GetEnvironmentVariable("PATH")!.Split(Path.PathSeparator).Select(path => Path.Combine(path, name)).First(File.Exists);
}
