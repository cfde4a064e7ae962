using System.Text.Json;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Infra;

/// <summary>The Bicep files as tests/bicep.js reads them, once for all tests.</summary>
public sealed class BicepFiles
{
    private readonly Lazy<IReadOnlyList<BicepFile>> files = new(Read);

    internal static string Folder => RepositoryFiles.GetPath("functions", "infra");

    public IReadOnlyList<BicepFile> All => files.Value;

    /// <summary>A file by its path under functions/infra, such as <c>modules/app.bicep</c>.</summary>
    public BicepFile this[string path] => All.Single(file => file.Path == path);

    private static IReadOnlyList<BicepFile> Read() =>
        [
            .. NodeScript
                .Run("bicep.js", "tree-sitter-bicep", Directory.GetFiles(Folder, "*.bicep", SearchOption.AllDirectories))
                .Select(file => new BicepFile(file)),
        ];
}

/// <summary>One file: what it declares.</summary>
public sealed record BicepFile(JsonElement Json)
{
    public string Path => System.IO.Path.GetRelativePath(BicepFiles.Folder, Json.GetProperty("file").GetString()!);

    public bool HasError => Json.GetProperty("hasError").GetBoolean();

    public IEnumerable<JsonElement> Resources => Json.GetProperty("resources").EnumerateArray();

    public IEnumerable<JsonElement> Modules => Json.GetProperty("modules").EnumerateArray();

    public JsonElement Variables => Json.GetProperty("variables");

    public IReadOnlyDictionary<string, bool> ParametersWithDefault =>
        Json.GetProperty("parameters").EnumerateObject().ToDictionary(p => p.Name, p => p.Value.GetProperty("hasDefault").GetBoolean());

    public IReadOnlyList<string> Outputs => [.. Json.GetProperty("outputs").EnumerateArray().Select(output => output.GetString()!)];

    /// <summary>The body of the resource of a symbol, or a property inside it.</summary>
    public JsonElement ReadBody(string symbol, params string[] path) =>
        path.Aggregate(
            Resources.Single(resource => resource.GetProperty("symbol").GetString() == symbol).GetProperty("body"),
            (at, name) => at.GetProperty(name)
        );
}
