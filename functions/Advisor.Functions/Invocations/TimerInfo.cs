using System.Text.Json;

namespace Advisor.Functions.Invocations;

/// <summary>Timer data from the host.</summary>
/// <param name="IsPastDue">Whether the scheduled time has passed, for example after a restart.</param>
internal sealed record TimerInfo(bool IsPastDue)
{
    /// <summary>Reads the data: an object, or its JSON in a string; null when it is neither.</summary>
    public static TimerInfo? Read(JsonElement value) =>
        (value.ValueKind == JsonValueKind.String ? Parse(HostJson.ReadText(value)) : value) is { ValueKind: JsonValueKind.Object } timer
            ? new TimerInfo(HostJson.ReadMembers(timer).GetValueOrDefault(nameof(IsPastDue)).ValueKind == JsonValueKind.True)
            : null;

    private static JsonElement? Parse(string text)
    {
        try
        {
            return JsonSerializer.Deserialize(text, InvocationJson.Default.JsonElement);
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
