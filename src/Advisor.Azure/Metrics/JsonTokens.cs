using System.Globalization;
using System.Text.Json;

namespace Advisor.Azure.Metrics;

/// <summary>Steps of a JSON reader through objects and lists, and the values of Azure Monitor's points.</summary>
internal static class JsonTokens
{
    // Not the conversion of the reader, which takes a time without an offset for that of this machine's time zone.
    public static DateTimeOffset ReadTime(ref Utf8JsonReader reader) =>
        !reader.HasValueSequence && ReadUtcMinute(reader.ValueSpan) is { } minute
            ? minute
            : DateTimeOffset.Parse(
                reader.GetString() ?? string.Empty,
                CultureInfo.InvariantCulture,
                DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal
            );

    // "2026-01-05T09:30:00Z", as Azure Monitor writes every point: a fleet's answers have some millions of them, and reading any ISO 8601
    // time takes five times as long.
    private static DateTimeOffset? ReadUtcMinute(ReadOnlySpan<byte> text) =>
        text.EndsWith(":00Z"u8)
        && text is [_, _, _, _, (byte)'-', _, _, (byte)'-', _, _, (byte)'T', _, _, (byte)':', _, _, _, _, _, _]
        && ReadDigits(text[..4]) is var year and >= 1
        && ReadDigits(text[5..7]) is var month and >= 1 and <= 12
        && ReadDigits(text[8..10]) is var day and >= 1
        && day <= DateTime.DaysInMonth(year, month)
        && ReadDigits(text[11..13]) is var hour and >= 0 and < 24
        && ReadDigits(text[14..16]) is var minute and >= 0 and < 60
            ? new(year, month, day, hour, minute, 0, TimeSpan.Zero)
            : null;

    private static int ReadDigits(ReadOnlySpan<byte> text)
    {
        var number = 0;
        foreach (var character in text)
        {
            if (!char.IsAsciiDigit((char)character))
            {
                return -1;
            }

            number = (number * 10) + (character - '0');
        }

        return number;
    }

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
