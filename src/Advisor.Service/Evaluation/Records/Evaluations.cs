using Advisor.Service.Store.Rows;

namespace Advisor.Service.Evaluation.Records;

/// <summary>Newest evaluation of every resource, written in the same commit as the state of the resource.</summary>
public sealed class Evaluations
{
    private readonly BucketedRows rows;

    internal Evaluations(BucketedRows rows) => this.rows = rows;

    /// <summary>Lists the evaluations of all resources by resource id, without rows that are damaged or of a newer version.</summary>
    public async Task<IReadOnlyList<EvaluationRecord>> ListAsync(CancellationToken cancellation) =>
        [.. (await ListWithDeletedAsync(cancellation)).Where(record => record.IsDeleted is not true)];

    /// <summary>Lists them with those of deleted resources, which are kept until retention deletes them.</summary>
    public async Task<IReadOnlyList<EvaluationRecord>> ListWithDeletedAsync(CancellationToken cancellation)
    {
        var found = await rows.ListAsync(Enumerable.Range(0, rows.Count), StateKeys.Evaluations, int.MaxValue, cancellation);
        return [.. RecordCodecs.Evaluation.ReadAll(found).Records.OrderBy(record => record.ResourceId, StringComparer.OrdinalIgnoreCase)];
    }

    /// <summary>
    /// Returns the newest evaluation of a resource; null if there is none, it cannot be read, or the resource was deleted.
    /// </summary>
    public async Task<EvaluationRecord?> FindAsync(string resourceId, CancellationToken cancellation)
    {
        var resource = StateKeys.Hash(resourceId);
        var record = RecordCodecs.Evaluation.TryRead(await rows.GetAsync(resource, StateKeys.Evaluations + resource, cancellation));
        return record?.IsDeleted is true ? null : record;
    }

    /// <summary>Returns the inputs of the newest evaluation of a resource; null if there are none, or they cannot be read.</summary>
    public async Task<EvaluationDetails?> FindDetailsAsync(string resourceId, CancellationToken cancellation)
    {
        var resource = StateKeys.Hash(resourceId);
        return RecordCodecs.EvaluationDetails.TryRead(await rows.GetAsync(resource, StateKeys.EvaluationDetails + resource, cancellation));
    }

    internal static RowWrite CreatePut(string resource, EvaluationRecord record) =>
        RecordCodecs.Evaluation.Put(StateKeys.Evaluations + resource, record.At, record);
}
