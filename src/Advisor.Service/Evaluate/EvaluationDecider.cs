using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Service.Change;
using Advisor.State.Notifications;

namespace Advisor.Service.Evaluate;

/// <summary>
/// Decides about one resource of a batch: reads its series, sets zeros of an outage aside, selects how the decision is handled.
/// </summary>
internal sealed class EvaluationDecider(ServiceDependencies dependencies)
{
    private readonly DecisionHandlingSelector handlings = new(dependencies);

    /// <summary>Decides about a resource whose state can be read; writes nothing.</summary>
    public async Task<UnwrittenEvaluation> DecideAsync(BatchContext batch, BatchResource batchResource, CancellationToken cancellation)
    {
        var id = batchResource.Stored.ResourceId;
        var requested = await IsChangeRequestedAsync(id, batchResource.Document!.Head.RequestedTick, cancellation);
        var failure = batch.Metrics.Failures.FirstOrDefault(f => string.Equals(f.ResourceId, id, StringComparison.OrdinalIgnoreCase));
        var series = failure is null ? batch.Metrics.Series.GetValueOrDefault(id) ?? [] : [];
        var activity = (batchResource.Document.Head.Activity ?? MetricActivity.Unknown).Observe(
            series,
            dependencies.Rules.Policy.Outage.Gap
        );
        var zeros = batchResource.IsNew || series.Count == 0 ? null : FindZeroMetrics(activity, batch.Outage);
        var evaluation = new UnwrittenEvaluation(
            batchResource,
            requested,
            series,
            new ResourceDecision(null, batchResource.Document.State, failure?.Text),
            null
        )
        {
            Activity = zeros is { Resources: > 0 } ? activity with { HeldAt = activity.ReadAt } : activity,
            ZeroMetrics = zeros,
        };
        return failure is null ? await DecideAsync(batch, evaluation, cancellation) : evaluation;
    }

    /// <summary>Decides again, with what the changes of the batch have left.</summary>
    public async Task<UnwrittenEvaluation> DecideAsync(BatchContext batch, UnwrittenEvaluation evaluation, CancellationToken cancellation)
    {
        var (batchResource, resource, now) = (evaluation.Resource, evaluation.Resource.Resource!, batch.Now);

        // Zeros of an outage count as missing: they update no model and decide nothing.
        IReadOnlyList<MinuteSample> believed = evaluation.ZeroMetrics is { } zeros
            ?
            [
                .. evaluation.Series.Select(sample =>
                    sample.Time >= zeros.Since && sample.Readings.IsZero ? sample with { Readings = default } : sample
                ),
            ]
            : evaluation.Series;
        var fleet = batch.Allowance.FindFor(resource) with { ZeroMetrics = evaluation.ZeroMetrics };
        var result = ResourceDecider.Decide(
            dependencies.Rules,
            resource,
            batchResource.Document!.State,
            believed,
            batch.Metrics.ClosesByResource.GetValueOrDefault(resource.Id)?.GetValueOrDefault(CloseCategory.Throttled),
            evaluation.IsChanging,
            fleet,
            now
        );
        var handling = result.Decision is { } decided
            ? await handlings.SelectAsync(decided, resource, batchResource.Stored, now, cancellation)
            : null;
        return evaluation with { Result = result, Handling = handling };
    }

    // Metrics of a region do not return everywhere in the same minute: a resource on hold with zeros waits for its own.
    private ZeroMetrics? FindZeroMetrics(MetricActivity activity, ZeroMetrics? outage) =>
        !activity.IsZero
            ? null
            : outage
                ?? (
                    activity.HeldAt is { } held
                    && activity.ReadAt - held <= dependencies.Rules.Policy.Outage.InUseFor
                    && !(activity.ActiveAt > held)
                        ? new ZeroMetrics((activity.ActiveAt ?? held).AddMinutes(1), 0)
                        : null
                );

    // A change that was requested and not yet started counts as in progress.
    private async Task<bool> IsChangeRequestedAsync(string id, DateTimeOffset? tick, CancellationToken cancellation) =>
        tick is { } given
        && await dependencies.State.Outbox.FindOpenAsync(OutboxKind.Change, id, given, ChangeRequest.RowId, cancellation) is not null;
}
