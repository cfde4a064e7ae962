using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Advisor.Functions.Invocations;

/// <summary>Reads values in the encoding of the Functions host.</summary>
internal static class HostJson
{
    // Each iteration removes one layer; no encoder adds more than a few.
    private const int MaxLayers = 8;

    /// <summary>
    /// Returns the text of a value: the host JSON-encodes a string within the JSON string, older examples do not. Decoded until it no
    /// longer parses to a string. A value that is not a string, or not Unicode, is returned as its JSON, with � for what is not Unicode.
    /// </summary>
    public static string ReadText(JsonElement value)
    {
        if (value.ValueKind != JsonValueKind.String || FindString(value) is not { } text)
        {
            return Encoding.UTF8.GetString(JsonMarshal.GetRawUtf8Value(value));
        }

        for (var layer = 0; layer < MaxLayers && text.StartsWith('"') && Parse(text, InvocationJson.Default.String) is { } inner; layer++)
        {
            text = inner;
        }

        return text;
    }

    /// <summary>
    /// Returns the members of an object, by name without case; none if it is no object. The last of several of a name counts; one whose
    /// name is not Unicode is left out.
    /// </summary>
    public static Dictionary<string, JsonElement> ReadMembers(JsonElement element)
    {
        var members = new Dictionary<string, JsonElement>(StringComparer.OrdinalIgnoreCase);
        foreach (var member in element.ValueKind == JsonValueKind.Object ? element.EnumerateObject() : default)
        {
            if (FindName(member) is { } name)
            {
                members[name] = member.Value;
            }
        }

        return members;
    }

    /// <summary>Returns a value that may be encoded as a string; undefined when that string is no JSON.</summary>
    public static JsonElement Unwrap(JsonElement value) =>
        value.ValueKind == JsonValueKind.String ? Parse(ReadText(value), InvocationJson.Default.JsonElement) : value;

    private static string? FindName(JsonProperty member)
    {
        try
        {
            return member.Name;
        }
        catch (InvalidOperationException)
        {
            return null;
        }
    }

    // Half a pair of surrogates, or bytes that are no UTF-8, are JSON for the parser.
    private static string? FindString(JsonElement value)
    {
        try
        {
            return value.GetString();
        }
        catch (InvalidOperationException)
        {
            return null;
        }
    }

    private static T? Parse<T>(string text, JsonTypeInfo<T> type)
    {
        try
        {
            return JsonSerializer.Deserialize(text, type);
        }
        catch (JsonException)
        {
            return default;
        }
    }
}
