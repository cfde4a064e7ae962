using System.Text.Json;

namespace Advisor.Functions.Invocations;

/// <summary>Values as the Functions host writes them.</summary>
internal static class HostJson
{
    // Each round takes a layer off; more than a handful is nobody's encoding.
    private const int MostLayers = 8;

    /// <summary>
    /// The text of a value: the host puts a string JSON-encoded into the JSON string, older examples put it there plainly. Unwrapped until it no longer
    /// parses to a string. What is no string is its JSON.
    /// </summary>
    public static string Text(JsonElement value)
    {
        if (value.ValueKind != JsonValueKind.String)
        {
            return value.GetRawText();
        }

        var text = value.GetString()!;
        for (var layer = 0; layer < MostLayers && Inner(text) is { } inner; layer++)
        {
            text = inner;
        }

        return text;
    }

    private static string? Inner(string text)
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
