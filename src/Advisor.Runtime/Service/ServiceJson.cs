using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

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
    public static ServiceJson Default { get; } =
        new(new JsonSerializerOptions(ServiceJson.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });
}
