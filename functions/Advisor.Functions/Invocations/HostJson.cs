using System.Text.Json;

namespace Advisor.Functions.Invocations;

/// <summary>Reads values in the encoding of the Functions host.</summary>
internal static class HostJson
{
    // Each iteration removes one layer; no encoder adds more than a few.
    private const int MaxLayers = 8;

    /// <summary>
    /// Returns the text of a value: the host JSON-encodes a string within the JSON string, older examples do not. Decoded until it no
    /// longer parses to a string. A value that is not a string is returned as JSON.
    /// </summary>
    public static string ReadText(JsonElement value)
    {
        if (value.ValueKind != JsonValueKind.String)
        {
            return value.GetRawText();
        }

        var text = value.GetString()!;
        for (var layer = 0; layer < MaxLayers && Unwrap(text) is { } inner; layer++)
        {
            text = inner;
        }

        return text;
    }

    private static string? Unwrap(string text)
    {
        if (!text.StartsWith('"'))
        {
            return null;
        }

        try
        {
            return JsonSerializer.Deserialize(text, InvocationJson.Default.String);
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
