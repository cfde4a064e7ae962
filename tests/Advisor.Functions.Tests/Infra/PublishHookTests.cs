using System.Diagnostics;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Infra;

/// <summary>functions/publish, the hook that azd runs before it packages, on kinds of machine, with a <c>dotnet</c> that fails.</summary>
public sealed class PublishHookTests : IDisposable
{
    private readonly TemporaryFolder folder = new();

    public static bool IsUnix => !OperatingSystem.IsWindows();

    public void Dispose() => folder.Dispose();

    /// <summary>Native programs for linux-x64 are compiled on linux-x64 alone, and azd passes no options.</summary>
    [Theory(Skip = "bash is absent", SkipUnless = nameof(IsUnix))]
    [InlineData("Linux", "x86_64", true)]
    [InlineData("Darwin", "arm64", false)]
    [InlineData("Linux", "aarch64", false)]
    public async Task The_package_is_native_where_it_can_be_and_elsewhere_in_IL(string system, string processor, bool native)
    {
        WriteProgram("uname", $"[ \"$1\" = -s ] && echo {system} || echo {processor}");
        WriteProgram("dotnet", $"echo \"$*\" >> '{folder.Path}/calls'\n[ \"$1\" = restore ]");
        var start = new ProcessStartInfo(RepositoryFiles.GetPath("functions", "publish"), [Path.Combine(folder.Path, "package")])
        {
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        start.Environment["PATH"] = $"{folder.Path}:{Environment.GetEnvironmentVariable("PATH")}";
        using var process = Process.Start(start)!;
        await process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);

        var publish = (await File.ReadAllLinesAsync(Path.Combine(folder.Path, "calls"), TestContext.Current.CancellationToken))[^1];
        Assert.Contains(" -r linux-x64 ", publish, StringComparison.Ordinal);
        Assert.Equal(native, publish.Contains("-p:PublishAot=true", StringComparison.Ordinal));
        Assert.NotEqual(native, publish.Contains("-p:PublishReadyToRun=true", StringComparison.Ordinal));
    }

    private void WriteProgram(string name, string script) =>
        File.SetUnixFileMode(folder.Write(name, $"#!/bin/sh\n{script}\n"), UnixFileMode.UserRead | UnixFileMode.UserExecute);
}
