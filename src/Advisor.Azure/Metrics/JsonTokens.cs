using System.Globalization;
using System.Text.Json;

namespace Advisor.Azure.Metrics;

/// <summary>Steps of a JSON reader through objects and lists, and the values of Azure Monitor's points.</summary>
internal static class JsonTokens
{
    public static DateTimeOffset ReadTime(ref Utf8JsonReader reader) =>
        reader.TryGetDateTimeOffset(out var time)
            ? time.ToUniversalTime()
            : DateTimeOffset.Parse(
                reader.GetString() ?? string.Empty,
                CultureInfo.InvariantCulture,
                DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal
            );

    public static double? ReadNumber(ref Utf8JsonReader reader)
    {
        reader.Read();
        if (reader.TokenType == JsonTokenType.Number)
        {
            return reader.GetDouble();
        }

        // An object or a list in this place is skipped as a whole, so that its content is not taken for the next value.
        reader.Skip();
        return null;
    }

    public static bool MoveToNextProperty(ref Utf8JsonReader reader)
    {
        reader.Read();
        return reader.TokenType == JsonTokenType.PropertyName;
    }

    /// <summary>Advances to the list of a property; false if it is null, which counts as empty.</summary>
    public static bool BeginArray(ref Utf8JsonReader reader)
    {
        reader.Read();
        if (reader.TokenType == JsonTokenType.Null)
        {
            return false;
        }

        Expect(reader.TokenType, JsonTokenType.StartArray);
        return true;
    }

    public static bool MoveToNextElement(ref Utf8JsonReader reader)
    {
        reader.Read();
        return reader.TokenType != JsonTokenType.EndArray;
    }

    public static void Expect(JsonTokenType found, JsonTokenType expected)
    {
        if (found != expected)
        {
            throw new JsonException($"Expected {expected}, found {found}.");
        }
    }
}
