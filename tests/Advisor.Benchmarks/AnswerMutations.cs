using System.Text;
using System.Text.Json.Nodes;

namespace Advisor.Benchmarks;

/// <summary>
/// Changes one place of one element of an answer so that it is still JSON and no longer what a contract foresees: values of other types and
/// sizes, text that is none, instants at the ends of time, properties that are absent, twice there or called something else. The same seed
/// makes the same changes.
/// </summary>
internal sealed class AnswerMutations(int seed)
{
    private const string Mark = "@mutated@";

    private static readonly string[] Values =
    [
        "null",
        "true",
        "[]",
        "{}",
        "[[[[]]]]",
        "[null]",
        "{\"value\":null}",
        "0",
        "-1",
        "2147483647",
        "-2147483648",
        "9999999999999999999",
        "1e308",
        "-1e308",
        "1e999",
        "0.1e-300",
        "\"\"",
        "\" \"",
        "\"\\ud800\"",
        "\"a\\udc00b\"",
        "\"\\u0000\"",
        "\"NaN\"",
        "\"Infinity\"",
        "\"P9999999Y\"",
        "\"-PT1M\"",
        "\"PT0S\"",
        "\"10675199.00:00:00\"",
        "\"0001-01-01T00:00:00Z\"",
        "\"9999-12-31T23:59:59Z\"",
        "\"2026-01-05T06:00:00+14:00\"",
        "\"2026-01-05T06:00:30.5Z\"",
        "\"2026-02-30T00:00:00Z\"",
        "\"https://evil.example/x\"",
        "\"/subscriptions//resourceGroups\"",
        "\"../../..\"",
        "\"Success\"",
        "\"Failed\"",
        "\"Standard_S999\"",
        "\"<script>\"",
        "1.5",
        "\"" + new string('x', 5000) + "\"",
    ];

    private readonly Random random = new(seed);

    /// <param name="body">An answer.</param>
    /// <param name="find">The element to change a place of; null = none: the answer stays as it is.</param>
    public byte[] Mutate(byte[] body, Func<JsonNode, JsonNode?> find)
    {
        var root = JsonNode.Parse(body);
        if (root is null || find(root) is not { } element)
        {
            return body;
        }

        var places = ListPlaces(element).ToList();
        var (holder, key) = places[random.Next(places.Count)];
        var value = Values[random.Next(Values.Length)];
        var before = (holder is JsonObject parts ? parts[(string)key] : holder[(int)key])?.ToJsonString() ?? "null";
        var change = random.Next(6);
        if (holder is JsonObject o && change == 0)
        {
            o.Remove((string)key);
            return Encoding.UTF8.GetBytes(root.ToJsonString());
        }

        if (holder is JsonObject named && change == 1)
        {
            // Twice there, the second time as something else; or called by a name that is not text.
            var name = random.Next(2) == 0 ? JsonValue.Create((string)key).ToJsonString() : "\"\\ud800\"";
            named[(string)key] = Mark;
            return Serialize(root, $"{before},{name}:{value}");
        }

        Put(holder, key);
        return Serialize(
            root,
            change == 2 ? $"[{before}]"
                : change == 3 ? $"{{\"value\":{before}}}"
                : value
        );
    }

    private static byte[] Serialize(JsonNode root, string raw) =>
        Encoding.UTF8.GetBytes(root.ToJsonString().Replace($"\"{Mark}\"", raw, StringComparison.Ordinal));

    private static void Put(JsonNode holder, object key)
    {
        if (holder is JsonObject o)
        {
            o[(string)key] = Mark;
        }
        else
        {
            holder[(int)key] = Mark;
        }
    }

    /// <summary>Every place of an element where something stands: those of its objects by name, those of its lists by number.</summary>
    private static IEnumerable<(JsonNode Holder, object Key)> ListPlaces(JsonNode node) =>
        node switch
        {
            JsonObject o => o.SelectMany(p => (p.Value is null ? [] : ListPlaces(p.Value)).Prepend((o, p.Key))),
            JsonArray a => a.SelectMany((child, i) => (child is null ? [] : ListPlaces(child)).Prepend((a, i))),
            _ => [],
        };
}
