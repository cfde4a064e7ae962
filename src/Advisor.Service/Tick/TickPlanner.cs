using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Service.Alerts;
using Advisor.Service.Budgets;
using Advisor.Service.Changes;
using Advisor.Service.Costs;
using Advisor.Service.Prices;
using Advisor.Service.Sizes;
using Advisor.Service.Store;
using Advisor.Service.Telemetry;

namespace Advisor.Service.Tick;

/// <summary>
/// Plans a tick: lists the resources, splits them into batches and finds the work that earlier ticks left open. It decides nothing and
/// changes nothing. Called late, twice or by two instances at once, it plans the same batches.
/// </summary>
/// <remarks>Use one instance per process: it caches the list of resources.</remarks>
internal sealed class TickPlanner(
    AdvisorState state,
    RuleSet rules,
    ServiceOptions options,
    ClockCheck clock,
    ClockAlerts clockAlerts,
    TickCompletion completion,
    ChannelAlerts channelAlerts,
    OpenWorkReader openWork,
    FleetInventory inventory,
    DeletedResourceAlerts deletedResourceAlerts,
    TickBatches tickBatches,
    RegionAlerts regionAlerts,
    BudgetAlerts budgetAlerts,
    PriceBook? prices,
    SizeBook? sizes,
    CostBook? costs
)
{
    private readonly PendingScaleOuts pendingScaleOuts = new(state.Changes);

    public async Task<TickResult> PlanAsync(DateTimeOffset now, CancellationToken cancellation)
    {
        var tick = options.FloorToTick(now);
        using var span = ServiceTelemetry.Activities.StartActivity("advisor.tick");
        span?.SetTag("advisor.tick", tick.UtcDateTime.ToString("O"));
        if (await clock.FindAsync(now, cancellation) is { } fault)
        {
            return await HoldAsync(tick, fault, cancellation);
        }

        await clockAlerts.ResolveAsync(now, cancellation);
        var completed = await CompleteEarlierAsync(tick, now, cancellation);
        await channelAlerts.AdvanceAsync(now, cancellation);
        var open = await openWork.ReadAsync(tick, now, cancellation);
        var fleet = await inventory.ListAsync(now, cancellation);
        await deletedResourceAlerts.CloseAsync(fleet.Deleted, fleet.Listing.Resources, now, cancellation);
        var result = new TickResult(tick, [], open.Messages, [.. fleet.Listing.Failures, .. open.Failures], completed)
        {
            Notes = fleet.Listing.Notes,
        };
        if (fleet.IsUnknown)
        {
            // Without batches the heartbeat does not move, and its alert fires.
            return result;
        }

        await (prices?.RefreshAsync(fleet.Listing.Resources, now, cancellation) ?? Task.CompletedTask);
        await (sizes?.RefreshAsync(fleet.Listing.Resources, now, cancellation) ?? Task.CompletedTask);
        result = result with { Notes = [.. fleet.Listing.Notes, .. sizes?.Notes ?? []] };
        await (costs?.RefreshAsync(fleet.Listing.Resources, now, cancellation) ?? Task.CompletedTask);
        var quotas = await ReadQuotasAsync(fleet, open.Changes, now, cancellation);
        var (batches, completedBatches) = await tickBatches.BeginAsync(tick, fleet.Listing, open.Changes, quotas, now, cancellation);
        if (completedBatches is not null)
        {
            return result with { Batches = batches, CompletedBatches = completedBatches };
        }

        await AdvanceRegionsAsync(fleet.Listing, quotas, now, cancellation);
        await budgetAlerts.AdvanceAsync(fleet.Listing, now, cancellation);
        var evaluated = batches.Where(batch => !batch.IsFollowUpOnly).Sum(batch => batch.ResourceIds.Count);
        return result with { Batches = batches, SkippedIdle = fleet.Listing.Resources.Count - evaluated };
    }

    /// <summary>
    /// Returns a tick without work while the clock is wrong: nothing is begun, completed or deleted. The alert about it and waiting
    /// deliveries are sent by Azure's time.
    /// </summary>
    private async Task<TickResult> HoldAsync(DateTimeOffset tick, ClockFault fault, CancellationToken cancellation)
    {
        var notified = await clockAlerts.FireAsync(fault, cancellation);
        var deliveries = await openWork.ReadDeliveriesAsync(fault.Now!.Value, cancellation);
        return TickResult.Empty(tick) with
        {
            Messages = deliveries,
            Failures = [new FleetFailure("clock", FailureCode.ClockWrong, notified.Text)],
        };
    }

    private async Task<DateTimeOffset?> CompleteEarlierAsync(DateTimeOffset tick, DateTimeOffset now, CancellationToken cancellation)
    {
        var earlier = await completion.ListEarlierAsync(tick, cancellation);
        tickBatches.Learn(earlier, tick);
        return await completion.CompleteNewestAsync(earlier, now, cancellation);
    }

    private async Task<RegionalQuotas> ReadQuotasAsync(
        Discovery fleet,
        IReadOnlyList<ChangeRecord> openChanges,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var resources = await pendingScaleOuts.AddUnitsAsync(fleet.Listing.Resources, openChanges, fleet.ListedAt, now, cancellation);
        var uses = RegionalUsage.Compute(options.Scope, fleet.Listing with { Resources = resources }, rules);
        return await RegionalQuotas.ReadAsync(state, uses, fleet.ListedAt, now, cancellation);
    }

    // Run by the one call that began the tick.
    private async Task AdvanceRegionsAsync(FleetListing listing, RegionalQuotas quotas, DateTimeOffset now, CancellationToken cancellation)
    {
        await regionAlerts.AdvanceAsync(
            RegionalUsage.Compute(options.Scope, listing, rules),
            tickBatches.CountResourcesOut,
            now,
            cancellation
        );
        foreach (var refusal in quotas.EndedRefusals)
        {
            await state.QuotaRefusals.DeleteAsync(refusal, cancellation);
        }
    }
}
