using System.Diagnostics;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Published;

/// <summary>
/// The package as functions/publish makes it, for all tests that run it, in whichever collection they are: the native one where <see
/// cref="NativePackage"/> names it, otherwise the same program in IL, made once, with the assemblies that the tests were built with.
/// </summary>
public sealed class PublishedApp : IAsyncLifetime
{
    private static readonly Lazy<Task<(string Folder, string Output)>> Published = new(PublishAsync);

    /// <summary>Folder of a native package, which tests/run --native has made; null = none.</summary>
    public static string? NativePackage { get; } =
        Environment.GetEnvironmentVariable("ADVISOR_TEST_PACKAGE") is { Length: > 0 } folder ? folder : null;

    public string Folder { get; private set; } = "";

    public string Output { get; private set; } = "";

    public async ValueTask InitializeAsync() => (Folder, Output) = await Published.Value;

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private static async Task<(string Folder, string Output)> PublishAsync()
    {
        if (NativePackage is not null)
        {
            return (NativePackage, "");
        }

        var folder = new TemporaryFolder();
        AppDomain.CurrentDomain.ProcessExit += (_, _) => folder.Dispose();
        var package = Path.Combine(folder.Path, "functions");
        var start = new ProcessStartInfo(RepositoryFiles.GetPath("functions", "publish"), ["--plain", package])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };

        // What `dotnet test` sets for its own build is not meant for this one.
        foreach (var name in start.Environment.Keys.Where(name => name.StartsWith("MSBUILD", StringComparison.OrdinalIgnoreCase)).ToList())
        {
            start.Environment.Remove(name);
        }

        using var publish = Process.Start(start)!;
        var error = publish.StandardError.ReadToEndAsync();
        var output = await publish.StandardOutput.ReadToEndAsync();
        await publish.WaitForExitAsync();
        Assert.True(publish.ExitCode == 0, $"functions/publish failed: {output}{await error}");

        // The same assemblies stand beside the tests, where tests/compile-ahead has compiled them once for all test programs.
        foreach (var file in Directory.EnumerateFiles(package, "*.dll"))
        {
            var beside = Path.Combine(AppContext.BaseDirectory, Path.GetFileName(file));
            if (File.Exists(beside))
            {
                File.Copy(beside, file, overwrite: true);
            }
        }

        return (package, output);
    }
}

[CollectionDefinition(nameof(PublishedApp))]
public sealed class PublishedAppCollection : ICollectionFixture<PublishedApp>;
