using System.Globalization;
using System.Text.Json.Nodes;
using Advisor.Runtime.Yaml;

namespace Advisor.Runtime.Tests;

/// <summary>YAML as an editor reads it: plain numbers and booleans are such, everything else is text.</summary>
internal static class AsEditorsRead
{
    public static JsonNode? Json(DocumentNode node) => node switch
    {
        MapNode map => new JsonObject(map.Entries.Select(entry => KeyValuePair.Create(entry.Key, Json(entry.Value)))),
        ListNode list => new JsonArray([.. list.Items.Select(Json)]),
        ScalarNode { IsNull: true } => null,
        ScalarNode { Quoted: false, Text: "true" or "false" } flag => JsonValue.Create(flag.Text == "true"),
        ScalarNode { Quoted: false } number when double.TryParse(number.Text, NumberStyles.Float, CultureInfo.InvariantCulture, out var value) => JsonValue.Create(value),
        ScalarNode text => JsonValue.Create(text.Text),
        _ => throw new InvalidOperationException("unreadable"),
    };
}
