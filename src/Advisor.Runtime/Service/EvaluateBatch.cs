using Advisor.Core.Metrics;
using Advisor.Core.Scaling;
using Advisor.Runtime.Alerts;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.Links;
using Advisor.Runtime.State;
using Advisor.Runtime.Telemetry;

namespace Advisor.Runtime.Service;

/// <summary>One resource of a batch after its turn.</summary>
/// <param name="Decision">Null where there was nothing to decide.</param>
/// <param name="Outcome">The word of the audit trail; null where nothing was recorded.</param>
/// <param name="Change">A change that was followed in this turn, as it stands.</param>
/// <param name="Problem">Why it could not be looked at; null otherwise.</param>
public sealed record ResourceTurn(string ResourceId, Decision? Decision = null, string? Outcome = null, ChangeRecord? Change = null, string? Problem = null)
{
    /// <summary>Whether it does so little that it needs no look for a few ticks.</summary>
    public bool IsIdle { get; init; }

    /// <summary>The question to a person that this turn asked; null where it asked none.</summary>
    public AskedApproval? Asked { get; init; }
}

/// <param name="Repeated">True where the batch was done before; nothing was done then.</param>
/// <param name="Messages">Rows written to the outbox, whose messages leave now; the next sweep sends those that got lost.</param>
/// <param name="Calls">Metric calls made.</param>
public sealed record BatchResult(bool Repeated, IReadOnlyList<ResourceTurn> Turns, IReadOnlyList<OutboxKey> Messages, int Calls)
{
    /// <summary>Why nothing was done, as a sentence: this machine's clock is wrong. The batch is not done then; null otherwise.</summary>
    public string? Held { get; init; }
}

/// <summary>
/// Looks at up to 50 resources: follows their changes, reads the minutes that are new, decides, and writes state, audit line and messages of each in one
/// commit under the state's ETag. Where another instance was first, ours is dropped. A resource whose rows cannot be read, or whose turn fails, is told of
/// and tried again at the next tick; it holds up nobody else.
/// </summary>
public sealed class EvaluateBatch(ServiceParts parts)
{
    private const int MostToldAlone = 5;

    // A day of minutes of ten resources is some 10 MB on the wire.
    private const int MostHistories = 10;

    private readonly ChangeSteps steps = new(parts);
    private readonly ResourceTurns turns = new(parts);
    private readonly NewMinutes minutes = new(parts);
    private readonly ClockCheck clock = new(parts);

    public async Task<BatchResult> RunAsync(SweepJob job, DateTimeOffset now, CancellationToken cancellation)
    {
        using var span = ServiceTelemetry.Activities.StartActivity("advisor.evaluate");
        span?.SetTag("advisor.tick", job.Tick.UtcDateTime.ToString("O")).SetTag("advisor.resources", job.ResourceIds.Count);
        if (await parts.State.Sweeps.IsShardDoneAsync(job.Tick, job.Shard, cancellation))
        {
            return new BatchResult(true, [], [], 0);
        }

        if (await clock.FindAsync(now, cancellation) is { } wrong)
        {
            return Held(wrong, [], 0);
        }

        var followed = new List<ResourceTurn>();
        var faults = new List<ResourceTurn>();
        var subjects = new List<Subject>();
        foreach (var (id, memory, unread) in await LoadAsync(job.ResourceIds, cancellation))
        {
            var (subject, fault) = memory is null ? (null, unread) : await Isolated.RunAsync(() => FollowAsync(memory, followed, now, cancellation));
            subjects.AddRange(subject is null || job.FollowsOnly ? [] : [subject]);
            faults.AddRange(subject is null ? [new ResourceTurn(id, Problem: fault)] : []);
        }

        var allowance = new BatchAllowance(job, parts.Options, await UsageAsync(subjects, now, cancellation), now);
        var known = subjects.Where(s => !s.IsNew).ToList();
        var view = new BatchView(job, await minutes.SinceLastAsync(known, now, cancellation), allowance, await Holds.AtAsync(parts, now, cancellation), now);
        var activity = ActivityOf(known, view.Metrics);
        view = view with { Outage = RegionActivity.Continue(activity, job.RegionBefore, parts.Rules.Policy.Outage)?.Outage(parts.Rules.Policy.Outage) };
        if (await clock.FindAsync(view.Metrics, now, cancellation) is { } since)
        {
            return Held(since, followed, view.Metrics.Calls);
        }

        var done = await TakeAsync(view, known, faults, cancellation);
        var calls = view.Metrics.Calls;
        foreach (var some in subjects.Where(s => s.IsNew).Chunk(MostHistories))
        {
            using (await minutes.OneAtATimeAsync(cancellation))
            {
                var past = view with { Metrics = await minutes.PastAsync(some, now, cancellation) };
                done.AddRange(await TakeAsync(past, some, faults, cancellation));
                calls += past.Metrics.Calls;
            }
        }

        faults.ForEach(_ => ServiceTelemetry.Evaluated("failed"));
        OutboxKey[] told = [.. await TellAsync(job, faults, now, cancellation), .. await TellResetsAsync(subjects, job, now, cancellation)];
        var failures = faults.Count + done.Count(turn => turn.Turn.Problem is not null);
        var shard = new ShardRecord(job.Tick, job.Shard, now, done.Count + faults.Count, failures)
        {
            Idle = [.. done.Where(turn => turn.Turn.IsIdle).Select(turn => SweepJob.IdleKeyOf(turn.Turn.ResourceId))],
            MetricCalls = calls,
            Activity = activity,
        };
        await parts.State.Sweeps.CompleteShardAsync(shard, cancellation);
        return new BatchResult(
            false,
            [.. followed, .. faults, .. Resets(subjects, now), .. InOrder(job, done)],
            [.. told, .. done.SelectMany(d => d.Messages)],
            calls);
    }

    /// <summary>When the metrics of these resources were last other than zero.</summary>
    private RegionActivity? ActivityOf(List<Subject> known, MetricAnswer metrics) => RegionActivity.Of(
        [.. known.Where(s => s is { Resource: not null, Remembered: not null })
            .Select(s => (s.Remembered!.Head.Activity ?? MetricActivity.Unknown)
                .After(metrics.Series.GetValueOrDefault(s.Memory.ResourceId) ?? [], parts.Rules.Policy.Outage.Gap))],
        parts.Rules.Policy.Outage);

    private static IEnumerable<ResourceTurn> InOrder(SweepJob job, IEnumerable<(ResourceTurn Turn, IReadOnlyList<OutboxKey> Messages)> done)
    {
        var places = job.ResourceIds.Index().ToDictionary(place => place.Item, place => place.Index, StringComparer.OrdinalIgnoreCase);
        return done.Select(d => d.Turn).OrderBy(turn => places.GetValueOrDefault(turn.ResourceId));
    }

    private static BatchResult Held(ClockFault fault, IReadOnlyList<ResourceTurn> followed, int calls) =>
        new(false, followed, [], calls) { Held = fault.Text };

    /// <summary>
    /// The turns of some resources; each fault is its own. All are decided first, then written in the order of <see cref="ChangePriority"/>, so that what is left of
    /// quota and limits goes to those that need it most.
    /// </summary>
    private async Task<List<(ResourceTurn Turn, IReadOnlyList<OutboxKey> Messages)>> TakeAsync(
        BatchView view, IEnumerable<Subject> subjects, List<ResourceTurn> faults, CancellationToken cancellation)
    {
        var (decided, done) = (new List<DecidedTurn>(), new List<(ResourceTurn, IReadOnlyList<OutboxKey>)>());
        foreach (var subject in subjects.Where(s => s.Resource is not null || s.Problem is not null))
        {
            if (subject is not { Resource: not null, Remembered: not null })
            {
                await IsolatedAsync(subject, async () => done.Add(
                    (new ResourceTurn(subject.Memory.ResourceId, Problem: subject.Problem), await turns.UnreadableAsync(subject, view.Now, cancellation))));
                continue;
            }

            await IsolatedAsync(subject, async () => decided.Add(await turns.DecideAsync(view, subject, cancellation)));
        }

        foreach (var turn in decided.OrderBy(turn => turn.Priority is null).ThenBy(turn => turn.Priority))
        {
            await IsolatedAsync(turn.Subject, async () =>
            {
                var written = await turns.WriteAsync(view, turn, cancellation);
                Count(written.Turn, turn.Subject, view.Metrics, view.Now);
                done.Add(written);
            });
        }

        return done;

        async Task IsolatedAsync(Subject subject, Func<Task> work)
        {
            var (_, fault) = await Isolated.RunAsync(async () =>
            {
                await work();
                return subject;
            });
            faults.AddRange(fault is null ? [] : [new ResourceTurn(subject.Memory.ResourceId, Problem: fault)]);
        }
    }

    /// <summary>What is known of each; where one cannot be read, each by itself.</summary>
    private async Task<IEnumerable<(string Id, ResourceMemory? Memory, string? Fault)>> LoadAsync(IReadOnlyList<string> ids, CancellationToken cancellation)
    {
        try
        {
            return (await parts.State.LoadAsync(ids, cancellation)).Select(memory => (memory.ResourceId, (ResourceMemory?)memory, (string?)null));
        }
        catch (StateStoreException e) when (!e.IsTransient)
        {
            var loaded = new List<(string, ResourceMemory?, string?)>();
            foreach (var id in ids)
            {
                var (memory, fault) = await Isolated.RunAsync(() => parts.State.LoadAsync(id, cancellation));
                loaded.Add((id, memory, fault));
            }

            return loaded;
        }
    }

    private async Task<Subject> FollowAsync(ResourceMemory memory, List<ResourceTurn> followed, DateTimeOffset now, CancellationToken cancellation)
    {
        var change = memory.OpenChange is { } open ? await steps.AdvanceAsync(open, now, cancellation) : null;
        followed.AddRange(change is null ? [] : [new ResourceTurn(memory.ResourceId, Change: change)]);
        return SubjectOf(change is { IsOpen: false } ? await parts.State.LoadAsync(memory.ResourceId, cancellation) : memory, now);
    }

    /// <summary>Faults are told once a day: each resource by itself, or the batch where it is more than a few.</summary>
    private async Task<IReadOnlyList<OutboxKey>> TellAsync(SweepJob job, List<ResourceTurn> faults, DateTimeOffset now, CancellationToken cancellation)
    {
        var items = faults.Count > MostToldAlone
            ? [BatchNotices.Faulty(job, faults, now)]
            : faults.ConvertAll(fault => StateNotices.Unreadable(fault.ResourceId, fault.Problem!, now).ToItem());
        foreach (var item in items)
        {
            await parts.State.Outbox.EnqueueAsync(item, cancellation);
        }

        return [.. items.Select(OutboxKey.Of)];
    }

    private static IEnumerable<ResourceTurn> Resets(List<Subject> subjects, DateTimeOffset now) =>
        from subject in subjects
        where subject.Reset is not null
        select new ResourceTurn(subject.Memory.ResourceId, Problem: BatchNotices.ResetText(subject.Reset!.Value, now));

    /// <summary>That what was remembered lay in the future and begins anew, in one message for the batch.</summary>
    private async Task<IReadOnlyList<OutboxKey>> TellResetsAsync(
        List<Subject> subjects, SweepJob job, DateTimeOffset now, CancellationToken cancellation)
    {
        var reset = subjects.FindAll(s => s.Reset is not null);
        if (reset.Count == 0)
        {
            return [];
        }

        var item = BatchNotices.Reset(job, [.. reset.Select(s => s.Memory.ResourceId)], reset[0].Reset!.Value, now).ToItem();
        await parts.State.Outbox.EnqueueAsync(item, cancellation);
        return [OutboxKey.Of(item)];
    }

    private static void Count(ResourceTurn turn, Subject subject, MetricAnswer metrics, DateTimeOffset now)
    {
        ServiceTelemetry.Evaluated(turn.Problem is not null ? "failed" : turn.Decision is null ? "waiting" : "decided");
        if (turn.Decision is { } decision)
        {
            ServiceTelemetry.Decided(decision.Action.ToString(), decision.Reasons.Count > 0 ? decision.Reasons[0].Code : null);
        }

        var newest = metrics.Series.GetValueOrDefault(turn.ResourceId) is [.., var last] ? last.Time : subject.Remembered?.State?.Time;
        if (newest is { } minute)
        {
            ServiceTelemetry.KnowsDataOf(now - minute);
        }
    }

    private Subject SubjectOf(ResourceMemory memory, DateTimeOffset now)
    {
        if (memory.Snapshot is null || ResourceSnapshot.Read(memory.Snapshot.Version, memory.Snapshot.Content) is not { } resource)
        {
            // A change whose resource nobody lists any more is followed and nothing else.
            return new Subject(memory, null, null, memory.OpenChange is null && memory.State is null ? "It was not listed yet." : null);
        }

        var (remembered, problem) = ServiceMemory.Read(memory.State);
        var configured = parts.Planned(resource, memory.Tally, now);
        return remembered?.State is { } state && state.Latest > now + ClockMark.Tolerance
            ? new Subject(memory, configured, remembered.Restarted(now), null) { Reset = state.Latest }
            : new Subject(memory, configured, remembered, problem);
    }

    private async Task<ChangeRateUsage?> UsageAsync(List<Subject> subjects, DateTimeOffset now, CancellationToken cancellation) =>
        parts.Options.LimitsChanges && subjects.Find(s => s.Resource is not null) is { } any
            ? await parts.State.ChangeRate.UsageAsync(ResourceIds.SubscriptionOf(any.Memory.ResourceId), now, cancellation)
            : null;
}

/// <summary>A resource of a batch with everything that the store holds of it.</summary>
/// <param name="Resource">Null where it is not listed (any more).</param>
/// <param name="Remembered">Null where it cannot be read; then there is a problem, and nothing is written over it.</param>
internal sealed record Subject(ResourceMemory Memory, FleetResource? Resource, ServiceMemory? Remembered, string? Problem)
{
    /// <summary>The time up to which was remembered, where that is later than now: it was forgotten. Null otherwise.</summary>
    public DateTimeOffset? Reset { get; init; }

    /// <summary>Seen for the first time: it has a past to read.</summary>
    public bool IsNew => Resource is not null && Remembered is { State: null };
}
