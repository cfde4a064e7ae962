using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace Advisor.Cli.Tests.World;

/// <summary>What tests/terminal.py is given: steps of names, texts and numbers.</summary>
internal static class TerminalScript
{
    public static string ToJson(object[][] steps) =>
        new JsonArray([.. steps.Select(step => new JsonArray([.. step.Select(ToNode)]))]).ToJsonString();

    private static JsonNode ToNode(object value) => value is int number ? number : (string)value;
}

/// <summary>What tests/terminal.py has seen.</summary>
internal sealed record TerminalSeen(
    IReadOnlyList<IReadOnlyList<string>> Screens,
    bool Alternate,
    bool Cursor,
    int Exit,
    [property: JsonPropertyName("seen")] IReadOnlyList<string> Sequences
);

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(TerminalSeen))]
internal sealed partial class TerminalJson : JsonSerializerContext;
