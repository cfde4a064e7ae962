using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Fleet;
using Advisor.Service;
using Advisor.Service.Budgets;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Store;

namespace Advisor.Web.Fleet;

/// <summary>The fleet as stored in the state.</summary>
/// <param name="Evaluations">Newest evaluation of each resource, by resource id.</param>
/// <param name="Listed">Resources as of the last listings.</param>
/// <param name="Quotas">Unit quotas as last read from Azure.</param>
internal sealed record KnownFleet(
    IReadOnlyList<EvaluationRecord> Evaluations,
    IReadOnlyList<FleetResource> Listed,
    IReadOnlyList<ReportedQuota> Quotas
)
{
    /// <summary>Those that the last listing had: others may have been deleted.</summary>
    public required IReadOnlyList<FleetResource> Present { get; init; }

    /// <summary>Returns the resources that are listed and not yet evaluated.</summary>
    public IEnumerable<FleetResource> ListNotEvaluated()
    {
        var evaluated = Evaluations.Select(record => record.ResourceId).ToHashSet(StringComparer.OrdinalIgnoreCase);
        return Listed.Where(resource => !evaluated.Contains(resource.Id));
    }

    /// <summary>
    /// Returns the units of each subscription in each region; without a limit when there are resources outside the scope, or no limit is
    /// known.
    /// </summary>
    public IReadOnlyList<FleetRegion> ListRegions(ServiceSetup service) =>
        [
            .. RegionalUsage
                .Compute(service.Options.Scope, new FleetListing(Listed, []) { Quotas = Quotas }, service.Rules)
                .Select(use => new FleetRegion(
                    use.Subscription,
                    use.Region,
                    use.Units,
                    use is { IsComplete: true, Limit: > 0 and < QuotaOrigin.Unlimited } ? use.Limit : null
                )
                {
                    IsUnlimited = use is { IsComplete: true, Quota: { Limit: >= QuotaOrigin.Unlimited, Source: QuotaSource.Azure } },
                }),
        ];

    /// <summary>Computes the use of the budgets of teams and of the fleet.</summary>
    public async Task<IReadOnlyList<BudgetUse>> ComputeBudgetsAsync(
        ServiceSetup service,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        if (service.Budgets.Count == 0)
        {
            return [];
        }

        var newest = await service.State.Fleet.FindHeartbeatAsync(cancellation) is { } heartbeat
            ? await service.State.Ticks.FindAsync(heartbeat.Tick, cancellation)
            : null;
        return BudgetTotals.Compute(
            service.Budgets,
            service.Routing,
            service.Settings,
            Present,
            newest?.Unread ?? [],
            [.. Evaluations, .. await service.State.Evaluations.ListDeletedAsync(cancellation)],
            now
        );
    }

    public static async Task<KnownFleet> ReadAsync(AdvisorState state, DateTimeOffset now, CancellationToken cancellation)
    {
        var evaluations = state.Evaluations.ListAsync(cancellation);
        var quotas = state.Quotas.ListAsync(now, cancellation);
        var listed = await state.Snapshots.ListPresenceAsync(cancellation);
        return new KnownFleet(await evaluations, [.. listed.Select(one => one.Resource)], await quotas)
        {
            Present = [.. listed.Where(one => one.IsPresent).Select(one => one.Resource)],
        };
    }
}
