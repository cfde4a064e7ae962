using System.Text.Json;
using System.Text.Json.Serialization;
using Advisor.Core.Decisions;

namespace Advisor.Service.Store.Rows;

/// <summary>JSON of an alert in rows and in the API, with the names of <see cref="AlertNames"/>.</summary>
public sealed class AlertConverter : JsonConverter<Alert>
{
    public override Alert Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        using var document = JsonDocument.ParseValue(ref reader);
        var json = document.RootElement;
        return
            Read(json, "id") is { } id
            && AlertNames.FindSeverity(Read(json, "severity")) is { } severity
            && AlertNames.FindPhase(Read(json, "state")) is { } phase
            ? new Alert(id, severity, phase, Read(json, "suppressedBy"))
            : throw new JsonException("An alert has an id, a severity and a state.");
    }

    public override void Write(Utf8JsonWriter writer, Alert value, JsonSerializerOptions options)
    {
        writer.WriteStartObject();
        writer.WriteString("id", value.Id);
        writer.WriteString("severity", value.Severity.FormatName());
        writer.WriteString("state", value.Phase.FormatName());
        if (value.SuppressedBy is { } reason)
        {
            writer.WriteString("suppressedBy", reason);
        }

        writer.WriteEndObject();
    }

    private static string? Read(JsonElement json, string name) => json.TryGetProperty(name, out var value) ? value.GetString() : null;
}
