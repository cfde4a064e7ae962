using System.Text.Json;
using Advisor.Functions.Tests.Infra;
using Advisor.Tests;

[assembly: AssemblyFixture(typeof(BicepFiles))]

namespace Advisor.Functions.Tests.Infra;

/// <summary>The templates of functions/infra as the compiler builds them, once for all tests.</summary>
public sealed class BicepFiles
{
    private readonly Lazy<(IReadOnlyList<string> Diagnostics, IReadOnlyList<BicepFile> Files)> built = new(Build);

    internal static string Folder => RepositoryFiles.GetPath("functions", "infra");

    public IReadOnlyList<BicepFile> All => built.Value.Files;

    /// <summary>What the compiler and its linter say of them, a line each.</summary>
    public IReadOnlyList<string> Diagnostics => built.Value.Diagnostics;

    /// <summary>A file by its path under functions/infra, such as <c>modules/app.bicep</c>.</summary>
    public BicepFile this[string path] => All.Single(file => file.Path == path);

    private static (IReadOnlyList<string>, IReadOnlyList<BicepFile>) Build()
    {
        using var folder = new TemporaryFolder();
        var (exitCode, diagnostics) = BicepCompiler.Run(Folder, "build", "--pattern", "**/*.bicep", "--outdir", folder.Path);
        Assert.True(exitCode == 0, string.Join('\n', diagnostics));
        return (
            diagnostics,
            [
                .. Directory
                    .GetFiles(Folder, "*.bicep", SearchOption.AllDirectories)
                    .Select(file => Path.GetRelativePath(Folder, file))
                    .Select(file => new BicepFile(
                        file,
                        JsonElement.Parse(File.ReadAllText(Path.Combine(folder.Path, Path.ChangeExtension(file, ".json"))))
                    )),
            ]
        );
    }
}

/// <summary>One file as the template that Azure gets.</summary>
public sealed record BicepFile(string Path, JsonElement Json)
{
    public IEnumerable<JsonElement> Resources => Json.GetProperty("resources").EnumerateArray();

    public IReadOnlyDictionary<string, bool> ParametersWithDefault =>
        Json.GetProperty("parameters").EnumerateObject().ToDictionary(p => p.Name, p => p.Value.TryGetProperty("defaultValue", out _));

    public IReadOnlyList<string> Outputs => [.. Json.GetProperty("outputs").EnumerateObject().Select(output => output.Name)];

    /// <summary>The only resource of a type, or a property inside it.</summary>
    public JsonElement ReadBody(string type, params string[] path) =>
        path.Aggregate(Resources.Single(resource => resource.GetProperty("type").GetString() == type), (at, name) => at.GetProperty(name));
}
