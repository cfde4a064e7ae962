using System.Text.Json.Nodes;

namespace Advisor.Web.OpenApi;

/// <summary>Parts of JSON schemas; a new object at each call, since a node has one parent.</summary>
internal static class SchemaParts
{
    public static JsonObject CreateText() => new() { ["type"] = "string" };

    public static JsonObject CreateInstant() => new() { ["type"] = "string", ["format"] = "date-time" };

    public static JsonObject CreateInteger(int min, int max) =>
        new()
        {
            ["type"] = "integer",
            ["minimum"] = min,
            ["maximum"] = max,
        };

    public static JsonObject CreateChoice(params string[] values) =>
        new() { ["type"] = "string", ["enum"] = new JsonArray([.. values.Select(value => (JsonNode)JsonValue.Create(value))]) };

    public static JsonObject CreateList(JsonObject item) => new() { ["type"] = "array", ["items"] = item };

    /// <summary>An object whose members another document describes.</summary>
    public static JsonObject CreateAny() => new() { ["type"] = "object" };

    public static JsonObject CreateObject(string[] required, params (string Name, JsonObject Schema)[] members)
    {
        var schema = new JsonObject
        {
            ["type"] = "object",
            ["properties"] = new JsonObject(members.Select(member => KeyValuePair.Create(member.Name, (JsonNode?)member.Schema))),
        };
        if (required.Length > 0)
        {
            schema["required"] = new JsonArray([.. required.Select(name => (JsonNode)JsonValue.Create(name))]);
        }

        return schema;
    }
}
