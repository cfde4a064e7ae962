using Advisor.Runtime.Alerts;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.State;
using Advisor.Runtime.Telemetry;

namespace Advisor.Runtime.Service;

/// <summary>What one tick asks for.</summary>
/// <param name="Jobs">A message each; for a tick that was begun before, those of its batches that are not done.</param>
/// <param name="Messages">Outbox rows that are open and due: their messages may have been lost.</param>
/// <param name="Failures">What could not be listed; the rest goes on.</param>
/// <param name="Begun">True for the one that began the tick.</param>
/// <param name="Completed">The tick whose completion this one recorded: send a heartbeat; null where there is none.</param>
public sealed record SweepResult(
    DateTimeOffset Tick,
    IReadOnlyList<SweepJob> Jobs,
    IReadOnlyList<OutboxKey> Messages,
    IReadOnlyList<FleetFailure> Failures,
    bool Begun,
    DateTimeOffset? Completed)
{
    /// <summary>A tick that asks for nothing.</summary>
    internal static SweepResult Nothing(DateTimeOffset tick) => new(tick, [], [], [], false, null);

    /// <summary>Idle resources that this tick passes over.</summary>
    public int Resting { get; init; }
}

/// <summary>
/// Begins a tick: finds the resources, splits them into batches, and looks for what was left open. Decides and changes nothing itself. Called late, twice
/// or by two at once, it gives the same jobs. Keep the object: it holds the list of the resources.
/// </summary>
public sealed class Sweep(ServiceParts parts)
{
    // Open rows handed out by one tick from each bucket; the others follow at the next.
    private const int MostOpenRows = 200;

    // Ticks that may still be under way when the next one begins.
    private const int TicksLookedBack = 3;

    private readonly Discovered discovered = new(parts);
    private readonly Cleaning cleaning = new(parts);
    private readonly RegionAlerts regionAlerts = new(parts);
    private readonly RegionActivities activities = new(parts.Rules.Policy.Outage);
    private readonly UnitsUnderWay unitsUnderWay = new(parts);
    private readonly GoneAlerts goneAlerts = new(parts);
    private readonly ChannelAlerts channelAlerts = new(parts);
    private readonly Gather gather = new(parts);
    private readonly ClockCheck clock = new(parts);
    private readonly ClockAlerts clockAlerts = new(parts);
    private readonly Dictionary<DateTimeOffset, int> underWay = [];
    private readonly IdleResources idle = new(parts.Rules.Policy.IdleLookEvery, parts.Options.Interval);

    public async Task<SweepResult> RunAsync(DateTimeOffset now, CancellationToken cancellation)
    {
        var tick = parts.Options.TickOf(now);
        using var span = ServiceTelemetry.Activities.StartActivity("advisor.sweep");
        span?.SetTag("advisor.tick", tick.UtcDateTime.ToString("O"));
        if (await clock.FindAsync(now, cancellation) is { } fault)
        {
            return await HeldAsync(tick, fault, cancellation);
        }

        await clockAlerts.RightAsync(now, cancellation);
        var completed = await EarlierAsync(tick, now, cancellation);
        await channelAlerts.AdvanceAsync(now, cancellation);
        var silences = await parts.State.Silences.ReadAsync(cancellation);

        var open = await parts.State.SurveyAsync(now, MostOpenRows, cancellation);
        var (unreadable, told) = await UnreadableAsync([.. open.Problems, .. silences.Problems], now, cancellation);
        ServiceTelemetry.OutboxIs(open.Open, open.Oldest is { } oldest ? now - oldest : TimeSpan.Zero);

        // What ticks before left over.
        var gathered = await gather.LeftOverAsync(tick, now, cancellation, open.Sources);
        OutboxKey[] messages = [.. open.Due.OrderBy(Rank).Select(OutboxKey.Of).Concat(gathered).DistinctBy(key => (key.Kind, key.Scope, key.Id, key.CreatedAt)), .. told];
        IReadOnlyList<FleetFailure> ungathered = gather.Problem is { } stuck ? [new FleetFailure("state", "Unreadable", stuck)] : [];
        var (listing, gone, listedAt) = await discovered.AtAsync(now, cancellation);
        await goneAlerts.CloseAsync(gone, listing.Resources, now, cancellation);

        // Nothing seen and something failed: no sweep. The heartbeat stays behind, and that is noticed.
        if (listing.Resources.Count == 0 && listing.Failures.Count > 0)
        {
            return new SweepResult(tick, [], messages, [.. listing.Failures, .. unreadable, .. ungathered], false, completed);
        }

        var rooms = await RoomsAsync(listing, listedAt, open.Changes, now, cancellation);
        var plan = PlanOf(tick, listing, open.Changes);
        var jobs = JobsOf(tick, plan, listing, rooms)!;
        var begun = await parts.State.Sweeps.BeginAsync(new SweepRecord(tick, jobs.Count, now) { Plan = plan }, cancellation);
        if (begun)
        {
            // One looks at the regions: who began the tick.
            var isWhole = RegionalUse.SeesAll(parts.Options.Scope, listing);
            await regionAlerts.AdvanceAsync(RegionalUse.Listed(listing.Resources, parts.Rules), isWhole, activities.Outage, now, cancellation);
            await ForgetAsync(rooms.Ended, cancellation);
        }
        else
        {
            jobs = await LeftAsync(tick, plan, listing, rooms, cancellation);
        }

        return new SweepResult(tick, jobs, messages, [.. listing.Failures, .. unreadable, .. ungathered], begun, completed)
        {
            Resting = begun ? listing.Resources.Count - jobs.Where(job => !job.FollowsOnly).Sum(job => job.ResourceIds.Count) : 0,
        };
    }

    /// <summary>
    /// By a wrong clock nothing is begun, completed or deleted; people are told, and what waits to be told leaves, by the time of Azure.
    /// </summary>
    private async Task<SweepResult> HeldAsync(DateTimeOffset tick, ClockFault fault, CancellationToken cancellation)
    {
        var (now, told) = (fault.Now!.Value, await clockAlerts.WrongAsync(fault, cancellation));
        var open = await parts.State.SurveyAsync(now, MostOpenRows, cancellation);
        var deliveries = open.Due.Where(item => item.Kind == OutboxKind.Delivery).Select(OutboxKey.Of);
        var gathered = await gather.RunAsync(now, cancellation);
        return new SweepResult(tick, [], [.. deliveries.Concat(gathered).Distinct()], [new FleetFailure("clock", "ClockWrong", told.Text)], false, null);
    }

    /// <summary>Says that this process begins a batch of a tick.</summary>
    /// <returns>To be ended or disposed of when the batch is done, well or not.</returns>
    public BatchUnderWay Begin(DateTimeOffset tick) => new(underWay, tick);

    /// <summary>Writes the heartbeat where every batch of a tick is done; true for the one call that moved it: who makes it gathers what the tick has to tell.</summary>
    public async Task<bool> ConcludeAsync(DateTimeOffset tick, DateTimeOffset now, CancellationToken cancellation) =>
        await ConcludeAsync(await parts.State.Sweeps.ProgressAsync(tick, cancellation), tick, now, cancellation);

    private async Task<bool> ConcludeAsync(SweepProgress? progress, DateTimeOffset tick, DateTimeOffset now, CancellationToken cancellation)
    {
        if (progress is not { IsComplete: true })
        {
            return false;
        }

        var before = await parts.State.Fleet.HeartbeatAsync(cancellation);
        if ((before?.Tick >= tick && !before.IsAfter(now)) || await clock.FindAsync(now, cancellation) is not null)
        {
            return false;
        }

        var moved = await parts.State.Fleet.BeatAsync(MarkOf(progress, now), cancellation);
        if (moved)
        {
            ServiceTelemetry.Completed(now - tick);
            await cleaning.RunAsync(before?.Tick, tick, now, cancellation);
        }

        return moved;
    }

    private static HeartbeatMark MarkOf(SweepProgress progress, DateTimeOffset now) => new(progress.Sweep.Tick, now)
    {
        Ticks = 1,
        Evaluations = progress.Done.Sum(batch => (long)batch.Resources),
        Failures = progress.Done.Sum(batch => (long)batch.Failures),
        MetricCalls = progress.Done.Sum(batch => (long)batch.MetricCalls),
    };

    private async Task<DateTimeOffset?> EarlierAsync(DateTimeOffset tick, DateTimeOffset now, CancellationToken cancellation)
    {
        var interval = parts.Options.Interval;
        var earlier = await parts.State.Sweeps.ProgressAsync(tick - interval, tick - (TicksLookedBack * interval), cancellation);
        foreach (var progress in earlier)
        {
            idle.Learn(progress);
        }

        idle.Forget(tick);
        activities.Learn(earlier);
        return earlier.FirstOrDefault(progress => progress.IsComplete) is { } complete && await ConcludeAsync(complete, complete.Sweep.Tick, now, cancellation)
            ? complete.Sweep.Tick
            : null;
    }

    // Deliveries keep their order; orders go by what may use the limits first.
    private static int Rank(OutboxItem item) => item.Kind == OutboxKind.Change ? 1 + (int)(ChangeOrder.PriorityOf(item) ?? ChangePriority.ScaleIn) : 0;

    private async Task<RegionalRoom> RoomsAsync(
        FleetListing listing, DateTimeOffset listedAt, IReadOnlyList<ChangeRecord> open, DateTimeOffset now, CancellationToken cancellation)
    {
        var resources = await unitsUnderWay.AddAsync(listing.Resources, open, listedAt, now, cancellation);
        return await RegionalRoom.ReadAsync(parts, resources, RegionalUse.SeesAll(parts.Options.Scope, listing), listedAt, now, cancellation);
    }

    private async Task ForgetAsync(IReadOnlyList<RegionalRefusal> refusals, CancellationToken cancellation)
    {
        foreach (var refusal in refusals)
        {
            await parts.State.Refusals.DeleteAsync(refusal, cancellation);
        }
    }

    // Whatever is being changed is followed.
    private SweepPlan PlanOf(DateTimeOffset tick, FleetListing listing, IReadOnlyList<ChangeRecord> open)
    {
        var listed = listing.Resources.Select(resource => resource.Id).ToHashSet(StringComparer.OrdinalIgnoreCase);
        var changing = open.Select(change => change.ResourceId).ToHashSet(StringComparer.OrdinalIgnoreCase);
        var resting = listing.Resources.Where(resource => !changing.Contains(resource.Id) && idle.Rests(resource, tick))
            .Select(resource => resource.Id).ToHashSet(StringComparer.OrdinalIgnoreCase);
        var orphans = changing.Where(id => !listed.Contains(id)).Order(StringComparer.OrdinalIgnoreCase).ToList();
        return SweepPlan.Of(listed, id => !resting.Contains(id), orphans);
    }

    /// <summary>The batches of a plan; null where it was made of another list of resources.</summary>
    private IReadOnlyList<SweepJob>? JobsOf(
        DateTimeOffset tick, SweepPlan plan, FleetListing listing, RegionalRoom rooms)
    {
        if (plan.AwakeOf(listing.Resources.Select(resource => resource.Id)) is not { } awake)
        {
            return null;
        }

        var evaluated = listing with { Resources = [.. listing.Resources.Where(resource => awake.Contains(resource.Id))] };
        return [.. Batches.Of(tick, evaluated, rooms).Select(job => job with { RegionBefore = activities.Of(job.Shard) }), .. Batches.OfOrphans(tick, plan.Orphans)];
    }

    /// <summary>Rows that cannot be read are named at every sweep, and people are told once a day.</summary>
    private async Task<(IEnumerable<FleetFailure> Failures, IReadOnlyList<OutboxKey> Told)> UnreadableAsync(
        IReadOnlyList<string> problems, DateTimeOffset now, CancellationToken cancellation)
    {
        if (problems.Count == 0)
        {
            return ([], []);
        }

        var item = StateNotices.UnreadableRows(problems, now).ToItem();
        var isNew = await parts.State.Outbox.EnqueueAsync(item, cancellation);
        return (problems.Select(problem => new FleetFailure("state", "Unreadable", problem)), isNew ? [OutboxKey.Of(item)] : []);
    }

    // As they were when the tick began, whatever this process knows of idle resources. Where other resources are listed by now, the next
    // tick has them all.
    private async Task<IReadOnlyList<SweepJob>> LeftAsync(
        DateTimeOffset tick, SweepPlan ours, FleetListing listing, RegionalRoom rooms, CancellationToken cancellation)
    {
        if (await parts.State.Sweeps.ProgressAsync(tick, cancellation) is not { } progress)
        {
            return [];
        }

        var done = progress.Done.Select(shard => shard.Shard).ToHashSet(StringComparer.Ordinal);
        return [.. (JobsOf(tick, progress.Sweep.Plan ?? ours, listing, rooms) ?? []).Where(job => !done.Contains(job.Shard))];
    }
}
