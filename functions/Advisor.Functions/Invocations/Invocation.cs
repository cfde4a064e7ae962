using System.Globalization;
using System.Text.Json;

namespace Advisor.Functions.Invocations;

/// <summary>One invocation of a function with bindings other than HTTP, as posted by the Functions host.</summary>
/// <param name="Id">Invocation id of the host, for logs.</param>
/// <param name="Data">Trigger data, by the name of the binding.</param>
/// <param name="Metadata">Trigger metadata of the host.</param>
internal sealed record Invocation(
    string Id,
    IReadOnlyDictionary<string, JsonElement> Data,
    IReadOnlyDictionary<string, JsonElement> Metadata
)
{
    /// <summary>Parses the body of a request; the problem says what is missing.</summary>
    public static (Invocation? Invocation, string? Problem) Read(string id, JsonElement body)
    {
        var members = HostJson.ReadMembers(body);
        if (!members.TryGetValue(nameof(Data), out var data) || data.ValueKind != JsonValueKind.Object)
        {
            return (null, "An invocation must be an object with Data, an object that maps binding names to values.");
        }

        var metadata = HostJson.ReadMembers(members.GetValueOrDefault(nameof(Metadata)));
        return (new Invocation(id, HostJson.ReadMembers(data), metadata), null);
    }

    /// <summary>Returns the text of a queue message; null when the binding is absent.</summary>
    public string? ReadText(string binding) => Data.TryGetValue(binding, out var value) ? HostJson.ReadText(value) : null;

    /// <summary>Whether the time of a timer has passed, for example after a restart; false when the binding is no timer.</summary>
    public bool IsPastDue(string binding) =>
        HostJson.ReadMembers(HostJson.Unwrap(Data.GetValueOrDefault(binding))).GetValueOrDefault(nameof(IsPastDue)).ValueKind
        == JsonValueKind.True;

    /// <summary>Message id of the queue; null when the host does not say.</summary>
    public string? MessageId => Metadata.TryGetValue("Id", out var value) ? HostJson.ReadText(value) : null;

    /// <summary>When the message was enqueued; null when the host does not say.</summary>
    public DateTimeOffset? InsertedAt =>
        Metadata.TryGetValue("InsertionTime", out var value)
        && DateTimeOffset.TryParse(HostJson.ReadText(value), CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var at)
            ? at
            : null;
}
