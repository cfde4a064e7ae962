using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Service.Budgets;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation;
using Advisor.Service.Store;

namespace Advisor.Service.Tick;

/// <summary>
/// The batches of a tick: every resource that is not idle, and every resource whose change is in progress. The first call of a tick writes
/// its plan; a later call, by any process, returns the batches of that plan that are not complete.
/// </summary>
internal sealed class TickBatches(AdvisorState state, RuleSet rules, ServiceOptions options)
{
    // More than a text lists.
    private const int MaxUnread = 50;

    private readonly RegionActivities activities = new(rules.Policy.Outage);
    private readonly IdleResources idle = new(rules.Policy.IdlePollInterval, options.Interval);

    /// <summary>
    /// Counts the resources of a subscription and region whose metrics all went to zero at once; 0 when there is no such outage, null when
    /// not known.
    /// </summary>
    public int? CountResourcesOut(string subscription, string region) => activities.CountResourcesOut(subscription, region);

    /// <summary>Learns from the batches of earlier ticks.</summary>
    public void Learn(IReadOnlyList<TickProgress> earlier, DateTimeOffset tick)
    {
        foreach (var progress in earlier)
        {
            idle.Learn(progress);
        }

        idle.Forget(tick);
        activities.Learn(earlier);
    }

    /// <returns>The batches left to do, and those that an earlier call of the tick completed; null where this call began it.</returns>
    public async Task<(IReadOnlyList<EvaluationBatch> Batches, IReadOnlyList<BatchRecord>? Completed)> BeginAsync(
        DateTimeOffset tick,
        FleetListing listing,
        IReadOnlyList<ChangeRecord> openChanges,
        RegionalQuotas quotas,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var plan = CreatePlan(tick, listing, openChanges);
        var batches = CreateBatches(tick, plan, listing, quotas)!;
        var unread = BudgetTotals.ListUnread(listing);
        var record = new TickRecord(tick, batches.Count, now)
        {
            Plan = plan,
            Unread = unread.Count == 0 ? null : [.. unread.Take(MaxUnread)],
        };
        var isFirst = await state.Ticks.BeginAsync(record, cancellation);
        return isFirst ? (batches, null) : await FindRemainingAsync(tick, plan, listing, quotas, cancellation);
    }

    // A resource whose change is in progress is evaluated at every tick, so that the change is followed.
    private TickPlan CreatePlan(DateTimeOffset tick, FleetListing listing, IReadOnlyList<ChangeRecord> openChanges)
    {
        var listed = listing.Resources.Select(resource => resource.Id).ToHashSet(StringComparer.OrdinalIgnoreCase);
        var changing = openChanges.Select(change => change.ResourceId).ToHashSet(StringComparer.OrdinalIgnoreCase);
        var skipped = listing
            .Resources.Where(resource => !changing.Contains(resource.Id) && idle.IsSkipped(resource, tick))
            .Select(resource => resource.Id)
            .ToHashSet(StringComparer.OrdinalIgnoreCase);
        var orphaned = changing.Where(id => !listed.Contains(id)).Order(StringComparer.OrdinalIgnoreCase).ToList();
        return TickPlan.Create(listed, id => !skipped.Contains(id), orphaned);
    }

    /// <summary>Creates the batches of a plan; null when it was made from another list of resources.</summary>
    private IReadOnlyList<EvaluationBatch>? CreateBatches(DateTimeOffset tick, TickPlan plan, FleetListing listing, RegionalQuotas quotas)
    {
        if (plan.FindEvaluated(listing.Resources.Select(resource => resource.Id)) is not { } evaluatedIds)
        {
            return null;
        }

        var evaluated = listing with { Resources = [.. listing.Resources.Where(resource => evaluatedIds.Contains(resource.Id))] };
        return
        [
            .. BatchPlanner.Plan(tick, evaluated, quotas).Select(batch => batch with { PreviousActivity = activities.Find(batch.Name) }),
            .. BatchPlanner.PlanOrphaned(tick, plan.OrphanedResources),
        ];
    }

    // From the plan that began the tick, whatever this process knows of idle resources. When the list has changed since, there is no plan
    // to reuse: the next tick evaluates all resources.
    private async Task<(IReadOnlyList<EvaluationBatch>, IReadOnlyList<BatchRecord>)> FindRemainingAsync(
        DateTimeOffset tick,
        TickPlan ours,
        FleetListing listing,
        RegionalQuotas quotas,
        CancellationToken cancellation
    )
    {
        if (await state.Ticks.GetProgressAsync(tick, cancellation) is not { } progress)
        {
            return ([], []);
        }

        var done = progress.CompletedBatches.Where(batch => !batch.LeavesSome()).ToList();
        var complete = done.Select(batch => batch.Batch).ToHashSet(StringComparer.Ordinal);
        var planned = CreateBatches(tick, progress.Tick.Plan ?? ours, listing, quotas) ?? [];
        return ([.. planned.Where(batch => !complete.Contains(batch.Name))], done);
    }
}
