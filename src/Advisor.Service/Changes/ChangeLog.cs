using Advisor.Service.Evaluation.Records;
using Advisor.Service.Store.Rows;
using Advisor.Service.Timeline;

namespace Advisor.Service.Changes;

/// <summary>Outcome of opening a change.</summary>
public enum OpenChangeOutcome
{
    /// <summary>Written; the record has its ETag.</summary>
    Opened,

    /// <summary>This change was opened before: continue from its record.</summary>
    AlreadyKnown,

    /// <summary>The resource has another open change: nothing was written.</summary>
    AnotherIsOpen,
}

/// <summary>Result of opening a change.</summary>
/// <param name="Change">Change that was opened, its existing record, or the other open change.</param>
public sealed record OpenChangeResult(OpenChangeOutcome Outcome, ChangeRecord Change);

/// <summary>Changes from intention to end. The store enforces one open change per resource across all writers.</summary>
public sealed class ChangeLog
{
    private readonly BucketedRows rows;

    internal ChangeLog(BucketedRows rows) => this.rows = rows;

    /// <summary>Writes the intention of a change, once.</summary>
    public async Task<OpenChangeResult> OpenAsync(ChangeRecord change, CancellationToken cancellation)
    {
        var resource = StateKeys.Hash(change.ResourceId);
        for (var attempt = 0; attempt < 5; attempt++)
        {
            var result = await rows.CommitAsync(resource, CreateOpenWrites(resource, change), cancellation);
            if (result.IsCommitted)
            {
                return new OpenChangeResult(OpenChangeOutcome.Opened, change with { ETag = result.ETags[0] });
            }

            if (await FindAsync(change.Id, cancellation) is { } same)
            {
                return new OpenChangeResult(OpenChangeOutcome.AlreadyKnown, same);
            }

            if (await FindOpenAsync(change.ResourceId, cancellation) is { } other)
            {
                return new OpenChangeResult(OpenChangeOutcome.AnotherIsOpen, other);
            }
        }

        throw new StateStoreException("Busy", $"Changes of {change.ResourceId} open and close too fast to write one.", isTransient: true);
    }

    /// <summary>
    /// Records a step of an open change, or its end, which allows the next change of the resource. Null if another writer was first: read
    /// it again.
    /// </summary>
    /// <param name="change">Change as read, with its new values; <see cref="ChangeRecord.ClosedAt"/> is set if its state is final.</param>
    public async Task<ChangeRecord?> SaveAsync(ChangeRecord change, CancellationToken cancellation)
    {
        var resource = StateKeys.Hash(change.ResourceId);
        var result = await rows.CommitAsync(resource, CreateSaveWrites(resource, change), cancellation);
        return result.IsCommitted ? change with { ETag = result.ETags[0] } : null;
    }

    /// <summary>Returns the change with an id, open or closed; null if there is none or the text is not an id.</summary>
    public async Task<ChangeRecord?> FindAsync(string id, CancellationToken cancellation) =>
        RecordCodecs.Change.ReadIfAny(await GetAsync(id, cancellation));

    /// <summary>Returns the change with an id, if there is one, or a problem if it cannot be read.</summary>
    public async Task<RecordList<ChangeRecord>> ReadAsync(string id, CancellationToken cancellation) =>
        RecordCodecs.Change.ReadAll(await GetAsync(id, cancellation) is { } row ? [row] : []);

    /// <summary>Returns the open change of a resource; null if there is none.</summary>
    public async Task<ChangeRecord?> FindOpenAsync(string resourceId, CancellationToken cancellation)
    {
        var resource = StateKeys.Hash(resourceId);
        var slot = await rows.GetAsync(resource, StateKeys.CreateOpenChangeKey(resource), cancellation);
        return slot is null ? null : await FindAsync(RecordCodecs.OpenChangeMark.Read(slot).ChangeId, cancellation);
    }

    /// <summary>Lists the open changes of the fleet, without those that cannot be read.</summary>
    public async Task<IReadOnlyList<ChangeRecord>> ListOpenAsync(CancellationToken cancellation) =>
        (await ReadMarkedAsync(await rows.ListOpenAsync(StateKeys.OpenChanges, int.MaxValue, cancellation), cancellation)).Records;

    /// <summary>
    /// Reads the open changes that the given marks refer to, with a problem for each that cannot be read; such a row affects no other.
    /// </summary>
    internal async Task<RecordList<ChangeRecord>> ReadMarkedAsync(IReadOnlyList<Row> found, CancellationToken cancellation)
    {
        var slots = RecordCodecs.OpenChangeMark.ReadAll(found);
        var (open, problems) = (new List<ChangeRecord>(), slots.Problems.ToList());
        foreach (var slot in slots.Records)
        {
            try
            {
                // Closed since the list was read.
                open.AddRange(await FindAsync(slot.ChangeId, cancellation) is { IsOpen: true } change ? [change] : []);
            }
            catch (StateStoreException e) when (!e.IsTransient)
            {
                problems.Add(e.Message);
            }
        }

        return new RecordList<ChangeRecord>(open, problems);
    }

    /// <summary>
    /// Returns the changes of a resource by the time of their decision, newest first, including open ones, without those that cannot be
    /// read.
    /// </summary>
    public async Task<HistoryPage<ChangeRecord>> QueryAsync(string resourceId, HistoryRange range, CancellationToken cancellation)
    {
        var page = await range.QueryAsync(rows, resourceId, StateKeys.CreateChangePrefix, cancellation);
        return new(RecordCodecs.Change.ReadAll(page.Rows).Records, page.Next);
    }

    /// <summary>Returns the results of the changes of a resource so far; null if none has ended.</summary>
    public async Task<ChangeTally?> FindTallyAsync(string resourceId, CancellationToken cancellation)
    {
        var resource = StateKeys.Hash(resourceId);
        return RecordCodecs.Tally.ReadIfAny(await rows.GetAsync(resource, StateKeys.CreateTallyKey(resource), cancellation));
    }

    private async Task<Row?> GetAsync(string id, CancellationToken cancellation) =>
        ChangeRecord.ParseId(id) is var (resource, ticks)
            ? await rows.GetAsync(resource, StateKeys.CreateChangePrefix(resource) + StateKeys.FormatDescending(ticks), cancellation)
            : null;

    internal static RowWrite[] CreateOpenWrites(string resource, ChangeRecord change)
    {
        if (!change.IsOpen)
        {
            throw new ArgumentException($"A change is opened as Intended, not as {change.State}.", nameof(change));
        }

        var slot = new OpenChangeMark(change.Id, change.ResourceId);
        return
        [
            RecordCodecs.Change.Insert(CreateKey(resource, change), change.DecidedAt, change),
            RecordCodecs.OpenChangeMark.Insert(StateKeys.CreateOpenChangeKey(resource), change.DecidedAt, slot),
            RecordCodecs.OpenChangeMark.Insert(StateKeys.OpenChanges + resource, change.DecidedAt, slot),
            FleetTimeline.CreateWrite(change),
        ];
    }

    // The ETag of the record decides who closes the change; the mark belongs to the record, so it needs no condition.
    internal static RowWrite[] CreateSaveWrites(string resource, ChangeRecord change) =>
        change.IsOpen
            ? CreateReplaceWrites(resource, change)
            :
            [
                .. CreateReplaceWrites(resource, change),
                RowWrite.Delete(StateKeys.CreateOpenChangeKey(resource)),
                RowWrite.Delete(StateKeys.OpenChanges + resource),
            ];

    /// <summary>Replaces a record and leaves the mark of an open change, which may belong to a later one.</summary>
    internal static RowWrite[] CreateReplaceWrites(string resource, ChangeRecord change) =>
        [
            RecordCodecs.Change.Replace(CreateKey(resource, change), change.DecidedAt, change, change.ETag),
            FleetTimeline.CreateWrite(change),
        ];

    private static string CreateKey(string resource, ChangeRecord change) =>
        StateKeys.CreateChangePrefix(resource) + StateKeys.FormatDescending(change.DecidedAt);
}
