using Advisor.Service.Store.Rows;

namespace Advisor.Service.Silences;

/// <summary>Silences of the fleet. There are few, so they are read together.</summary>
public sealed class SilenceStore
{
    internal const string Prefix = "silence-";

    private readonly BucketedRows rows;

    internal SilenceStore(BucketedRows rows) => this.rows = rows;

    /// <summary>Adds a silence; false if its id is taken.</summary>
    public async Task<bool> AddAsync(Silence silence, CancellationToken cancellation) =>
        (
            await rows.Store.CommitAsync(
                StateKeys.Fleet,
                [RecordCodecs.Silence.Insert(CreateKey(silence.Id), silence.End, silence)],
                cancellation
            )
        ).IsCommitted;

    /// <summary>Saves a changed silence, such as its end; null if another writer was first.</summary>
    public async Task<Silence?> SaveAsync(Silence silence, CancellationToken cancellation)
    {
        var write = RecordCodecs.Silence.Replace(CreateKey(silence.Id), silence.End, silence, silence.ETag);
        var result = await rows.Store.CommitAsync(StateKeys.Fleet, [write], cancellation);
        return result.IsCommitted ? silence with { ETag = result.ETags[0] } : null;
    }

    /// <summary>Returns the silence with an id; null if there is none.</summary>
    public async Task<Silence?> FindAsync(string id, CancellationToken cancellation) =>
        RecordCodecs.Silence.ReadIfAny(await rows.Store.GetAsync(StateKeys.Fleet, CreateKey(id), cancellation));

    /// <summary>
    /// Lists all silences: future, active and ended. Without those that cannot be read, so that the notifications they match are sent.
    /// </summary>
    public async Task<IReadOnlyList<Silence>> ListAsync(CancellationToken cancellation) => (await ReadAsync(cancellation)).Records;

    /// <summary>Reads all silences, with a problem for each that cannot be read.</summary>
    public async Task<RecordList<Silence>> ReadAsync(CancellationToken cancellation)
    {
        var found = rows.EnumerateAsync(RowQuery.FromPrefix(StateKeys.Fleet, Prefix), cancellation);
        return RecordCodecs.Silence.ReadAll(await found.ToListAsync(cancellation));
    }

    private static string CreateKey(string id) => Prefix + StateKeys.Hash(id);
}
