using System.Diagnostics;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Published;

/// <summary>The package as functions/publish makes it, made once for all tests that run it.</summary>
public sealed class PublishedApp : IAsyncLifetime
{
    private readonly TemporaryFolder folder = new();

    public string Folder => Path.Combine(folder.Path, "functions");

    public string Output { get; private set; } = "";

    public async ValueTask InitializeAsync()
    {
        var start = new ProcessStartInfo(RepositoryFiles.At("functions", "publish"), [Folder])
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
        Output = await publish.StandardOutput.ReadToEndAsync();
        await publish.WaitForExitAsync();
        Assert.True(publish.ExitCode == 0, $"functions/publish failed: {Output}{await error}");
    }

    public ValueTask DisposeAsync()
    {
        folder.Dispose();
        return ValueTask.CompletedTask;
    }
}

[CollectionDefinition(nameof(PublishedApp))]
public sealed class PublishedAppCollection : ICollectionFixture<PublishedApp>;
