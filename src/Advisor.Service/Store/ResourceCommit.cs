using Advisor.Core.Forecasting;
using Advisor.Service.Approvals;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Series;
using Advisor.Service.Store.Rows;
using Advisor.Service.Timeline;

namespace Advisor.Service.Store;

/// <summary>
/// Transaction over one resource: its new state, the entry of the audit trail, the messages that follow. A repeated commit meets the rows
/// of the first and has no effect.
/// </summary>
public sealed class ResourceCommit
{
    private readonly BucketedRows rows;
    private readonly string resourceId;
    private readonly string resource;
    private readonly List<(string What, RowWrite Write)> writes = [];
    private DateTimeOffset? now;

    internal ResourceCommit(BucketedRows rows, string resourceId) =>
        (this.rows, this.resourceId, resource) = (rows, resourceId, StateKeys.Hash(resourceId));

    /// <summary>Writes the state after the decision, replacing the one that was read (by ETag), or as the first one.</summary>
    /// <param name="before">Document that was read; null if there was none.</param>
    /// <param name="at">Current time of the writer's clock.</param>
    /// <param name="content">Content, at most 60 KiB.</param>
    public ResourceCommit SaveState(ResourceDocument? before, int version, DateTimeOffset at, ReadOnlyMemory<byte> content)
    {
        now = at;
        var key = StateKeys.CreateStateKey(resource);
        return Add(
            "state",
            before?.ETag is { } etag ? RowWrite.Replace(key, version, at, content, etag) : RowWrite.Insert(key, version, at, content)
        );
    }

    /// <summary>Writes a state, and the older part of its history in a row of its own where it is due.</summary>
    /// <param name="before">Document that was read; null if there was none.</param>
    /// <param name="at">Current time of the writer's clock.</param>
    internal ResourceCommit Save(ResourceDocument? before, ResourceStateDocument document, DateTimeOffset at)
    {
        var older = document.State?.ChooseOlderHistory(document.OlderHistory, StateKeys.ComputeBucket(resource, OlderHistory.TurnMinutes));
        SaveState(before, older is null ? ResourceStateDocument.Version : ResourceStateDocument.SplitVersion, at, document.Write(older));
        return older is null || older == document.OlderHistory
            ? this
            : Add("state", RecordCodecs.OlderHistory.Put(StateKeys.CreateHistoryKey(resource), at, older));
    }

    public ResourceCommit Save(Snapshot snapshot) => Add("snapshot", Snapshots.CreateWrites(resource, snapshot));

    /// <summary>Writes the newest evaluation, replacing any earlier one.</summary>
    public ResourceCommit Save(EvaluationRecord evaluation) =>
        Add("evaluation", evaluation.ResourceId, Evaluations.CreatePut(resource, evaluation));

    /// <summary>Writes the inputs of the newest evaluation, replacing any earlier ones.</summary>
    public ResourceCommit Save(EvaluationDetails details) =>
        Add(
            "evaluation",
            details.ResourceId,
            RecordCodecs.EvaluationDetails.Put(StateKeys.EvaluationDetails + resource, details.At, details)
        );

    /// <summary>Pauses scaling, replacing any earlier pause by a person.</summary>
    public ResourceCommit Save(ScalingPause pause) =>
        Add("pause", pause.ResourceId, RecordCodecs.ScalingPause.Put(StateKeys.CreatePauseKey(resource), pause.At, pause));

    /// <summary>Ends the pause set by a person; fails with the conflict "pause" if there is none.</summary>
    public ResourceCommit DeletePause() => Add("pause", RowWrite.Delete(StateKeys.CreatePauseKey(resource)));

    /// <summary>Snoozes the recommendation, replacing any earlier snooze.</summary>
    public ResourceCommit Save(RecommendationSnooze snooze) =>
        Add("snooze", snooze.ResourceId, RecordCodecs.Snooze.Put(StateKeys.CreateSnoozeKey(resource), snooze.At, snooze));

    /// <summary>Ends the snooze of the recommendation; fails with the conflict "snooze" if there is none.</summary>
    public ResourceCommit DeleteSnooze() => Add("snooze", RowWrite.Delete(StateKeys.CreateSnoozeKey(resource)));

    /// <summary>Writes new minutes under the ETag of the newest day that was read: of two writers, one adds them.</summary>
    /// <param name="before">Newest day as read; null if there was none.</param>
    /// <param name="days">Days in ascending order, the newest last; empty if nothing is new.</param>
    public ResourceCommit SaveMinutes(StoredMinutes? before, IReadOnlyList<MinuteDay> days, DateTimeOffset at) =>
        days.Count == 0 ? this : Add("minutes", MinuteSeries.CreateWrites(resource, before, days, at));

    /// <summary>
    /// Appends a decision to the audit trail; fails with the conflict "decision" if the resource already has one with this tick and action.
    /// </summary>
    public ResourceCommit Append(DecisionRecord decision) =>
        Add("decision", decision.ResourceId, DecisionLog.CreateInsert(resource, decision))
            .Add("timeline", FleetTimeline.CreateWrites(decision));

    /// <summary>Records a step or the end of the change that was read.</summary>
    public ResourceCommit Save(ChangeRecord change) => Add("change", change.ResourceId, ChangeLog.CreateSaveWrites(resource, change));

    /// <summary>Adds the connections dropped by a closed change to its record.</summary>
    public ResourceCommit SaveDrop(ChangeRecord change) =>
        Add("change", change.ResourceId, ChangeLog.CreateReplaceWrites(resource, change));

    /// <summary>
    /// Writes the results of changes in place of those that were read (by ETag); the first with the end of a change, whose ETag decides
    /// between writers.
    /// </summary>
    public ResourceCommit SaveTally(ChangeTally tally)
    {
        var key = StateKeys.CreateTallyKey(resource);
        return Add(
            "tally",
            tally.ETag is { } etag ? RecordCodecs.Tally.Replace(key, tally.At, tally, etag) : RecordCodecs.Tally.Put(key, tally.At, tally)
        );
    }

    /// <summary>
    /// Enqueues a message of this resource; for messages of the fleet see <see cref="Outbox.EnqueueAsync(OutboxItem, CancellationToken)"/>.
    /// </summary>
    public ResourceCommit Enqueue(OutboxItem item) => Add("outbox", item.Scope, OutboxRows.CreateEnqueueWrites(item));

    /// <summary>Writes an approval request; fails with the conflict "approval" if its id is taken.</summary>
    public ResourceCommit RequestApproval(ApprovalRecord approval) =>
        Add("approval", approval.ResourceId, ApprovalStore.CreateInsert(resource, approval));

    /// <summary>Records the answer to the approval that was read; the first answer wins.</summary>
    public ResourceCommit SettleApproval(ApprovalRecord approval) =>
        Add("approval", approval.ResourceId, ApprovalStore.CreateReplace(resource, approval));

    /// <summary>Adds an alert event to the timeline.</summary>
    /// <param name="eventId">Id of the event; recording it again has no effect.</param>
    public ResourceCommit Record(TimelineEvent alert, string eventId) =>
        Add("timeline", alert.Scope, FleetTimeline.CreateWrites(resource, alert, eventId));

    public async Task<ResourceCommitResult> RunAsync(CancellationToken cancellation)
    {
        var result = await rows.CommitToAsync(rows.GetPartition(resource), [.. writes.Select(write => write.Write)], now, cancellation);
        return result.IsCommitted
            ? new ResourceCommitResult(true, null)
            : new ResourceCommitResult(false, result.FailedWrite >= 0 ? writes[result.FailedWrite].What : "unknown");
    }

    private ResourceCommit Add(string what, params IEnumerable<RowWrite> added)
    {
        writes.AddRange(added.Select(write => (what, write)));
        return this;
    }

    /// <param name="id">The resource that the rows are of.</param>
    private ResourceCommit Add(string what, string id, params IEnumerable<RowWrite> added) =>
        StateKeys.Hash(id) == resource
            ? Add(what, added)
            : throw new ArgumentException($"A commit for {resourceId} cannot hold something of {id}.", nameof(id));
}

/// <summary>Result of a commit.</summary>
/// <param name="Conflict">
/// Item with a conflict: state, snapshot, minutes, decision, change, tally, outbox, approval, pause, snooze or unknown; null if committed.
/// </param>
public sealed record ResourceCommitResult(bool IsCommitted, string? Conflict);
