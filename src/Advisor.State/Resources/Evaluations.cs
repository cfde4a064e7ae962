using Advisor.State.Rows;

namespace Advisor.State.Resources;

/// <summary>The newest evaluation of every resource. Written with the state of the resource, in the same commit.</summary>
public sealed class Evaluations
{
    private readonly BucketedRows rows;

    internal Evaluations(BucketedRows rows) => this.rows = rows;

    /// <summary>Those of all resources, by resource id; without rows that a newer program wrote or that are damaged.</summary>
    public async Task<IReadOnlyList<EvaluationRecord>> ListAsync(CancellationToken cancellation)
    {
        var found = await rows.ListAsync(Enumerable.Range(0, rows.Count), StateKeys.Evaluations, int.MaxValue, cancellation);
        return [.. found.Select(Read).OfType<EvaluationRecord>().OrderBy(record => record.ResourceId, StringComparer.OrdinalIgnoreCase)];
    }

    /// <summary>The newest evaluation of a resource; null where there is none, or none that can be read.</summary>
    public async Task<EvaluationRecord?> FindAsync(string resourceId, CancellationToken cancellation)
    {
        var resource = StateKeys.Hash(resourceId);
        return await rows.GetAsync(resource, StateKeys.Evaluations + resource, cancellation) is { } row ? Read(row) : null;
    }

    internal static RowWrite CreatePut(string resource, EvaluationRecord record) =>
        RecordCodecs.Evaluation.Put(StateKeys.Evaluations + resource, record.At, record);

    private static EvaluationRecord? Read(Row row)
    {
        try
        {
            return RecordCodecs.Evaluation.Read(row);
        }
        catch (StateStoreException)
        {
            return null;
        }
    }
}
