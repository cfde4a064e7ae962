using Advisor.Core.Fleet;
using Advisor.Service.Alerts;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;

namespace Advisor.Service.Evaluation;

/// <summary>Reports the faults of a batch: resources that cannot be evaluated, and state that was reset.</summary>
internal sealed class BatchNotifier(AdvisorState state)
{
    private const int MaxSingleNotifications = 5;

    /// <summary>Reports faults once a day: per resource, or per batch when there are more than a few.</summary>
    public async Task<IReadOnlyList<OutboxKey>> NotifyFaultsAsync(
        EvaluationBatch batch,
        List<ResourceEvaluation> faults,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var items =
            faults.Count > MaxSingleNotifications
                ? [BatchNotices.CreateNotEvaluated(batch, faults, now).ToItem()]
                : faults.ConvertAll(fault => StateNotices.CreateUnreadable(fault.ResourceId, fault.Problem!, now).ToItem());
        foreach (var item in items)
        {
            await state.Outbox.EnqueueAsync(item, cancellation);
        }

        return [.. items.Select(OutboxKey.FromItem)];
    }

    /// <summary>
    /// Reports once a day that resources are not evaluated because the rules do not have their size: each, or per batch when there are more
    /// than a few.
    /// </summary>
    public Task<IReadOnlyList<OutboxKey>> NotifyUnknownSizesAsync(
        EvaluationBatch batch,
        IReadOnlyList<(FleetResource Resource, string Problem)> unknown,
        DateTimeOffset now,
        CancellationToken cancellation
    ) => EnqueueNewAsync(BatchNotices.CreateUnknownSizes(batch, unknown, MaxSingleNotifications, now), cancellation);

    /// <summary>Reports once a day that a resource is not evaluated because its state cannot be read.</summary>
    public async Task<IReadOnlyList<OutboxKey>> NotifyUnreadableAsync(
        BatchResource batchResource,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        if (batchResource.Stored.State is null || batchResource.Problem is not { } problem)
        {
            return [];
        }

        return await EnqueueNewAsync([StateNotices.CreateUnreadable(batchResource.Stored.ResourceId, problem, now)], cancellation);
    }

    /// <summary>Returns what a batch reports about resources whose state was reset.</summary>
    public static IEnumerable<ResourceEvaluation> FindResets(List<BatchResource> batchResources) =>
        from subject in batchResources
        where subject.Reset is not null
        select new ResourceEvaluation(subject.Stored.ResourceId, Problem: subject.Reset);

    /// <summary>Reports state that was reset, in one notice per batch.</summary>
    public async Task<IReadOnlyList<OutboxKey>> NotifyResetsAsync(
        List<BatchResource> batchResources,
        EvaluationBatch batch,
        CancellationToken cancellation
    )
    {
        var reset = batchResources.FindAll(s => s.Reset is not null);
        if (reset.Count == 0)
        {
            return [];
        }

        var item = BatchNotices.CreateStateReset(batch, [.. reset.Select(s => s.Stored.ResourceId)], reset[0].Reset!).ToItem();
        await state.Outbox.EnqueueAsync(item, cancellation);
        return [OutboxKey.FromItem(item)];
    }

    /// <summary>Enqueues notices, and returns those that were not there yet.</summary>
    private async Task<IReadOnlyList<OutboxKey>> EnqueueNewAsync(IEnumerable<Notification> notices, CancellationToken cancellation)
    {
        var keys = new List<OutboxKey>();
        foreach (var item in notices.Select(notice => notice.ToItem()))
        {
            if (await state.Outbox.EnqueueAsync(item, cancellation))
            {
                keys.Add(OutboxKey.FromItem(item));
            }
        }

        return keys;
    }
}
