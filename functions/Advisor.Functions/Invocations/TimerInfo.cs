using System.Text.Json;

namespace Advisor.Functions.Invocations;

/// <summary>What the host says of a timer that fired.</summary>
/// <param name="IsPastDue">The time of the tick has passed, such as after the app was away.</param>
/// <param name="Last">When it fired before; null where the host keeps no record.</param>
/// <param name="Next">When it fires next; null where the host keeps no record.</param>
internal sealed record TimerInfo(bool IsPastDue, DateTimeOffset? Last, DateTimeOffset? Next)
{
    public static TimerInfo? Read(JsonElement value)
    {
        if (value.ValueKind == JsonValueKind.String)
        {
            return Unwrap(HostJson.ReadText(value)) is { } inner ? Read(inner) : null;
        }

        if (value.ValueKind != JsonValueKind.Object)
        {
            return null;
        }

        var late = value.TryGetProperty(nameof(IsPastDue), out var pastDue) && pastDue.ValueKind == JsonValueKind.True;
        var known = value.TryGetProperty("ScheduleStatus", out var status) && status.ValueKind == JsonValueKind.Object;
        return new TimerInfo(late, known ? ReadInstant(status, "Last") : null, known ? ReadInstant(status, "Next") : null);
    }

    private static JsonElement? Unwrap(string text)
    {
        try
        {
            var inner = JsonSerializer.Deserialize<JsonElement>(text);
            return inner.ValueKind == JsonValueKind.Object ? inner : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private static DateTimeOffset? ReadInstant(JsonElement status, string name) =>
        status.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.String && value.TryGetDateTimeOffset(out var at)
            ? at
            : null;
}
