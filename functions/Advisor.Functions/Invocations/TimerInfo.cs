using System.Text.Json;

namespace Advisor.Functions.Invocations;

/// <summary>Timer data from the host.</summary>
/// <param name="IsPastDue">Whether the scheduled time has passed, for example after a restart.</param>
internal sealed record TimerInfo(bool IsPastDue)
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

        return new TimerInfo(HostJson.ReadMembers(value).GetValueOrDefault(nameof(IsPastDue)).ValueKind == JsonValueKind.True);
    }

    private static JsonElement? Unwrap(string text)
    {
        try
        {
            var inner = JsonSerializer.Deserialize(text, InvocationJson.Default.JsonElement);
            return inner.ValueKind == JsonValueKind.Object ? inner : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
