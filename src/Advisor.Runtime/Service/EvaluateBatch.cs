using Advisor.Core.Alerting;
using Advisor.Core.Metrics;
using Advisor.Core.Scaling;
using Advisor.Runtime.Alerts;
using Advisor.Runtime.Fleet;
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
}

/// <param name="Repeated">True where the batch was done before; nothing was done then.</param>
/// <param name="Messages">Rows written to the outbox, whose messages leave now; the next sweep sends those that got lost.</param>
/// <param name="Calls">Metric calls made.</param>
public sealed record BatchResult(bool Repeated, IReadOnlyList<ResourceTurn> Turns, IReadOnlyList<OutboxKey> Messages, int Calls);

/// <summary>
/// Looks at up to 50 resources: follows their changes, reads the minutes that are new, decides, and writes state, audit line and messages of each in one
/// commit under the state's ETag. Where another instance was first, ours is dropped. A resource whose rows cannot be read, or whose turn fails, is told of
/// and tried again at the next tick; it holds up nobody else.
/// </summary>
public sealed class EvaluateBatch(ServiceParts parts)
{
    private const int MostToldAlone = 5;

    private readonly ChangeSteps steps = new(parts);
    private readonly ResourceTurns turns = new(parts);

    public async Task<BatchResult> RunAsync(SweepJob job, DateTimeOffset now, CancellationToken cancellation)
    {
        using var span = AdvisorTelemetry.Activities.StartActivity("advisor.evaluate");
        span?.SetTag("advisor.tick", job.Tick.UtcDateTime.ToString("O")).SetTag("advisor.resources", job.ResourceIds.Count);
        if (await parts.State.Sweeps.IsShardDoneAsync(job.Tick, job.Shard, cancellation))
        {
            return new BatchResult(true, [], [], 0);
        }

        var followed = new List<ResourceTurn>();
        var faults = new List<ResourceTurn>();
        var subjects = new List<Subject>();
        foreach (var (id, memory, unread) in await LoadAsync(job.ResourceIds, cancellation))
        {
            var (subject, fault) = memory is null ? (null, unread) : await Isolated.RunAsync(() => FollowAsync(memory, followed, now, cancellation));
            subjects.AddRange(subject is null ? [] : [subject]);
            faults.AddRange(subject is null ? [new ResourceTurn(id, Problem: fault)] : []);
        }

        var metrics = await ReadAsync(subjects, now, cancellation);
        var usage = await UsageAsync(subjects, now, cancellation);
        var batch = new BatchView(job, metrics, usage, await Holds.AtAsync(parts, now, cancellation), now);
        var done = new List<(ResourceTurn Turn, IReadOnlyList<OutboxKey> Messages)>();
        foreach (var subject in subjects.Where(s => s.Resource is not null || s.Problem is not null))
        {
            var (turn, fault) = await Isolated.RunAsync(async () => Tuple.Create(await turns.TakeAsync(batch, subject, cancellation)));
            if (turn is null)
            {
                faults.Add(new ResourceTurn(subject.Memory.ResourceId, Problem: fault));
                continue;
            }

            Count(turn.Item1.Turn, subject, metrics, now);
            done.Add(turn.Item1);
        }

        faults.ForEach(_ => AdvisorTelemetry.Evaluated("failed"));
        var told = await TellAsync(job, faults, now, cancellation);
        var failures = faults.Count + done.Count(turn => turn.Turn.Problem is not null);
        var shard = new ShardRecord(job.Tick, job.Shard, now, done.Count + faults.Count, failures)
        {
            Idle = [.. done.Where(turn => turn.Turn.IsIdle).Select(turn => IdleResources.KeyOf(turn.Turn.ResourceId))],
        };
        await parts.State.Sweeps.CompleteShardAsync(shard, cancellation);
        return new BatchResult(
            false, [.. followed, .. faults, .. done.Select(d => d.Turn)], [.. told, .. done.SelectMany(d => d.Messages)], metrics.Calls);
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
            ? [Notices.Faulty(job, faults, now)]
            : faults.ConvertAll(fault => Notices.Unreadable(fault.ResourceId, fault.Problem!, now).ToItem());
        foreach (var item in items)
        {
            await parts.State.Outbox.EnqueueAsync(item, cancellation);
        }

        return [.. items.Select(OutboxKey.Of)];
    }

    private static void Count(ResourceTurn turn, Subject subject, MetricAnswer metrics, DateTimeOffset now)
    {
        AdvisorTelemetry.Evaluated(turn.Problem is not null ? "failed" : turn.Decision is null ? "waiting" : "decided");
        if (turn.Decision is { } decision)
        {
            AdvisorTelemetry.Decided(decision.Action.ToString(), decision.Reasons.Count > 0 ? decision.Reasons[0].Code : null);
        }

        var newest = metrics.Series.GetValueOrDefault(turn.ResourceId) is [.., var last] ? last.Time : subject.Remembered?.State?.Time;
        if (newest is { } minute)
        {
            AdvisorTelemetry.KnowsDataOf(now - minute);
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
        return new Subject(memory, parts.Configured(resource, now), remembered, problem);
    }

    /// <summary>Two reads at most: the minutes since the last tick of those that are known, a longer past of those seen for the first time.</summary>
    private async Task<MetricAnswer> ReadAsync(List<Subject> subjects, DateTimeOffset now, CancellationToken cancellation)
    {
        var end = Turn.Floor(now - parts.Rules.Policy.MetricLag);
        var readable = subjects.Where(s => s is { Resource: not null, Remembered: not null }).ToList();
        var known = readable.Where(s => s.Remembered!.State is not null).ToList();
        var fresh = readable.Where(s => s.Remembered!.State is null).Select(s => s.Resource!).ToList();
        var since = known.Select(s => s.Remembered!.State!.Time.AddMinutes(1)).DefaultIfEmpty(end).Min();
        var history = parts.Options.HistoryOnFirstSight > TimeSpan.FromMinutes(1) ? parts.Options.HistoryOnFirstSight : TimeSpan.FromMinutes(1);
        var first = await ReadAsync([.. known.Select(s => s.Resource!)], since > end - parts.Options.CatchUp ? since : end - parts.Options.CatchUp, end, cancellation);
        var second = await ReadAsync(fresh, end - history, end, cancellation);
        var closes = await ClosesAsync(known, first, end, cancellation);
        return new MetricAnswer(
            first.Series.Concat(second.Series).ToDictionary(StringComparer.OrdinalIgnoreCase),
            [.. first.Failures, .. second.Failures],
            first.Calls + second.Calls + closes.Calls,
            [.. first.Notes, .. second.Notes])
        {
            Closes = closes.Of,
        };
    }

    /// <summary>Closes of the newest minute, of resources whose other metrics of it have come: of the others nothing is known yet.</summary>
    private async Task<ClosesAnswer> ClosesAsync(List<Subject> known, MetricAnswer read, DateTimeOffset end, CancellationToken cancellation)
    {
        var minute = end.AddMinutes(-1);
        var current = known.Select(s => s.Resource!).Where(r => read.Series.GetValueOrDefault(r.Id) is [.., var newest] && newest.Time == minute).ToList();
        return current.Count > 0 ? await parts.Metrics.ReadClosesAsync(current, AlertReadings.CloseCategories, minute, cancellation) : ClosesAnswer.Unknown;
    }

    private async Task<MetricAnswer> ReadAsync(IReadOnlyList<FleetResource> resources, DateTimeOffset start, DateTimeOffset end, CancellationToken cancellation) =>
        resources.Count > 0 && start < end
            ? await parts.Metrics.ReadAsync(resources, start, end, cancellation)
            : new MetricAnswer(new Dictionary<string, IReadOnlyList<MinuteSample>>(StringComparer.OrdinalIgnoreCase), [], 0, []);

    private async Task<BlastUsage?> UsageAsync(List<Subject> subjects, DateTimeOffset now, CancellationToken cancellation) =>
        (parts.Options.MostChangesPerHour ?? parts.Options.MostUnitsPerHour) is not null && subjects.Find(s => s.Resource is not null) is { } any
            ? await parts.State.Blast.UsageAsync(ResourceIds.SubscriptionOf(any.Memory.ResourceId), now, cancellation)
            : null;
}

/// <summary>A resource of a batch with everything that the store holds of it.</summary>
/// <param name="Resource">Null where it is not listed (any more).</param>
/// <param name="Remembered">Null where it cannot be read; then there is a problem, and nothing is written over it.</param>
internal sealed record Subject(ResourceMemory Memory, FleetResource? Resource, ServiceMemory? Remembered, string? Problem);
