using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using Advisor.Tests;

namespace Advisor.Configuration.Tests;

/// <summary>
/// Schema of rules/schema, for editors. What the program knows of a file is made from it; descriptions, patterns of texts and what holds
/// between keys are written in the schema.
/// </summary>
internal static class SchemaFile
{
    private static readonly JsonSerializerOptions Indented = new()
    {
        WriteIndented = true,
        NewLine = "\n",
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    public static JsonNode Read(string name) => JsonNode.Parse(File.ReadAllText(GetPath(name)))!;

    /// <summary>Asserts that making changes nothing in a schema; ADVISOR_GOLDEN=update writes what it changes.</summary>
    public static void AssertIsMade(string name, Action<JsonNode> make)
    {
        var schema = Read(name);
        make(schema);
        Golden.AssertMatches(GetPath(name), schema.ToJsonString(Indented) + "\n");
    }

    public static JsonArray CreateList(IEnumerable<string?> texts) => [.. texts.Select(text => JsonValue.Create(text))];

    /// <summary>Returns the pattern of texts that compare without case.</summary>
    public static string CreatePattern(IEnumerable<string> texts) => $"^({string.Join('|', texts.Select(IgnoreCase))})$";

    private static string IgnoreCase(string text) =>
        string.Concat(text.Select(c => char.IsLetter(c) ? $"[{char.ToUpperInvariant(c)}{char.ToLowerInvariant(c)}]" : $"{c}"));

    private static string GetPath(string name) => RepositoryFiles.GetPath("rules", "schema", name);
}
