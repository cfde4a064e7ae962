using System.Text.Json;

namespace Advisor.Service.ObservationLines;

/// <summary>Parses single values of an observation line: positions of text, times, booleans.</summary>
internal static class ObservationValues
{
    public static bool IsEmpty(Range range) => range.End.Value == range.Start.Value;

    public static Range ReadText(in Utf8JsonReader reader)
    {
        var start = (int)reader.TokenStartIndex + 1;
        return reader.TokenType == JsonTokenType.String ? start..(start + reader.ValueSpan.Length) : default;
    }

    public static DateTimeOffset? ReadTime(ref Utf8JsonReader reader, out bool bad)
    {
        reader.Read();
        bad = false;
        if (reader.TokenType == JsonTokenType.Null)
        {
            return null;
        }

        if (reader.TokenType != JsonTokenType.String || !reader.TryGetDateTime(out var time))
        {
            bad = true;
            return null;
        }

        // A time without an offset is UTC, as the contract says.
        if (time.Kind == DateTimeKind.Unspecified)
        {
            return new DateTimeOffset(time, TimeSpan.Zero);
        }

        bad = !reader.TryGetDateTimeOffset(out var instant);
        return bad ? null : instant;
    }

    public static bool? ReadBoolean(ref Utf8JsonReader reader, out bool bad)
    {
        reader.Read();
        bad = reader.TokenType is not (JsonTokenType.True or JsonTokenType.False or JsonTokenType.Null);
        return reader.TokenType switch
        {
            JsonTokenType.True => true,
            JsonTokenType.False => false,
            _ => null,
        };
    }
}
