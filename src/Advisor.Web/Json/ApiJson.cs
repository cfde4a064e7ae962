using System.Text.Json.Serialization;
using Advisor.Core.Decisions;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store.Rows;
using Advisor.Web.Resource;
using Advisor.Web.Service;

namespace Advisor.Web.Json;

/// <summary>JSON format of responses: camel case, enumerations included, absent values left out.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    Converters = [
        typeof(CamelCase<ScalingAction>),
        typeof(CamelCase<AdvisorMode>),
        typeof(CamelCase<ChangeState>),
        typeof(CamelCase<PausedScaling>),
    ],
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(ApiProblem))]
[JsonSerializable(typeof(HealthStatus))]
[JsonSerializable(typeof(ResourceListing))]
[JsonSerializable(typeof(ResourceDetail))]
[JsonSerializable(typeof(DecisionPage))]
[JsonSerializable(typeof(ChangePage))]
[JsonSerializable(typeof(DeadLetterPage))]
[JsonSerializable(typeof(DeadLetter))]
[JsonSerializable(typeof(ResumeResponse))]
[JsonSerializable(typeof(PauseResponse))]
internal sealed partial class ApiJson : JsonSerializerContext;
