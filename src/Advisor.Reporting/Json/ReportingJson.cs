using System.Text.Json.Serialization;
using Advisor.Core.Reports;

namespace Advisor.Reporting.Json;

/// <summary>JSON format of the outputs: camel case; a value that is not known is null.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(DecisionLine))]
[JsonSerializable(typeof(ResourceJson))]
[JsonSerializable(typeof(IEnumerable<EndpointGroupJson>))]
[JsonSerializable(typeof(IReadOnlyList<ReportFailure>))]
[JsonSerializable(typeof(PlanDocument))]
internal sealed partial class ReportingJson : JsonSerializerContext;
