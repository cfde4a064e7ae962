using System.Text.Json.Serialization;
using Advisor.Api.Routes;
using Advisor.Core.Scaling;
using Advisor.Runtime.Configuration;
using Advisor.Runtime.State;

namespace Advisor.Api.Json;

/// <summary>How answers become JSON: camel case, enumerations too, absent values left out.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    Converters = [typeof(CamelCase<ScalingAction>), typeof(CamelCase<AdvisorMode>), typeof(CamelCase<ChangeState>)],
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(Refusal))]
[JsonSerializable(typeof(HealthWord))]
[JsonSerializable(typeof(ResourcePage))]
[JsonSerializable(typeof(ResourceDetail))]
[JsonSerializable(typeof(DecisionPage))]
[JsonSerializable(typeof(ChangePage))]
[JsonSerializable(typeof(ParkedPage))]
[JsonSerializable(typeof(ParkedMessage))]
[JsonSerializable(typeof(ResumeAnswer))]
internal sealed partial class ApiJson : JsonSerializerContext;
