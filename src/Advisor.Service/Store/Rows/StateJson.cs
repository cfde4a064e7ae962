using System.Text.Json.Serialization;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Fleet;
using Advisor.Service.Approvals;
using Advisor.Service.Budgets;
using Advisor.Service.Changes;
using Advisor.Service.Costs;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Notifications.Grouping;
using Advisor.Service.Recommendations;
using Advisor.Service.Reports;
using Advisor.Service.Silences;
using Advisor.Service.Tick;
using Advisor.Service.Timeline;

namespace Advisor.Service.Store.Rows;

/// <summary>JSON serialization of records: camel case, enumerations by name, null values omitted.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UseStringEnumConverter = true,
    Converters = [typeof(AlertConverter)],
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull
)]
[JsonSerializable(typeof(DecisionRecord))]
[JsonSerializable(typeof(ChangeRecord))]
[JsonSerializable(typeof(OpenChangeMark))]
[JsonSerializable(typeof(ChangeTally))]
[JsonSerializable(typeof(OutboxItem))]
[JsonSerializable(typeof(ApprovalRecord))]
[JsonSerializable(typeof(Silence))]
[JsonSerializable(typeof(RecommendationSnooze))]
[JsonSerializable(typeof(ScalingPause))]
[JsonSerializable(typeof(EvaluationDetails))]
[JsonSerializable(typeof(TickRecord))]
[JsonSerializable(typeof(BatchRecord))]
[JsonSerializable(typeof(PauseMark))]
[JsonSerializable(typeof(HeartbeatMark))]
[JsonSerializable(typeof(ResumeMark))]
[JsonSerializable(typeof(ClockMark))]
[JsonSerializable(typeof(Throttle))]
[JsonSerializable(typeof(ChangeRateUsage))]
[JsonSerializable(typeof(QuotaRefusal))]
[JsonSerializable(typeof(ReportedQuota))]
[JsonSerializable(typeof(RetailPrices))]
[JsonSerializable(typeof(OfferedSizes))]
[JsonSerializable(typeof(ActualCost))]
[JsonSerializable(typeof(CostMark))]
[JsonSerializable(typeof(VerificationRun))]
[JsonSerializable(typeof(StoreLayout))]
[JsonSerializable(typeof(GroupingHead))]
[JsonSerializable(typeof(OutboxItem[]))]
[JsonSerializable(typeof(ChannelHealth))]
[JsonSerializable(typeof(DeadLetter))]
[JsonSerializable(typeof(EvaluationRecord))]
[JsonSerializable(typeof(TimelineEvent))]
[JsonSerializable(typeof(ReportMark))]
[JsonSerializable(typeof(DigestMark))]
[JsonSerializable(typeof(BudgetMark))]
internal sealed partial class StateJson : JsonSerializerContext;
