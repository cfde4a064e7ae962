using System.Diagnostics;
using System.Reflection;
using System.Runtime.InteropServices;

namespace Advisor.Functions.Tests.Infra;

/// <summary>Microsoft's Bicep compiler, from its package.</summary>
internal static class BicepCompiler
{
    private static readonly string Path = typeof(BicepCompiler)
        .Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
        .Single(item => item.Key == "Bicep")
        .Value!;

    /// <summary>Runs it in a folder; skips the test where the package has no program for this machine.</summary>
    /// <returns>Its exit code and its diagnostics, a line each.</returns>
    public static (int ExitCode, IReadOnlyList<string> Diagnostics) Run(string folder, params string[] arguments)
    {
        Assert.SkipUnless(RuntimeInformation.RuntimeIdentifier == "linux-x64", "the package of the Bicep compiler is for linux-x64");
        var start = new ProcessStartInfo(Path, arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        start.Environment["DOTNET_SYSTEM_GLOBALIZATION_INVARIANT"] = "1";
        using var compiler = Process.Start(start)!;
        var diagnostics = compiler.StandardError.ReadToEnd();
        compiler.WaitForExit();
        return (compiler.ExitCode, diagnostics.Split('\n', StringSplitOptions.RemoveEmptyEntries));
    }
}
