using Advisor.Service.Changes;
using Advisor.Service.Costs;
using Advisor.Service.Prices;
using Advisor.Service.Sizes;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Evaluation;

/// <summary>What a batch starts from.</summary>
/// <param name="Resources">Resources to evaluate, with what is stored about them.</param>
/// <param name="Followed">Changes that were advanced.</param>
/// <param name="Faults">Resources whose rows cannot be read.</param>
internal sealed record LoadedBatch(List<BatchResource> Resources, List<ResourceEvaluation> Followed, List<ResourceEvaluation> Faults);

/// <summary>Loads the resources of a batch and advances their open changes.</summary>
internal sealed class BatchLoader(
    AdvisorState state,
    SettingsInForce settings,
    ChangeStateMachine changes,
    PriceBook? prices,
    SizeBook? sizes,
    CostBook? costs
)
{
    public async Task<LoadedBatch> RunAsync(EvaluationBatch batch, DateTimeOffset now, CancellationToken cancellation)
    {
        await (prices?.LoadAsync(now, cancellation) ?? Task.CompletedTask);
        await (sizes?.LoadAsync(now, cancellation) ?? Task.CompletedTask);
        await (costs?.LoadAsync(now, cancellation) ?? Task.CompletedTask);
        var loaded = (await LoadAsync(batch.ResourceIds, cancellation)).ToList();
        var followed = new (BatchResource? Resource, string? Fault)[loaded.Count];
        await OverlappingRequests.RunAsync(
            loaded.Index(),
            async (one, requested) =>
                followed[one.Index] = one.Item.Memory is { } stored
                    ? await FaultIsolation.RunAsync(() => FollowChangeAsync(stored, requested, now, cancellation))
                    : (null, one.Item.Fault)
        );
        List<BatchResource> resources = [.. followed.Select(one => one.Resource).OfType<BatchResource>()];
        return new LoadedBatch(
            batch.IsFollowUpOnly ? [] : resources,
            [
                .. resources
                    .Where(one => one.Change is not null)
                    .Select(one => new ResourceEvaluation(one.Stored.ResourceId, Change: one.Change)),
            ],
            [
                .. loaded
                    .Zip(followed)
                    .Where(one => one.Second.Resource is null)
                    .Select(one => new ResourceEvaluation(one.First.Id, Problem: one.Second.Fault)),
            ]
        );
    }

    /// <summary>Loads the stored rows of all resources, one by one when reading them together fails.</summary>
    private async Task<IEnumerable<(string Id, StoredResource? Memory, string? Fault)>> LoadAsync(
        IReadOnlyList<string> ids,
        CancellationToken cancellation
    )
    {
        try
        {
            return (await state.LoadAsync(ids, cancellation)).Select(stored => (stored.ResourceId, (StoredResource?)stored, (string?)null));
        }
        catch (StateStoreException e) when (!e.IsTransient)
        {
            var loaded = new List<(string, StoredResource?, string?)>();
            foreach (var id in ids)
            {
                var (stored, fault) = await FaultIsolation.RunAsync(() => state.LoadAsync(id, cancellation));
                loaded.Add((id, stored, fault));
            }

            return loaded;
        }
    }

    private async Task<BatchResource> FollowChangeAsync(
        StoredResource stored,
        Action requested,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var change = stored.OpenChange is { } open ? await changes.AdvanceAsync(open, now, cancellation, requested) : null;
        var loaded = change is { IsOpen: false } ? await state.LoadAsync(stored.ResourceId, cancellation) : stored;
        var pause = await ScalingPauses.FindAsync(state, stored.ResourceId, loaded.Pause, now, cancellation);
        var resource = CreateResource(loaded, pause, now);

        // Where a query takes several calls, another instance may have written both parts of a history in between.
        return (
            resource.Document is { HasLostHistory: true }
                ? CreateResource(await state.LoadAsync(stored.ResourceId, cancellation), pause, now)
                : resource
        ) with
        {
            Change = change,
        };
    }

    private BatchResource CreateResource(StoredResource stored, ScalingPause? pause, DateTimeOffset now)
    {
        if (stored.Snapshot?.ReadResource() is not { } resource)
        {
            // An orphaned change is only followed to completion.
            return new BatchResource(
                stored,
                null,
                null,
                stored.OpenChange is null && stored.State is null ? "It is not in the fleet inventory yet." : null
            );
        }

        // An open change decides about its own end.
        var late = stored.OpenChange is null ? stored.Tally?.FindLateEnd(resource, now) : null;
        stored = late is null ? stored : stored with { Tally = late };
        var (document, problem) = ResourceStateDocument.Read(stored.State);
        var configured = ScalingPauses.Apply(settings.Plan(costs?.Apply(resource) ?? resource, stored.Tally, now), pause);
        var loaded = new BatchResource(stored, configured, document, problem) { HasLateEnd = late is not null };
        return document?.State is { } state && state.LatestTime > now + ClockMark.Tolerance
            ? loaded with
            {
                Document = document.DropFuture(now),
                Problem = null,
                Reset = BatchNotices.DescribeReset(state.LatestTime, now),
            }
            : loaded with
            {
                Reset = document is { HasLostHistory: true } ? BatchNotices.LostHistory : null,
            };
    }
}
