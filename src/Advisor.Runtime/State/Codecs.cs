using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Advisor.Runtime.State;

/// <summary>The records and the version of each that this program writes.</summary>
internal static class Codecs
{
    // Quotes inside a payload stay two bytes instead of six: the text never meets a browser from here.
    private static readonly StateJson Json =
        new(new JsonSerializerOptions(StateJson.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });

    public static RowCodec<DecisionRecord> Decision { get; } = new("decision", 1, Json.DecisionRecord);

    public static RowCodec<ChangeRecord> Change { get; } = new("change", 1, Json.ChangeRecord);

    public static RowCodec<ChangeSlot> Slot { get; } = new("mark of an open change", 1, Json.ChangeSlot);

    public static RowCodec<ChangeTally> Tally { get; } = new("tally of changes", 1, Json.ChangeTally);

    public static RowCodec<OutboxItem> Outbox { get; } = new("outbox item", 1, Json.OutboxItem);

    public static RowCodec<OutboxMark> OutboxMark { get; } = new("outbox mark", 1, Json.OutboxMark);

    public static RowCodec<ApprovalRecord> Approval { get; } = new("approval", 1, Json.ApprovalRecord);

    public static RowCodec<Silence> Silence { get; } = new("silence", 1, Json.Silence);

    public static RowCodec<RecommendationSnooze> Snooze { get; } = new("snooze", 1, Json.RecommendationSnooze);

    public static RowCodec<SweepRecord> Sweep { get; } = new("sweep", 1, Json.SweepRecord);

    public static RowCodec<ShardRecord> Shard { get; } = new("shard", 1, Json.ShardRecord);

    public static RowCodec<PauseMark> Pause { get; } = new("pause", 1, Json.PauseMark);

    public static RowCodec<HeartbeatMark> Heartbeat { get; } = new("heartbeat", 1, Json.HeartbeatMark);

    public static RowCodec<ResumeMark> Resume { get; } = new("end of a pause", 1, Json.ResumeMark);

    public static RowCodec<ClockMark> Clock { get; } = new("mark of a wrong clock", 1, Json.ClockMark);

    public static RowCodec<Throttle> Throttle { get; } = new("throttle", 1, Json.Throttle);

    public static RowCodec<ChangeRateUsage> Usage { get; } = new("use of the hourly limit", 1, Json.ChangeRateUsage);

    public static RowCodec<RegionalRefusal> Refusal { get; } = new("refusal of a quota", 1, Json.RegionalRefusal);

    public static RowCodec<VerificationRun> Verifications { get; } = new("verification count", 1, Json.VerificationRun);

    public static RowCodec<StoreLayout> Layout { get; } = new("layout of the store", 1, Json.StoreLayout);

    public static RowCodec<GatherHead> GatherHead { get; } = new("plan of a gathering", 1, Json.GatherHead);

    public static RowCodec<EvaluationRecord> Evaluation { get; } = new("newest evaluation", 1, Json.EvaluationRecord);

    public static JsonTypeInfo<OutboxItem[]> OutboxItems { get; } = Json.OutboxItemArray;

    public static RowCodec<ChannelHealth> ChannelHealth { get; } = new("record of a channel", 1, Json.ChannelHealth);
}
