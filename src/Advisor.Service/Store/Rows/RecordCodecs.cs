using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Fleet;
using Advisor.Core.Forecasting;
using Advisor.Service.Approvals;
using Advisor.Service.Budgets;
using Advisor.Service.Changes;
using Advisor.Service.Costs;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Notifications.Grouping;
using Advisor.Service.Recommendations;
using Advisor.Service.Reports;
using Advisor.Service.Series;
using Advisor.Service.Silences;
using Advisor.Service.Tick;
using Advisor.Service.Timeline;

namespace Advisor.Service.Store.Rows;

/// <summary>Codecs of all records, with the version that is written.</summary>
internal static class RecordCodecs
{
    // Quotes inside a payload take two bytes instead of six; this text is never sent to a browser.
    private static readonly StateJson Json = new(
        new JsonSerializerOptions(StateJson.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping }
    );

    public static RowCodec<DecisionRecord> Decision { get; } = Create<DecisionRecord>("decision", 1);

    public static RowCodec<ChangeRecord> Change { get; } = Create<ChangeRecord>("change", 1, (record, etag) => record with { ETag = etag });

    public static RowCodec<OlderHistory> OlderHistory { get; } =
        new(
            "older history",
            1,
            part => part.Bytes.ToArray(),
            row => Core.Forecasting.OlderHistory.Read(row.Payload) ?? throw new InvalidDataException("Its checksum does not match.")
        );

    public static RowCodec<OpenChangeMark> OpenChangeMark { get; } = Create<OpenChangeMark>("mark of an open change", 1);

    public static RowCodec<ChangeTally> Tally { get; } =
        Create<ChangeTally>("tally of changes", 1, (record, etag) => record with { ETag = etag });

    public static RowCodec<OutboxItem> Outbox { get; } =
        Create<OutboxItem>("outbox item", 1, (record, etag) => record with { ETag = etag });

    public static RowCodec<ApprovalRecord> Approval { get; } =
        Create<ApprovalRecord>("approval", 1, (record, etag) => record with { ETag = etag });

    public static RowCodec<Silence> Silence { get; } = Create<Silence>("silence", 1, (record, etag) => record with { ETag = etag });

    public static RowCodec<RecommendationSnooze> Snooze { get; } = Create<RecommendationSnooze>("snooze", 1);

    public static RowCodec<ScalingPause> ScalingPause { get; } = Create<ScalingPause>("pause of a resource", 1);

    public static RowCodec<EvaluationDetails> EvaluationDetails { get; } = Create<EvaluationDetails>("details of an evaluation", 1);

    public static RowCodec<TickRecord> Tick { get; } = Create<TickRecord>("tick", 1);

    public static RowCodec<BatchRecord> Batch { get; } = Create<BatchRecord>("batch", 1);

    public static RowCodec<PauseMark> Pause { get; } = Create<PauseMark>("pause", 1);

    public static RowCodec<HeartbeatMark> Heartbeat { get; } = Create<HeartbeatMark>("heartbeat", 1);

    public static RowCodec<ResumeMark> Resume { get; } = Create<ResumeMark>("end of a pause", 1);

    public static RowCodec<ClockMark> Clock { get; } = Create<ClockMark>("mark of a wrong clock", 1);

    public static RowCodec<Throttle> Throttle { get; } = Create<Throttle>("throttle", 1);

    public static RowCodec<ChangeRateUsage> ChangeRateUsage { get; } = Create<ChangeRateUsage>("use of the hourly limit", 1);

    public static RowCodec<QuotaRefusal> QuotaRefusal { get; } = Create<QuotaRefusal>("quota refusal", 1);

    public static RowCodec<ReportedQuota> ReportedQuota { get; } = Create<ReportedQuota>("regional quota", 1);

    public static RowCodec<RetailPrices> RetailPrices { get; } = Create<RetailPrices>("retail prices", 1);

    public static RowCodec<OfferedSizes> OfferedSizes { get; } = Create<OfferedSizes>("offered sizes", 1);
    public static RowCodec<ActualCost> ActualCost { get; } = Create<ActualCost>("actual cost", 1);

    public static RowCodec<CostMark> CostMark { get; } = Create<CostMark>("mark of actual costs", 1);

    public static RowCodec<VerificationRun> Verifications { get; } = Create<VerificationRun>("verification count", 1);

    public static RowCodec<StoreLayout> Layout { get; } = Create<StoreLayout>("layout of the store", 1);

    public static RowCodec<GroupingHead> GroupingHead { get; } =
        new(
            "grouping plan",
            1,
            head => PackedJson.Write(head, GetType<GroupingHead>()),
            row => PackedJson.Read(row.Payload, GetType<GroupingHead>())
        );

    public static RowCodec<EvaluationRecord> Evaluation { get; } = Create<EvaluationRecord>("newest evaluation", 1);

    public static RowCodec<EvaluationRecord> LastEvaluation { get; } = Create<EvaluationRecord>("last evaluation", 1);

    public static RowCodec<TimelineEvent> Timeline { get; } = Create<TimelineEvent>("event of the timeline", 1);

    public static RowCodec<OutboxItem[]> GroupingDeliveries { get; } = Create<OutboxItem[]>("deliveries of a grouping plan", 1);

    /// <summary>Sources of a grouping plan, or members of a summary.</summary>
    public static RowCodec<IReadOnlyList<string>> GroupingHashes { get; } =
        new("hashes of a grouping plan", 1, HashList.Write, row => HashList.Read(row.Payload.Span));

    public static RowCodec<DeadLetter> DeadLetter { get; } = new("dead-lettered message", 1, DeadLetterFormat.Write, DeadLetterFormat.Read);

    public static RowCodec<MinuteDay> MinuteDay { get; } =
        new("minute series", 1, MinuteDayFormat.Write, row => MinuteDayFormat.Read(row.Payload.Span));

    public static RowCodec<ChannelHealth> ChannelHealth { get; } = Create<ChannelHealth>("record of a channel", 1);

    public static RowCodec<ReportMark> Report { get; } = Create<ReportMark>("mark of a report", 1);

    public static RowCodec<DigestMark> Digest { get; } = Create<DigestMark>("mark of a digest", 1);

    public static RowCodec<BudgetMark> Budgets { get; } = Create<BudgetMark>("mark of budgets", 1);

    private static RowCodec<T> Create<T>(string kind, int version, Func<T, string, T>? addETag = null)
        where T : class => new(kind, version, GetType<T>(), addETag);

    private static JsonTypeInfo<T> GetType<T>() => (JsonTypeInfo<T>)Json.GetTypeInfo(typeof(T))!;
}
