using Advisor.Service.Changes;

namespace Advisor.Service.Evaluation;

/// <summary>Measures the connections that Azure drops at a change of size, minute by minute, as its resource is evaluated.</summary>
internal sealed class ConnectionDropTracker(ChangeLog changes)
{
    /// <summary>Counts the connections dropped in the newest minute. Returns the change whose count is complete, with its result.</summary>
    public async Task<(ConnectionDropMemory? Memory, ChangeRecord? Measured)> MeasureAsync(
        BatchContext batch,
        UnwrittenEvaluation evaluation,
        CancellationToken cancellation
    )
    {
        var (resource, before) = (evaluation.Resource, evaluation.Document.Head.Drops);
        var closes = evaluation.ZeroMetrics is null ? batch.Metrics.ClosesByResource.GetValueOrDefault(resource.Stored.ResourceId) : null;
        if ((closes is null && before is null) || evaluation.Series is not [.., var newest])
        {
            return (before, null);
        }

        // The tick that found the change in effect may have had no new minute, or no commit: the record of the change says so.
        var followed = resource.Change ?? (before?.Open is { EffectAt: null } open ? await FindAsync(open.ChangeId, cancellation) : null);
        var connections = newest.Readings.ConnectionCount;
        var (memory, complete) = (before ?? new()).Follow(followed, connections).Read(newest.Time, closes, connections);
        if (complete is null || await FindAsync(complete.ChangeId, cancellation) is not { } change)
        {
            return (memory, null);
        }

        var drop = complete.GetResult();
        return (memory.Add(drop.FindRatio(change.From, change.To)), change with { Drop = drop });
    }

    private async Task<ChangeRecord?> FindAsync(string changeId, CancellationToken cancellation) =>
        (await changes.ReadAsync(changeId, cancellation)).Records.SingleOrDefault();
}
