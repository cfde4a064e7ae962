using System.Text.Json.Serialization;
using Advisor.Api.Routes;
using Advisor.Core.Decisions;
using Advisor.Core.Settings;
using Advisor.State.Changes;
using Advisor.State.Notifications;

namespace Advisor.Api.Json;

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
[JsonSerializable(typeof(ResourcePage))]
[JsonSerializable(typeof(ResourceDetail))]
[JsonSerializable(typeof(DecisionPage))]
[JsonSerializable(typeof(ChangePage))]
[JsonSerializable(typeof(DeadLetterPage))]
[JsonSerializable(typeof(DeadLetter))]
[JsonSerializable(typeof(ResumeResponse))]
[JsonSerializable(typeof(PauseResponse))]
internal sealed partial class ApiJson : JsonSerializerContext;
