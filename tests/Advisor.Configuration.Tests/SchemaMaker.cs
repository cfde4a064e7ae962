using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Advisor.Configuration.Yaml;

namespace Advisor.Configuration.Tests;

/// <summary>
/// Makes the keys of a schema from what the readers ask for: which there are, which are required, maps and lists, ranges and words.
/// Descriptions, patterns of other texts, and what holds between keys stay as they are.
/// </summary>
/// <param name="files">What was asked for in each file.</param>
/// <param name="isStrict">Whether values are written in one form only: no number in quotes, no word in another case.</param>
internal sealed partial class SchemaMaker(JsonNode schema, IEnumerable<IEnumerable<KeyRead>> files, bool isStrict = false)
{
    private readonly ILookup<string, IGrouping<string, KeyRead>> maps = files
        .SelectMany(reads => reads.GroupBy(read => read.Map))
        .ToLookup(map => IndexPattern().Replace(map.Key, "[]"));

    /// <summary>Makes the properties of an object.</summary>
    /// <param name="map">Path of the map that it is for, with <c>[]</c> for any index.</param>
    public void MakeMap(JsonNode node, string map)
    {
        var target = Resolve(node);
        if (target["additionalProperties"] is JsonObject any)
        {
            // Keys that a person names.
            var read = maps[map].First().First();
            MakeValue(any, read.Form, read.IsRequired, map + ".*");
            return;
        }

        // A key that some of these maps can do without is not required.
        var keys = maps[map]
            .SelectMany(reads => reads.DistinctBy(read => read.Key))
            .GroupBy(read => read.Key)
            .ToDictionary(
                group => group.Key,
                group => group.First() with { IsRequired = group.Count(read => read.IsRequired) == maps[map].Count() }
            );
        Assert.True(keys.Count > 0, $"No reader asks for a key of {map}: the files that were read have no such map.");
        var before = target["properties"]?.AsObject() ?? [];
        var order = before.Select(property => property.Key).Where(keys.ContainsKey).ToList();
        order.AddRange(keys.Keys.Except(order));
        var made = order.ToDictionary(key => key, key => before[key]?.DeepClone() ?? new JsonObject());
        foreach (var (key, value) in made)
        {
            var (path, read) = (map.Length == 0 ? key : $"{map}.{key}", keys[key]);
            MakeValue(value, read.Form, read.IsRequired, path);
        }

        target["properties"] = new JsonObject(made.Select(pair => KeyValuePair.Create<string, JsonNode?>(pair.Key, pair.Value)));
        if (order.Where(key => keys[key].IsRequired).ToList() is { Count: > 0 } required)
        {
            target["required"] = SchemaFile.CreateList(required);
        }
        else
        {
            target.Remove("required");
        }
    }

    private void MakeValue(JsonNode value, ValueForm form, bool isRequired, string path)
    {
        var target = Resolve(value);
        // What is shared may be absent wherever one of those that share it may.
        isRequired &= value == target || target["type"] is not JsonArray;
        switch (form)
        {
            case ValueForm.MapForm:
                target["type"] = CreateTypes(target, "object", isRequired);
                target["additionalProperties"] ??= false;
                MakeMap(target, path);
                break;
            case ValueForm.ListOf { Item: ValueForm.MapForm }:
                target["type"] = CreateTypes(target, "array", isRequired);
                target["items"] ??= new JsonObject { ["type"] = "object", ["additionalProperties"] = false };
                MakeMap(target["items"]!, path + "[]");
                break;
            case ValueForm.ListOf list:
                target["type"] = CreateTypes(target, "array", isRequired);
                target["items"] ??= new JsonObject();
                MakeValue(target["items"]!, list.Item, isRequired: true, path + "[]");
                break;
            case ValueForm.Number number when isStrict:
                SetAlone(target, "type", number.IsWhole ? "integer" : "number");
                target["minimum"] = CreateNumber(number.Min);
                target["maximum"] = CreateNumber(number.Max);
                break;
            case ValueForm.Number number:
                SetChoices(target, CreateNumbers(number), isRequired ? [] : [new JsonObject { ["type"] = "null" }]);
                break;
            case ValueForm.BooleanForm when isStrict:
                SetAlone(target, "type", "boolean");
                break;
            case ValueForm.BooleanForm:
                SetChoices(
                    target,
                    [
                        new JsonObject { ["type"] = "boolean" },
                        new JsonObject { ["type"] = "string", ["pattern"] = SchemaFile.CreatePattern(["true", "false"]) },
                    ],
                    isRequired ? [] : [new JsonObject { ["type"] = "null" }]
                );
                break;
            case ValueForm.Words { Known: var known } when isStrict:
                SetAlone(target, "enum", SchemaFile.CreateList(known));
                break;
            case ValueForm.Words { Known: var known }:
                SetChoices(
                    target,
                    [new JsonObject { ["enum"] = SchemaFile.CreateList(isRequired ? known : known.Append<string?>(null)) }],
                    [new JsonObject { ["type"] = "string", ["pattern"] = SchemaFile.CreatePattern(known) }]
                );
                break;
            default:
                if (!target.Any(pair => pair.Key != "description"))
                {
                    target["type"] = CreateTypes(target, "string", isRequired);
                }

                break;
        }
    }

    private JsonObject Resolve(JsonNode node) =>
        (
            node["$ref"]?.GetValue<string>() is { } reference
                ? schema["definitions"]![reference.Split('/')[^1]] ?? throw new KeyNotFoundException(reference)
                : node
        ).AsObject();

    // A word may stand in place of the keys.
    private JsonNode CreateTypes(JsonObject target, string type, bool isRequired)
    {
        var others = (target["type"] as JsonArray ?? []).Select(other => other!.GetValue<string>()).Where(other => other == "string");
        string[] types = [type, .. others.Where(other => other != type), .. isRequired || isStrict ? Array.Empty<string>() : ["null"]];
        return types is [var only] ? JsonValue.Create(only) : SchemaFile.CreateList(types);
    }

    private static JsonNode[] CreateNumbers(ValueForm.Number number) =>
        [
            new JsonObject
            {
                ["type"] = number.IsWhole ? "integer" : "number",
                ["minimum"] = CreateNumber(number.Min),
                ["maximum"] = CreateNumber(number.Max),
            },
            new JsonObject
            {
                ["type"] = "string",
                ["pattern"] = number.IsWhole ? @"^\s*[+-]?[0-9]+\s*$" : @"^\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?\s*$",
            },
        ];

    private static JsonValue CreateNumber(double number) => JsonValue.Create((decimal)number);

    private static void SetChoices(JsonObject target, JsonNode[] choices, JsonNode[] more) =>
        SetAlone(target, "anyOf", new JsonArray([.. choices, .. more]));

    /// <summary>Sets what holds in place of everything but the description.</summary>
    private static void SetAlone(JsonObject target, string name, JsonNode value)
    {
        foreach (var key in target.Select(pair => pair.Key).Where(key => key != "description").ToList())
        {
            target.Remove(key);
        }

        target.Insert(target.Count, name, value);
    }

    [GeneratedRegex(@"\[\d+\]", RegexOptions.NonBacktracking)]
    private static partial Regex IndexPattern();
}
