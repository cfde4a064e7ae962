using Advisor.Core.Fleet;
using Advisor.Service.Change;
using Advisor.Service.Evaluate;
using Advisor.Service.Notify;
using Advisor.State.Changes;
using Advisor.State.Fleet;
using Advisor.State.Notifications;

namespace Advisor.Service.Tick;

/// <summary>What one tick asks for.</summary>
/// <param name="Batches">A message each; for a tick that was begun before, those of its batches that are not done.</param>
/// <param name="Messages">Outbox rows that are open and due: their messages may have been lost.</param>
/// <param name="Failures">What could not be listed; the rest goes on.</param>
/// <param name="IsFirst">True for the one that began the tick.</param>
/// <param name="CompletedTick">The tick whose completion this one recorded: send a heartbeat; null where there is none.</param>
public sealed record TickResult(
    DateTimeOffset Tick,
    IReadOnlyList<EvaluationBatch> Batches,
    IReadOnlyList<OutboxKey> Messages,
    IReadOnlyList<FleetFailure> Failures,
    bool IsFirst,
    DateTimeOffset? CompletedTick
)
{
    /// <summary>A tick that asks for nothing.</summary>
    internal static TickResult Empty(DateTimeOffset tick) => new(tick, [], [], [], false, null);

    /// <summary>Idle resources that this tick passes over.</summary>
    public int SkippedIdle { get; init; }
}

/// <summary>
/// Begins a tick: finds the resources, splits them into batches, and looks for what was left open. Decides and changes nothing itself.
/// Called late, twice or by two at once, it gives the same jobs. Keep the object: it holds the list of the resources.
/// </summary>
public sealed class TickPlanner(ServiceDependencies parts)
{
    // Open rows handed out by one tick from each bucket; the others follow at the next.
    private const int MaxOpenRows = 200;

    // Ticks that may still be under way when the next one begins.
    private const int LookbackTicks = 3;

    private readonly FleetInventory inventory = new(parts);
    private readonly RetentionJob retention = new(parts);
    private readonly RegionAlerts regionAlerts = new(parts);
    private readonly RegionActivities activities = new(parts.Rules.Policy.Outage);
    private readonly PendingScaleOuts pendingScaleOuts = new(parts);
    private readonly DeletedResourceAlerts deletedResourceAlerts = new(parts);
    private readonly ChannelAlerts channelAlerts = new(parts);
    private readonly NotificationGrouping grouping = new(parts);
    private readonly ClockCheck clock = new(parts);
    private readonly ClockAlerts clockAlerts = new(parts);
    private readonly Dictionary<DateTimeOffset, int> inProgress = [];
    private readonly IdleResources idle = new(parts.Rules.Policy.IdlePollInterval, parts.Options.Interval);

    public async Task<TickResult> PlanAsync(DateTimeOffset now, CancellationToken cancellation)
    {
        var tick = parts.Options.TickAt(now);
        using var span = ServiceTelemetry.Activities.StartActivity("advisor.tick");
        span?.SetTag("advisor.tick", tick.UtcDateTime.ToString("O"));
        if (await clock.FindAsync(now, cancellation) is { } fault)
        {
            return await HoldAsync(tick, fault, cancellation);
        }

        await clockAlerts.AdvanceRightAsync(now, cancellation);
        var completed = await CompleteEarlierAsync(tick, now, cancellation);
        await channelAlerts.AdvanceAsync(now, cancellation);
        var silences = await parts.State.Silences.ReadAsync(cancellation);

        var open = await parts.State.QueryOpenItemsAsync(now, MaxOpenRows, cancellation);
        var (unreadable, notified) = await NotifyUnreadableAsync([.. open.Problems, .. silences.Problems], now, cancellation);
        ServiceTelemetry.RecordOutbox(open.Count, open.OldestAt is { } oldest ? now - oldest : TimeSpan.Zero);

        // What ticks before left over.
        var gathered = await grouping.GroupEarlierAsync(tick, now, cancellation, open.SourceBuckets);
        OutboxKey[] messages =
        [
            .. open
                .Due.OrderBy(OrderInTick)
                .Select(OutboxKey.FromItem)
                .Concat(gathered)
                .DistinctBy(key => (key.Kind, key.Scope, key.Id, key.CreatedAt)),
            .. notified,
        ];
        IReadOnlyList<FleetFailure> ungathered = grouping.Problem is { } stuck ? [new FleetFailure("state", "Unreadable", stuck)] : [];
        var (listing, deleted, listedAt) = await inventory.ListAsync(now, cancellation);
        await deletedResourceAlerts.CloseAsync(deleted, listing.Resources, now, cancellation);

        // Nothing seen and something failed: no sweep. The heartbeat stays behind, and that is noticed.
        if (listing.Resources.Count == 0 && listing.Failures.Count > 0)
        {
            return new TickResult(tick, [], messages, [.. listing.Failures, .. unreadable, .. ungathered], false, completed);
        }

        var quotas = await ReadQuotasAsync(listing, listedAt, open.Changes, now, cancellation);
        var plan = CreatePlan(tick, listing, open.Changes);
        var batches = CreateBatches(tick, plan, listing, quotas)!;
        var isFirst = await parts.State.Ticks.BeginAsync(new TickRecord(tick, batches.Count, now) { Plan = plan }, cancellation);
        if (isFirst)
        {
            // One looks at the regions: who began the tick.
            var isWhole = RegionalUsage.CoversSubscriptions(parts.Options.Scope, listing);
            await regionAlerts.AdvanceAsync(
                RegionalUsage.ComputeListed(listing.Resources, parts.Rules),
                isWhole,
                activities.CountResourcesOut,
                now,
                cancellation
            );
            await DeleteRefusalsAsync(quotas.EndedRefusals, cancellation);
        }
        else
        {
            batches = await FindRemainingAsync(tick, plan, listing, quotas, cancellation);
        }

        return new TickResult(tick, batches, messages, [.. listing.Failures, .. unreadable, .. ungathered], isFirst, completed)
        {
            SkippedIdle = isFirst
                ? listing.Resources.Count - batches.Where(job => !job.IsFollowUpOnly).Sum(job => job.ResourceIds.Count)
                : 0,
        };
    }

    /// <summary>
    /// By a wrong clock nothing is begun, completed or deleted; people are told, and what waits to be told leaves, by the time of Azure.
    /// </summary>
    private async Task<TickResult> HoldAsync(DateTimeOffset tick, ClockFault fault, CancellationToken cancellation)
    {
        var (now, told) = (fault.Now!.Value, await clockAlerts.AdvanceWrongAsync(fault, cancellation));
        var open = await parts.State.QueryOpenItemsAsync(now, MaxOpenRows, cancellation);
        var deliveries = open.Due.Where(item => item.Kind == OutboxKind.Delivery).Select(OutboxKey.FromItem);
        var gathered = await grouping.RunAsync(now, cancellation);
        return new TickResult(
            tick,
            [],
            [.. deliveries.Concat(gathered).Distinct()],
            [new FleetFailure("clock", "ClockWrong", told.Text)],
            false,
            null
        );
    }

    /// <summary>Says that this process begins a batch of a tick.</summary>
    /// <returns>To be ended or disposed of when the batch is done, well or not.</returns>
    public BatchInProgress BeginBatch(DateTimeOffset tick) => new(inProgress, tick);

    /// <summary>
    /// Writes the heartbeat where every batch of a tick is done; true for the one call that moved it: who makes it gathers what the tick
    /// has to tell.
    /// </summary>
    public async Task<bool> CompleteAsync(DateTimeOffset tick, DateTimeOffset now, CancellationToken cancellation) =>
        await CompleteAsync(await parts.State.Ticks.GetProgressAsync(tick, cancellation), tick, now, cancellation);

    private async Task<bool> CompleteAsync(TickProgress? progress, DateTimeOffset tick, DateTimeOffset now, CancellationToken cancellation)
    {
        if (progress is not { IsComplete: true })
        {
            return false;
        }

        var before = await parts.State.Fleet.FindHeartbeatAsync(cancellation);
        if ((before?.Tick >= tick && !before.IsFromFuture(now)) || await clock.FindAsync(now, cancellation) is not null)
        {
            return false;
        }

        var moved = await parts.State.Fleet.RecordHeartbeatAsync(CreateHeartbeat(progress, now), cancellation);
        if (moved)
        {
            ServiceTelemetry.RecordTick(now - tick);
            await retention.RunAsync(before?.Tick, tick, now, cancellation);
        }

        return moved;
    }

    private static HeartbeatMark CreateHeartbeat(TickProgress progress, DateTimeOffset now) =>
        new(progress.Tick.Tick, now)
        {
            Ticks = 1,
            Evaluations = progress.CompletedBatches.Sum(batch => (long)batch.Resources),
            Failures = progress.CompletedBatches.Sum(batch => (long)batch.Failures),
            MetricCalls = progress.CompletedBatches.Sum(batch => (long)batch.MetricCalls),
        };

    private async Task<DateTimeOffset?> CompleteEarlierAsync(DateTimeOffset tick, DateTimeOffset now, CancellationToken cancellation)
    {
        var interval = parts.Options.Interval;
        var earlier = await parts.State.Ticks.GetProgressAsync(tick - interval, tick - (LookbackTicks * interval), cancellation);
        foreach (var progress in earlier)
        {
            idle.Learn(progress);
        }

        idle.Forget(tick);
        activities.Learn(earlier);
        return
            earlier.FirstOrDefault(progress => progress.IsComplete) is { } complete
            && await CompleteAsync(complete, complete.Tick.Tick, now, cancellation)
            ? complete.Tick.Tick
            : null;
    }

    // Deliveries keep their order; orders go by what may use the limits first.
    private static int OrderInTick(OutboxItem item) =>
        item.Kind == OutboxKind.Change ? 1 + (int)(ChangeRequest.FindPriority(item) ?? ChangePriority.ScaleIn) : 0;

    private async Task<RegionalQuotas> ReadQuotasAsync(
        FleetListing listing,
        DateTimeOffset listedAt,
        IReadOnlyList<ChangeRecord> open,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var resources = await pendingScaleOuts.AddUnitsAsync(listing.Resources, open, listedAt, now, cancellation);
        return await RegionalQuotas.ReadAsync(
            parts,
            resources,
            RegionalUsage.CoversSubscriptions(parts.Options.Scope, listing),
            listedAt,
            now,
            cancellation
        );
    }

    private async Task DeleteRefusalsAsync(IReadOnlyList<QuotaRefusal> refusals, CancellationToken cancellation)
    {
        foreach (var refusal in refusals)
        {
            await parts.State.QuotaRefusals.DeleteAsync(refusal, cancellation);
        }
    }

    // Whatever is being changed is followed.
    private TickPlan CreatePlan(DateTimeOffset tick, FleetListing listing, IReadOnlyList<ChangeRecord> open)
    {
        var listed = listing.Resources.Select(resource => resource.Id).ToHashSet(StringComparer.OrdinalIgnoreCase);
        var changing = open.Select(change => change.ResourceId).ToHashSet(StringComparer.OrdinalIgnoreCase);
        var resting = listing
            .Resources.Where(resource => !changing.Contains(resource.Id) && idle.IsSkipped(resource, tick))
            .Select(resource => resource.Id)
            .ToHashSet(StringComparer.OrdinalIgnoreCase);
        var orphans = changing.Where(id => !listed.Contains(id)).Order(StringComparer.OrdinalIgnoreCase).ToList();
        return TickPlan.Create(listed, id => !resting.Contains(id), orphans);
    }

    /// <summary>The batches of a plan; null where it was made of another list of resources.</summary>
    private IReadOnlyList<EvaluationBatch>? CreateBatches(DateTimeOffset tick, TickPlan plan, FleetListing listing, RegionalQuotas quotas)
    {
        if (plan.FindEvaluated(listing.Resources.Select(resource => resource.Id)) is not { } awake)
        {
            return null;
        }

        var evaluated = listing with { Resources = [.. listing.Resources.Where(resource => awake.Contains(resource.Id))] };
        return
        [
            .. BatchPlanner.Plan(tick, evaluated, quotas).Select(job => job with { PreviousActivity = activities.Find(job.Name) }),
            .. BatchPlanner.PlanOrphaned(tick, plan.OrphanedResources),
        ];
    }

    /// <summary>Rows that cannot be read are named at every sweep, and people are told once a day.</summary>
    private async Task<(IEnumerable<FleetFailure> Failures, IReadOnlyList<OutboxKey> Told)> NotifyUnreadableAsync(
        IReadOnlyList<string> problems,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        if (problems.Count == 0)
        {
            return ([], []);
        }

        var item = StateEvents.UnreadableRows(problems, now).ToItem();
        var isNew = await parts.State.Outbox.EnqueueAsync(item, cancellation);
        return (problems.Select(problem => new FleetFailure("state", "Unreadable", problem)), isNew ? [OutboxKey.FromItem(item)] : []);
    }

    // As they were when the tick began, whatever this process knows of idle resources. Where other resources are listed by now, the next
    // tick has them all.
    private async Task<IReadOnlyList<EvaluationBatch>> FindRemainingAsync(
        DateTimeOffset tick,
        TickPlan ours,
        FleetListing listing,
        RegionalQuotas quotas,
        CancellationToken cancellation
    )
    {
        if (await parts.State.Ticks.GetProgressAsync(tick, cancellation) is not { } progress)
        {
            return [];
        }

        var done = progress.CompletedBatches.Select(shard => shard.Batch).ToHashSet(StringComparer.Ordinal);
        return [.. (CreateBatches(tick, progress.Tick.Plan ?? ours, listing, quotas) ?? []).Where(job => !done.Contains(job.Name))];
    }
}
