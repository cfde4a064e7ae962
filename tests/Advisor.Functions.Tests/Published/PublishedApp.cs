using System.Diagnostics;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Published;

/// <summary>The package as functions/publish makes it, made once for all tests that run it, in whichever collection they are.</summary>
public sealed class PublishedApp : IAsyncLifetime
{
    private static readonly Lazy<Task<(TemporaryFolder Kept, string Output)>> Published = new(PublishAsync);

    public string Folder { get; private set; } = "";

    public string Output { get; private set; } = "";

    public async ValueTask InitializeAsync()
    {
        var (kept, output) = await Published.Value;
        (Folder, Output) = (CreateFolder(kept), output);
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private static string CreateFolder(TemporaryFolder folder) => Path.Combine(folder.Path, "functions");

    private static async Task<(TemporaryFolder Kept, string Output)> PublishAsync()
    {
        var folder = new TemporaryFolder();
        AppDomain.CurrentDomain.ProcessExit += (_, _) => folder.Dispose();
        var start = new ProcessStartInfo(RepositoryFiles.GetPath("functions", "publish"), [CreateFolder(folder)])
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
        return (folder, output);
    }
}

[CollectionDefinition(nameof(PublishedApp))]
public sealed class PublishedAppCollection : ICollectionFixture<PublishedApp>;
