using System.Globalization;
using System.Text.Json.Nodes;
using Advisor.Configuration.Yaml;

namespace Advisor.Configuration.Tests;

/// <summary>YAML as an editor reads it: plain numbers and booleans are such, everything else is text.</summary>
internal static class EditorYaml
{
    public static JsonNode? ToJson(YamlNode node) =>
        node switch
        {
            YamlMap map => new JsonObject(map.Entries.Select(entry => KeyValuePair.Create(entry.Key, ToJson(entry.Value)))),
            YamlList list => new JsonArray([.. list.Items.Select(ToJson)]),
            YamlScalar { IsNull: true } => null,
            YamlScalar { IsQuoted: false, Text: "true" or "false" } flag => JsonValue.Create(flag.Text == "true"),
            YamlScalar { IsQuoted: false } number
                when double.TryParse(number.Text, NumberStyles.Float, CultureInfo.InvariantCulture, out var value) => JsonValue.Create(
                value
            ),
            YamlScalar text => JsonValue.Create(text.Text),
            _ => throw new InvalidOperationException("unreadable"),
        };
}
