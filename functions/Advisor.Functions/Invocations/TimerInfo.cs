using System.Text.Json;

namespace Advisor.Functions.Invocations;

/// <summary>Timer data from the host.</summary>
/// <param name="IsPastDue">Whether the scheduled time has passed, for example after a restart.</param>
/// <param name="Last">When it last fired; null when the host keeps no record.</param>
/// <param name="Next">When it fires next; null when the host keeps no record.</param>
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
