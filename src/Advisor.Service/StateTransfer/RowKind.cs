using Advisor.Core.Alerting;
using Advisor.Service.Evaluation;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.StateTransfer;

/// <summary>Kind of a row, found by its partition and key; <see cref="StateKeys"/> draws them all.</summary>
/// <param name="Name">Name in the output of <c>advisor state check</c>, plural.</param>
/// <param name="Read">Reads a row as Advisor does; throws <see cref="StateStoreException"/> if it cannot.</param>
internal sealed record RowKind(string Name, Action<Row> Read)
{
    private static readonly (string Partition, string Prefix, RowKind Kind)[] ByPrefix =
    [
        (StateKeys.Fleet, LayoutRow.Key, Create("layouts", RecordCodecs.Layout)),
        (StateKeys.Fleet, "pause", Create("marks", RecordCodecs.Pause)),
        (StateKeys.Fleet, "resumed-", Create("marks", RecordCodecs.Resume)),
        (StateKeys.Fleet, "heartbeat", Create("marks", RecordCodecs.Heartbeat)),
        (StateKeys.Fleet, "clock", Create("marks", RecordCodecs.Clock)),
        (StateKeys.Fleet, "budgets", Create("marks", RecordCodecs.Budgets)),
        (StateKeys.Fleet, "report-", Create("marks", RecordCodecs.Report)),
        (StateKeys.Fleet, "digest-", Create("marks", RecordCodecs.Digest)),
        (StateKeys.Fleet, "throttle-", Create("throttles", RecordCodecs.Throttle)),
        (StateKeys.Fleet, "channel-", Create("channels", RecordCodecs.ChannelHealth)),
        (StateKeys.Fleet, "silence-", Create("silences", RecordCodecs.Silence)),
        (StateKeys.Fleet, "quota-", Create("quotas", RecordCodecs.QuotaRefusal)),
        (StateKeys.Fleet, "usage-", Create("quotas", RecordCodecs.ReportedQuota)),
        (StateKeys.Fleet, "price-", Create("prices", RecordCodecs.RetailPrices)),
        (StateKeys.Fleet, "sizes-", Create("sizes", RecordCodecs.OfferedSizes)),
        (StateKeys.Fleet, "cost-", Create("actual costs", RecordCodecs.ActualCost)),
        (StateKeys.Fleet, "costmark-", Create("actual costs", RecordCodecs.CostMark)),
        (StateKeys.ChangeRate, "u-", Create("change rates", RecordCodecs.ChangeRateUsage)),
        (StateKeys.ChangeRate, "v-", Create("change rates", RecordCodecs.Verifications)),
        (StateKeys.DeadLetters, "", Create("dead letters", RecordCodecs.DeadLetter)),
        (StateKeys.Grouping, "head", Create("grouping rows", RecordCodecs.GroupingHead)),
        (StateKeys.Grouping, "d-", Create("grouping rows", RecordCodecs.GroupingDeliveries)),
        (StateKeys.Grouping, "", Create("grouping rows", RecordCodecs.GroupingHashes)),
        (StateKeys.Open, "", Unread("marks")),
        (StateKeys.Buckets, StateKeys.OpenChangeRequests, Create("outbox items", RecordCodecs.Outbox)),
        (StateKeys.Buckets, StateKeys.OpenSources, Create("outbox items", RecordCodecs.Outbox)),
        (StateKeys.Buckets, StateKeys.OpenDeliveries, Create("outbox items", RecordCodecs.Outbox)),
        (StateKeys.Buckets, StateKeys.EnqueuedOutbox, Unread("marks")),
        (StateKeys.Buckets, StateKeys.OpenChanges, Create("marks", RecordCodecs.OpenChangeMark)),
        (StateKeys.Buckets, StateKeys.Timeline, Create("events", RecordCodecs.Timeline)),
        (StateKeys.Buckets, StateKeys.LastEvaluations, Create("evaluations", RecordCodecs.LastEvaluation)),
        (StateKeys.Buckets, StateKeys.Evaluations, Create("evaluations", RecordCodecs.Evaluation)),
        (StateKeys.Buckets, StateKeys.EvaluationDetails, Create("evaluations", RecordCodecs.EvaluationDetails)),
        (StateKeys.Buckets, StateKeys.Snapshots, new("resources", ReadSnapshot)),
    ];

    // After r-{resource}-.
    private static readonly (string Prefix, RowKind Kind)[] OfResource =
    [
        ("a-", Create("approvals", RecordCodecs.Approval)),
        ("d-", Create("decisions", RecordCodecs.Decision)),
        ("e-", Create("events", RecordCodecs.Timeline)),
        ("m-", Create("days of minutes", RecordCodecs.MinuteDay)),
        ("x-", Create("changes", RecordCodecs.Change)),
        ("n-change", Create("marks", RecordCodecs.OpenChangeMark)),
        ("n-history", Create("older histories", RecordCodecs.OlderHistory)),
        ("n-pause", Create("pauses", RecordCodecs.ScalingPause)),
        ("n-snapshot", new("resources", ReadSnapshot)),
        ("n-snooze", Create("snoozes", RecordCodecs.Snooze)),
        ("n-state", new("states", ReadState)),
        ("n-tally", Create("tallies", RecordCodecs.Tally)),
        ("n-today", Create("days of minutes", RecordCodecs.MinuteDay)),
    ];

    private static readonly (RowKind Tick, RowKind Batch) Ticks = (Create("ticks", RecordCodecs.Tick), Create("ticks", RecordCodecs.Batch));

    /// <summary>Finds the kind of a row; null for a row that this version does not know.</summary>
    public static RowKind? Find(Row row)
    {
        if (row.Partition == StateKeys.Ticks)
        {
            return row.Key.Contains('-', StringComparison.Ordinal) ? Ticks.Batch : Ticks.Tick;
        }

        var partition = row.Partition.StartsWith(StateKeys.Buckets, StringComparison.Ordinal) ? StateKeys.Buckets : row.Partition;
        return StateKeys.FindResource(row.Key) is { } resource
            ? OfResource
                .FirstOrDefault(kind => row.Key.AsSpan(StateKeys.Resources.Length + resource.Length + 1).StartsWith(kind.Prefix))
                .Kind
            : ByPrefix
                .FirstOrDefault(kind => kind.Partition == partition && row.Key.StartsWith(kind.Prefix, StringComparison.Ordinal))
                .Kind;
    }

    /// <summary>Whether a row is the older part of a history.</summary>
    public static bool IsHistory(Row row) =>
        StateKeys.FindResource(row.Key) is { } resource && row.Key == StateKeys.CreateHistoryKey(resource);

    /// <summary>Returns the problem of a state whose older part of the history is not at hand; null for any other row.</summary>
    /// <param name="history">The last row before it that is such a part: by key they stand before their states.</param>
    public static string? FindLostHistory(Row row, Row? history)
    {
        if (
            row.Version != ResourceStateDocument.SplitVersion
            || StateKeys.FindResource(row.Key) is not { } resource
            || row.Key != StateKeys.CreateStateKey(resource)
        )
        {
            return null;
        }

        var isOwn = history?.Partition == row.Partition && history.Key == StateKeys.CreateHistoryKey(resource);
        return ReadDocument(row, isOwn ? history : null).Memory is { HasLostHistory: true }
            ? $"Row {row.Partition}/{row.Key}: the older part of its history is missing, damaged or of another state. "
                + "Advisor takes those minutes as unknown."
            : null;
    }

    private static RowKind Create<T>(string name, RowCodec<T> codec)
        where T : class => new(name, row => codec.Read(row));

    // The key says all.
    private static RowKind Unread(string name) => new(name, _ => { });

    private static void ReadSnapshot(Row row) =>
        Require(row, ResourceSnapshot.Read(row.Version, row.Payload) is null ? "The resource cannot be read." : null);

    // A resource, or another subject of alerts.
    private static void ReadState(Row row) =>
        Require(row, SubjectAlertsFormat.Read(row.Payload.Span).Alerts is not null ? null : ReadDocument(row).Problem);

    private static (ResourceStateDocument? Memory, string? Problem) ReadDocument(Row row, Row? history = null) =>
        ResourceStateDocument.Read(
            new ResourceDocument(row.Key, row.Version, row.At, row.Payload) { OlderHistory = RecordCodecs.OlderHistory.TryRead(history) }
        );

    private static void Require(Row row, string? problem)
    {
        if (problem is not null)
        {
            throw new StateStoreException("Corrupt", $"Row {row.Partition}/{row.Key}: {problem}", isTransient: false);
        }
    }
}
