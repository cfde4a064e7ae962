using System.Diagnostics;
using System.Text.Json.Nodes;

namespace Advisor.Tests;

/// <summary>Holds files against a JSON schema with ajv, as an editor would.</summary>
internal static class Ajv
{
    public const string Missing = "ajv is not there: run tests/run, or npm ci in tests/ (needs Node.js).";

    private static readonly string Script = RepositoryFiles.GetPath("tests", "node_modules", "ajv-cli", "dist", "index.js");

    public static bool IsPresent => File.Exists(Script);

    /// <summary>Code 0 where every file (JSON or YAML) is as the schema says; the output has the complaints.</summary>
    public static async Task<(int Code, string Output)> ValidateAsync(string schema, params IReadOnlyList<string> files)
    {
        var (code, output, errors) = await RunAsync(schema, files);
        return (code, output + errors);
    }

    /// <summary>
    /// Holds each document against its schema, all in one process, and returns the complaints about each, in their order: none where it is
    /// as its schema says.
    /// </summary>
    /// <param name="definition">Which definition of its schema a document is to be; null = the schema itself.</param>
    public static async Task<IReadOnlyList<string>> ListComplaintsAsync(
        IReadOnlyList<(string SchemaPath, string? Definition, JsonNode? Document)> cases
    )
    {
        var paths = cases.Select(it => it.SchemaPath).Distinct(StringComparer.Ordinal).ToList();
        string FindId(string path) => $"https://advisor.invalid/{paths.IndexOf(path)}";
        JsonNode ReadSchema(string path)
        {
            // References within it are found by its identity.
            var schema = JsonNode.Parse(File.ReadAllText(path))!;
            schema["$id"] = FindId(path);
            return schema;
        }

        var together = new JsonObject
        {
            ["items"] = new JsonArray([
                .. cases.Select(it => new JsonObject
                {
                    ["$ref"] = FindId(it.SchemaPath) + (it.Definition is { } name ? "#/definitions/" + name : ""),
                }),
            ]),
            ["definitions"] = new JsonObject(paths.Select(path => KeyValuePair.Create(FindId(path), (JsonNode?)ReadSchema(path)))),
        };
        using var folder = new TemporaryFolder();
        var documents = new JsonArray([.. cases.Select(it => it.Document?.DeepClone())]);
        var (code, output, errors) = await RunAsync(
            folder.Write("schema.json", together.ToJsonString()),
            [folder.Write("documents.json", documents.ToJsonString())]
        );
        const string Invalid = "documents.json invalid\n";
        if (code == 0)
        {
            return [.. cases.Select(_ => "")];
        }

        var at = errors.IndexOf(Invalid, StringComparison.Ordinal);
        Assert.True(at >= 0, output + errors);
        var complaints = JsonNode.Parse(errors[(at + Invalid.Length)..])!.AsArray().ToLookup(error => FindDocument(error!));
        return
        [
            .. cases.Select(
                (_, i) => string.Join('\n', complaints[i].Select(it => $"{it!["instancePath"]} {it["message"]} {it["params"]}"))
            ),
        ];
    }

    // An instance path is /3/properties/units.
    private static int FindDocument(JsonNode error) => int.Parse(((string)error["instancePath"]!).Split('/')[1]);

    private static async Task<(int Code, string Output, string Errors)> RunAsync(string schema, IReadOnlyList<string> files)
    {
        var start = new ProcessStartInfo("node")
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (
            var argument in (string[])
                [
                    Script,
                    "validate",
                    "--strict=false",
                    "--all-errors",
                    "--errors=json",
                    "-s",
                    schema,
                    .. files.SelectMany(file => new[] { "-d", file }),
                ]
        )
        {
            start.ArgumentList.Add(argument);
        }

        using var ajv = Process.Start(start)!;
        var output = ajv.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        var errors = ajv.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await ajv.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (ajv.ExitCode, await output, await errors);
    }
}
