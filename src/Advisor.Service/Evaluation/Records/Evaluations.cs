using Advisor.Service.Store.Rows;

namespace Advisor.Service.Evaluation.Records;

/// <summary>Newest evaluation of every resource, written in the same commit as the state of the resource.</summary>
public sealed class Evaluations
{
    private readonly BucketedRows rows;

    internal Evaluations(BucketedRows rows) => this.rows = rows;

    /// <summary>Lists the evaluations of all resources by resource id, without rows that are damaged or of a newer version.</summary>
    public Task<IReadOnlyList<EvaluationRecord>> ListAsync(CancellationToken cancellation) =>
        ListAsync(StateKeys.Evaluations, RecordCodecs.Evaluation, cancellation);

    /// <summary>Lists what deleted resources cost until their last evaluation, for the budgets of the month; retention ends it.</summary>
    public Task<IReadOnlyList<EvaluationRecord>> ListDeletedAsync(CancellationToken cancellation) =>
        ListAsync(StateKeys.LastEvaluations, RecordCodecs.LastEvaluation, cancellation);

    /// <summary>Returns the newest evaluation of a resource; null if there is none, or it cannot be read.</summary>
    public async Task<EvaluationRecord?> FindAsync(string resourceId, CancellationToken cancellation)
    {
        var resource = StateKeys.Hash(resourceId);
        return RecordCodecs.Evaluation.TryRead(await rows.GetAsync(resource, StateKeys.Evaluations + resource, cancellation));
    }

    /// <summary>Returns the inputs of the newest evaluation of a resource; null if there are none, or they cannot be read.</summary>
    public async Task<EvaluationDetails?> FindDetailsAsync(string resourceId, CancellationToken cancellation)
    {
        var resource = StateKeys.Hash(resourceId);
        return RecordCodecs.EvaluationDetails.TryRead(await rows.GetAsync(resource, StateKeys.EvaluationDetails + resource, cancellation));
    }

    private async Task<IReadOnlyList<EvaluationRecord>> ListAsync(
        string prefix,
        RowCodec<EvaluationRecord> codec,
        CancellationToken cancellation
    )
    {
        var found = await rows.ListAsync(Enumerable.Range(0, rows.Count), prefix, int.MaxValue, cancellation);
        return [.. codec.ReadAll(found).Records.OrderBy(record => record.ResourceId, StringComparer.OrdinalIgnoreCase)];
    }

    internal static RowWrite CreatePut(string resource, EvaluationRecord record) =>
        RecordCodecs.Evaluation.Put(StateKeys.Evaluations + resource, record.At, record);
}
