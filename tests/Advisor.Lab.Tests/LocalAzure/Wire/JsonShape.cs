using System.Text.Json;

namespace Advisor.Lab.Tests.LocalAzure.Wire;

/// <summary>
/// The property names of a JSON text and the kinds of their values, without the values: "value[].sku.name" is a string. Elements of an
/// array are laid over each other, so that a property that only one of them has counts.
/// </summary>
internal static class JsonShape
{
    public static SortedDictionary<string, string> Describe(JsonElement json)
    {
        var shape = new SortedDictionary<string, string>(StringComparer.Ordinal);
        Collect(json, "", shape);
        return shape;
    }

    /// <summary>
    /// What the sample has and ours has not, or has of another kind; then what only ours has. Excused paths are prefixes.
    /// </summary>
    public static IReadOnlyList<string> ListDifferences(JsonElement sample, JsonElement ours, params string[] excused)
    {
        var (theirs, mine) = (Describe(sample), Describe(ours));
        var missing = theirs
            .Where(p => !mine.TryGetValue(p.Key, out var kind) || kind != p.Value)
            .Select(p => $"{p.Key}: {p.Value} in the sample, {mine.GetValueOrDefault(p.Key, "absent")} in ours");
        var extra = mine.Where(p => !theirs.ContainsKey(p.Key)).Select(p => $"{p.Key}: only in ours");
        return [.. missing.Concat(extra).Where(text => !excused.Any(e => text.StartsWith(e, StringComparison.Ordinal)))];
    }

    private static void Collect(JsonElement json, string path, SortedDictionary<string, string> shape)
    {
        if (path.Length > 0)
        {
            shape[path] = json.ValueKind is JsonValueKind.True or JsonValueKind.False ? "Boolean" : json.ValueKind.ToString();
        }

        if (json.ValueKind == JsonValueKind.Object)
        {
            foreach (var property in json.EnumerateObject())
            {
                Collect(property.Value, path.Length == 0 ? property.Name : path + "." + property.Name, shape);
            }
        }
        else if (json.ValueKind == JsonValueKind.Array)
        {
            foreach (var element in json.EnumerateArray())
            {
                Collect(element, path + "[]", shape);
            }
        }
    }
}
