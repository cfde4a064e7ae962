using System.Globalization;
using System.Text.Json;

namespace Advisor.Functions.Invocations;

/// <summary>One invocation of a function with bindings that are not HTTP, as the Functions host posts it.</summary>
/// <param name="Id">The host's id of it; for logs.</param>
/// <param name="Data">What triggered it, by the name of the binding.</param>
/// <param name="Metadata">What the host knows of the trigger.</param>
internal sealed record Invocation(
    string Id,
    IReadOnlyDictionary<string, JsonElement> Data,
    IReadOnlyDictionary<string, JsonElement> Metadata
)
{
    /// <summary>Reads the body of a post; the problem says what it lacks.</summary>
    public static (Invocation? Invocation, string? Problem) Read(string id, JsonElement body)
    {
        if (
            body.ValueKind != JsonValueKind.Object
            || !body.TryGetProperty(nameof(Data), out var data)
            || data.ValueKind != JsonValueKind.Object
        )
        {
            return (null, "An invocation is an object with Data, an object by the names of the bindings.");
        }

        var metadata =
            body.TryGetProperty(nameof(Metadata), out var given) && given.ValueKind == JsonValueKind.Object ? ReadMembers(given) : [];
        return (new Invocation(id, ReadMembers(data), metadata), null);
    }

    /// <summary>The text of a queue message; null where the binding is absent.</summary>
    public string? ReadText(string binding) => Data.TryGetValue(binding, out var value) ? HostJson.ReadText(value) : null;

    /// <summary>What the host says of a timer; null where the binding is absent or no timer.</summary>
    public TimerInfo? ReadTimer(string binding) => Data.TryGetValue(binding, out var value) ? TimerInfo.Read(value) : null;

    /// <summary>How often the message was taken from its queue, this time included; null where the host does not say.</summary>
    public int? DequeueCount =>
        Metadata.TryGetValue("DequeueCount", out var value)
        && int.TryParse(HostJson.ReadText(value), NumberStyles.None, CultureInfo.InvariantCulture, out var count)
            ? count
            : null;

    /// <summary>The queue's own id of the message; null where the host does not say.</summary>
    public string? MessageId => Metadata.TryGetValue("Id", out var value) ? HostJson.ReadText(value) : null;

    /// <summary>When the message was put on the queue; null where the host does not say.</summary>
    public DateTimeOffset? InsertedAt =>
        Metadata.TryGetValue("InsertionTime", out var value)
        && DateTimeOffset.TryParse(HostJson.ReadText(value), CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var at)
            ? at
            : null;

    private static Dictionary<string, JsonElement> ReadMembers(JsonElement element) =>
        element.EnumerateObject().ToDictionary(member => member.Name, member => member.Value, StringComparer.OrdinalIgnoreCase);
}
