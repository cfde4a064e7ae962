using System.Text.Json.Serialization;

namespace Advisor.Runtime.State;

/// <summary>How records become bytes: camel case, enumerations by name, absent values left out.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(DecisionRecord))]
[JsonSerializable(typeof(ChangeRecord))]
[JsonSerializable(typeof(ChangeSlot))]
[JsonSerializable(typeof(ChangeTally))]
[JsonSerializable(typeof(OutboxItem))]
[JsonSerializable(typeof(OutboxMark))]
[JsonSerializable(typeof(ApprovalRecord))]
[JsonSerializable(typeof(Silence))]
[JsonSerializable(typeof(RecommendationSnooze))]
[JsonSerializable(typeof(SweepRecord))]
[JsonSerializable(typeof(ShardRecord))]
[JsonSerializable(typeof(PauseMark))]
[JsonSerializable(typeof(HeartbeatMark))]
[JsonSerializable(typeof(ResumeMark))]
[JsonSerializable(typeof(ClockMark))]
[JsonSerializable(typeof(Throttle))]
[JsonSerializable(typeof(ChangeRateUsage))]
[JsonSerializable(typeof(RegionalRefusal))]
[JsonSerializable(typeof(VerificationRun))]
[JsonSerializable(typeof(StoreLayout))]
[JsonSerializable(typeof(GatherHead))]
[JsonSerializable(typeof(OutboxItem[]))]
[JsonSerializable(typeof(ChannelHealth))]
[JsonSerializable(typeof(ParkedMessage))]
[JsonSerializable(typeof(EvaluationRecord))]
internal sealed partial class StateJson : JsonSerializerContext;
