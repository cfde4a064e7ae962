using System.Text.Json;

namespace Advisor.Functions.Invocations;

/// <summary>Values as the Functions host writes them.</summary>
internal static class HostJson
{
    // Each pass removes one layer; no encoder adds more than a few.
    private const int MaxLayers = 8;

    /// <summary>
    /// The text of a value: the host puts a string JSON-encoded into the JSON string, older examples put it there plainly. Unwrapped until
    /// it no longer parses to a string. What is no string is its JSON.
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
            return JsonSerializer.Deserialize<string>(text);
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
