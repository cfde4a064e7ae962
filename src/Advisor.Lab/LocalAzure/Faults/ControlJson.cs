using System.Text.Json;
using System.Text.Json.Serialization;

namespace Advisor.Lab.LocalAzure.Faults;

/// <summary>JSON format of the control endpoints: enumerations by name in camel case, unknown names are errors, null is left out.</summary>
[JsonSourceGenerationOptions(
    JsonSerializerDefaults.Web,
    Converters = [typeof(CamelCaseEnum<FaultKind>), typeof(CamelCaseEnum<CallKind>)],
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(FaultJson[]))]
[JsonSerializable(typeof(MoveRequest))]
[JsonSerializable(typeof(ClockSkew))]
internal sealed partial class ControlJson : JsonSerializerContext;

internal sealed class CamelCaseEnum<T>() : JsonStringEnumConverter<T>(JsonNamingPolicy.CamelCase, allowIntegerValues: false)
    where T : struct, Enum;

internal sealed record MoveRequest(double? Seconds);

/// <summary>JSON form of a fault; delays in milliseconds.</summary>
internal sealed record FaultJson(
    FaultKind? Kind,
    CallKind? Call,
    string? Resource,
    string? Metric,
    int? Times,
    int? DelayMilliseconds,
    int? RetryAfterSeconds,
    string? RetryAfter,
    double? PerSecond,
    int? Burst
)
{
    public static FaultJson From(Fault fault) =>
        new(
            fault.Kind,
            fault.Call,
            fault.Resource,
            fault.Metric,
            fault.Times,
            (int)fault.Delay.TotalMilliseconds,
            fault.RetryAfterSeconds,
            fault.RetryAfter,
            fault.PerSecond,
            fault.Burst
        );

    public Fault ToFault() =>
        new(Kind ?? throw new JsonException("it has no kind."))
        {
            Call = Call,
            Resource = Resource,
            Metric = Metric,
            Times = Times,
            Delay = TimeSpan.FromMilliseconds(DelayMilliseconds ?? 0),
            RetryAfterSeconds = RetryAfterSeconds ?? 1,
            RetryAfter = RetryAfter,
            PerSecond = PerSecond,
            Burst = Burst ?? 1,
        };
}
