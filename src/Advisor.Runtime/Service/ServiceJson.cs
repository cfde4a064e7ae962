using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using Advisor.Runtime.Alerts;
using Advisor.Runtime.Fleet;

namespace Advisor.Runtime.Service;

/// <summary>How messages and documents of the service become JSON: camel case, enumerations by name, absent values left out.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(SweepJob))]
[JsonSerializable(typeof(OutboxKey))]
[JsonSerializable(typeof(ChangeOrder))]
[JsonSerializable(typeof(Notification))]
[JsonSerializable(typeof(Alerts.AlertReport))]
[JsonSerializable(typeof(Alerts.AlertMessage))]
[JsonSerializable(typeof(ResourceSnapshot))]
[JsonSerializable(typeof(MemoryHead))]
[JsonSerializable(typeof(ApprovalPlan))]
internal sealed partial class ServiceJson : JsonSerializerContext;

/// <summary>The context that messages are written with: quotes stay short, since the text never meets a browser from here.</summary>
internal static class Wire
{
    public static ServiceJson Json { get; } =
        new(new JsonSerializerOptions(ServiceJson.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });
}

/// <summary>How a resource looked when it was listed: what a batch evaluates without listing it again. Its settings are worked out anew each time.</summary>
public sealed record ResourceSnapshot
{
    public const int Version = 1;

    public required FleetResource Resource { get; init; }

    /// <summary>How many complete lists in a row lacked it; null while it is listed.</summary>
    public int? Missed { get; init; }

    public static byte[] Write(FleetResource resource, int? missed = null) =>
        JsonSerializer.SerializeToUtf8Bytes(
            new ResourceSnapshot { Resource = resource with { Settings = Core.Scaling.ResourceSettings.Default }, Missed = missed }, Wire.Json.ResourceSnapshot);

    /// <summary>The resource; null where the content is of another version or damaged: the next listing writes it anew.</summary>
    public static FleetResource? Read(int version, ReadOnlyMemory<byte> content) => ReadWhole(version, content)?.Resource;

    internal static ResourceSnapshot? ReadWhole(int version, ReadOnlyMemory<byte> content)
    {
        if (version != Version)
        {
            return null;
        }

        try
        {
            return JsonSerializer.Deserialize(content.Span, Wire.Json.ResourceSnapshot) is { Resource: { } found } whole
                ? whole with { Resource = found with { Tags = new Dictionary<string, string>(found.Tags, StringComparer.OrdinalIgnoreCase) } }
                : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
