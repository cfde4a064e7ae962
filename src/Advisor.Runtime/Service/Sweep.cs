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
    private readonly GoneAlerts goneAlerts = new(parts);
    private readonly ChannelAlerts channelAlerts = new(parts);
    private readonly Gather gather = new(parts);
    private readonly Dictionary<DateTimeOffset, int> underWay = [];
    private readonly IdleResources idle = new(parts.Rules.Policy.IdleLookEvery, parts.Options.Interval);

    public async Task<SweepResult> RunAsync(DateTimeOffset now, CancellationToken cancellation)
    {
        var tick = parts.Options.TickOf(now);
        using var span = AdvisorTelemetry.Activities.StartActivity("advisor.sweep");
        span?.SetTag("advisor.tick", tick.UtcDateTime.ToString("O"));
        var completed = await EarlierAsync(tick, now, cancellation);
        await channelAlerts.AdvanceAsync(now, cancellation);
        var silences = await parts.State.Silences.ReadAsync(cancellation);

        var open = await parts.State.SurveyAsync(now, MostOpenRows, cancellation);
        var (unreadable, told) = await UnreadableAsync([.. open.Problems, .. silences.Problems], now, cancellation);
        AdvisorTelemetry.OutboxIs(open.Open, open.Oldest is { } oldest ? now - oldest : TimeSpan.Zero);

        // What ticks before left over.
        var gathered = await gather.LeftOverAsync(tick, now, cancellation, open.Sources);
        OutboxKey[] messages = [.. open.Due.Select(OutboxKey.Of).Concat(gathered).DistinctBy(key => (key.Kind, key.Scope, key.Id, key.CreatedAt)), .. told];
        var (listing, gone) = await discovered.AtAsync(now, cancellation);
        await goneAlerts.CloseAsync(gone, listing.Resources, now, cancellation);

        // Nothing seen and something failed: no sweep. The heartbeat stays behind, and that is noticed.
        if (listing.Resources.Count == 0 && listing.Failures.Count > 0)
        {
            return new SweepResult(tick, [], messages, [.. listing.Failures, .. unreadable], false, completed);
        }

        var regions = RegionalUse.Of(parts.Options.Scope, listing, parts.Rules);
        var awake = Awake(tick, listing, open.Changes);
        var jobs = Batches.Of(tick, awake, regions).Concat(Strays(tick, listing, open.Changes)).ToList();
        var begun = await parts.State.Sweeps.BeginAsync(new SweepRecord(tick, jobs.Count, now), cancellation);
        if (begun)
        {
            // One looks at the regions: who began the tick.
            await regionAlerts.AdvanceAsync(regions ?? [], now, cancellation);
        }

        return new SweepResult(tick, begun ? jobs : await LeftAsync(tick, jobs, cancellation), messages, [.. listing.Failures, .. unreadable], begun, completed)
        {
            Resting = listing.Resources.Count - awake.Resources.Count,
        };
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
        if (before?.Tick >= tick)
        {
            return false;
        }

        var moved = await parts.State.Fleet.BeatAsync(new HeartbeatMark(tick, now), cancellation);
        if (moved)
        {
            AdvisorTelemetry.Completed(now - tick);
            await cleaning.RunAsync(before?.Tick, tick, now, cancellation);
        }

        return moved;
    }

    private async Task<DateTimeOffset?> EarlierAsync(DateTimeOffset tick, DateTimeOffset now, CancellationToken cancellation)
    {
        var interval = parts.Options.Interval;
        var earlier = await parts.State.Sweeps.ProgressAsync(tick - interval, tick - (TicksLookedBack * interval), cancellation);
        foreach (var progress in earlier)
        {
            idle.Learn(progress);
        }

        idle.Forget(tick);
        return earlier.FirstOrDefault(progress => progress.IsComplete) is { } complete && await ConcludeAsync(complete, complete.Sweep.Tick, now, cancellation)
            ? complete.Sweep.Tick
            : null;
    }

    // Whatever is being changed is followed.
    private FleetListing Awake(DateTimeOffset tick, FleetListing listing, IReadOnlyList<ChangeRecord> open)
    {
        var changing = open.Select(change => change.ResourceId).ToHashSet(StringComparer.OrdinalIgnoreCase);
        return listing with { Resources = [.. listing.Resources.Where(resource => changing.Contains(resource.Id) || !idle.Rests(resource, tick))] };
    }

    /// <summary>Rows that cannot be read are named at every sweep, and people are told once a day.</summary>
    private async Task<(IEnumerable<FleetFailure> Failures, IReadOnlyList<OutboxKey> Told)> UnreadableAsync(
        IReadOnlyList<string> problems, DateTimeOffset now, CancellationToken cancellation)
    {
        if (problems.Count == 0)
        {
            return ([], []);
        }

        var item = Notices.UnreadableRows(problems, now).ToItem();
        var isNew = await parts.State.Outbox.EnqueueAsync(item, cancellation);
        return (problems.Select(problem => new FleetFailure("state", "Unreadable", problem)), isNew ? [OutboxKey.Of(item)] : []);
    }

    private static IEnumerable<SweepJob> Strays(DateTimeOffset tick, FleetListing listing, IReadOnlyList<ChangeRecord> open)
    {
        var ids = listing.Resources.Select(r => r.Id).ToHashSet(StringComparer.OrdinalIgnoreCase);
        return Batches.OfStrays(tick, open.Select(change => change.ResourceId).Where(id => !ids.Contains(id)));
    }

    private async Task<IReadOnlyList<SweepJob>> LeftAsync(DateTimeOffset tick, List<SweepJob> jobs, CancellationToken cancellation)
    {
        var left = new List<SweepJob>();
        foreach (var job in jobs)
        {
            if (!await parts.State.Sweeps.IsShardDoneAsync(tick, job.Shard, cancellation))
            {
                left.Add(job);
            }
        }

        return left;
    }
}
