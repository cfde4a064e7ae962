using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using Advisor.Core.Alerting;
using Advisor.Service.Approvals;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Delivery;

namespace Advisor.Service;

/// <summary>JSON format of the service's messages and documents: camel case, enumerations by name, absent values left out.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(EvaluationBatch))]
[JsonSerializable(typeof(OutboxKey))]
[JsonSerializable(typeof(ChangeRequest))]
[JsonSerializable(typeof(AlertEvent))]
[JsonSerializable(typeof(Notification))]
[JsonSerializable(typeof(ResourceSnapshot))]
[JsonSerializable(typeof(ResourceStateHead))]
[JsonSerializable(typeof(ApprovalPlan))]
internal sealed partial class ServiceJson : JsonSerializerContext;

/// <summary>JSON format of messages: quotes are not escaped, since a browser never renders this text.</summary>
internal static class ServiceJsonFormat
{
    public static ServiceJson Default { get; } =
        new(new JsonSerializerOptions(ServiceJson.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });
}
