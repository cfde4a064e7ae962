using Advisor.Core.Alerting;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Service.Approvals;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Fleet;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Models;

/// <summary>
/// The model: what Azure saw, in the order in which it saw it, and the laws that what Advisor has stored and sent must keep beside it.
/// </summary>
internal sealed class ModelTruth(ModelWorld world)
{
    /// <summary>Conditions that a low load, working metrics and three hours resolve; others look back for days.</summary>
    private static readonly HashSet<string> Passing = ["serverLoad", "connections", "inboundCeiling", "outboundCeiling", "noData"];

    /// <summary>A request that Azure accepted.</summary>
    /// <param name="TakesEffect">Whether it changes the size in the end.</param>
    private sealed record Patch(
        string ResourceId,
        Size From,
        Size To,
        DateTimeOffset At,
        DateTimeOffset End,
        bool TakesEffect,
        string ChangeId
    );

    private sealed record OtherChange(string ResourceId, DateTimeOffset At);

    private readonly List<Patch> patches = [];
    private readonly List<OtherChange> others = [];
    private readonly HashSet<string> judged = new(StringComparer.Ordinal);
    private int seen;

    /// <summary>Laws that did not hold.</summary>
    public List<string> Violations { get; } = [];

    public void ChangeByOther(FakeResource resource, int units)
    {
        var now = world.Clock.GetUtcNow();
        others.Add(new OtherChange(resource.Id, now));
        resource.Begin(units, now, now.AddSeconds(110));
    }

    /// <summary>After each step: the requests since the last one, and what is open.</summary>
    public async Task CheckAsync()
    {
        foreach (var resource in world.Resources)
        {
            var changes = await ReadChangesAsync(resource);
            if (changes.Count(change => change.IsOpen) > 1)
            {
                Violate($"{resource.Id} has {changes.Count(change => change.IsOpen)} open changes");
            }

            foreach (var request in world.Azure.Patches.Skip(seen).Where(request => request.ResourceId == resource.Id))
            {
                await JudgeAsync(request, changes);
            }

            foreach (var change in changes.Where(change => !change.IsOpen && judged.Add(change.Id)))
            {
                JudgeEnd(change, resource);
            }

            await CheckAnswerAsync(resource, changes);
        }

        seen = world.Azure.Patches.Count;
    }

    /// <summary>When everything has been calm for long: nothing is left to do, and everyone knows what happened.</summary>
    public async Task CheckEndAsync()
    {
        var state = await world.OpenStateAsync();
        var open = await state.Outbox.ListOpenAsync(100, CancellationToken.None);
        if (open.Count > 0)
        {
            Violate($"left in the outbox: {string.Join(", ", open.Select(item => $"{item.Kind} {item.DedupKey} {item.LastError}"))}");
        }

        foreach (var change in await state.Changes.ListOpenAsync(CancellationToken.None))
        {
            Violate($"change {change.State} {change.Code} of {change.ResourceId} is still open");
        }

        CheckAlerts();
        foreach (var (channel, group) in world.Channels.SelectMany(c => c.Accepted.GroupBy(m => m.EventId).Select(g => (c.Name, g))))
        {
            if (group.Count() > 1 + world.Excused.GetValueOrDefault(group.Key))
            {
                Violate($"{channel} got {group.Key} {group.Count()} times: {group.First().Title}");
            }
        }
    }

    /// <summary>One request for each decided change, sent while nothing else changes, by a change that says why.</summary>
    private async Task JudgeAsync(ScaleRequest request, IReadOnlyList<ChangeRecord> changes)
    {
        var now = world.Clock.GetUtcNow();
        var before = patches.FindLast(patch => patch.ResourceId == request.ResourceId);
        var change = changes.FirstOrDefault(change => change.SentAt == now && change.From == request.From && change.To == request.To);
        if (change is null)
        {
            Violate($"{request} belongs to no change marked as sent");
            return;
        }

        if (before is not null && now < before.End)
        {
            Violate($"{request} was sent while the one of {before.At:HH:mm} ran until {before.End:HH:mm}");
        }

        // Where the address of the operation was lost, someone else who sets the old size again looks like a request that never arrived.
        if (patches.Exists(patch => patch.ChangeId == change.Id && patch.TakesEffect && !IsChangedByOtherSince(patch)))
        {
            Violate($"{request} was sent twice for {change.Id}");
        }

        patches.Add(
            new Patch(request.ResourceId, request.From, request.To, now, now + world.Azure.ChangeTakes, !world.Azure.ChangesFail, change.Id)
        );
        var state = await world.OpenStateAsync();
        var decisions = (
            await state.Decisions.QueryAsync(
                request.ResourceId,
                new(ModelWorld.Start, now.AddMinutes(1), null, 1000),
                CancellationToken.None
            )
        ).Records;
        var reasons = decisions.Where(decision => Explains(decision, change)).ToList();
        if (reasons.Count == 0)
        {
            Violate($"no audit line with reasons for {request}");
        }

        var approval = change.ApprovalId is { } id ? await state.Approvals.FindAsync(id, CancellationToken.None) : null;
        var outcome = change.ApprovalId is null ? AuditOutcome.Applying : AuditOutcome.Approved;
        if ((change.ApprovalId is not null && approval?.State != ApprovalState.Approved) || !reasons.Exists(d => d.Outcome == outcome))
        {
            Violate($"{request} is not {outcome}: {string.Join(", ", reasons.Select(decision => decision.Outcome))}");
        }
    }

    /// <summary>
    /// Who was asked is asked the same again after a day, or where the approved change was not made; such a change does not stay
    /// approved.
    /// </summary>
    private async Task CheckAnswerAsync(FakeResource resource, IReadOnlyList<ChangeRecord> changes)
    {
        var (state, now) = (await world.OpenStateAsync(), world.Clock.GetUtcNow());
        var lines = (
            await state.Decisions.QueryAsync(resource.Id, new(ModelWorld.Start, now.AddMinutes(1), null, 1000), CancellationToken.None)
        ).Records.Where(line => line.Actor == DecisionRecord.Advisor);
        foreach (var (newer, older) in lines.Zip(lines.Skip(1)))
        {
            if (
                newer.Outcome == AuditOutcome.AwaitingApproval
                && older.Outcome == AuditOutcome.AwaitingApproval
                && (newer.From, newer.To, newer.Action) == (older.From, older.To, older.Action)
                && newer.Tick - older.Tick < TimeSpan.FromDays(1)
                && !changes.Any(change =>
                    change.Id == older.ChangeId && change.ClosedAt <= newer.Tick && change.State != ChangeState.Verified
                )
            )
            {
                Violate($"{resource.Id} {older.From} to {older.To} was asked at {older.Tick:HH:mm} and at {newer.Tick:HH:mm}");
            }
        }

        var newest = await state.Evaluations.FindAsync(resource.Id, CancellationToken.None);
        var asked = lines.FirstOrDefault(line => line.Outcome == AuditOutcome.AwaitingApproval);
        var ended = changes.FirstOrDefault(change => change.Id == asked?.ChangeId && change.State != ChangeState.Verified);
        var waits = ended?.State is ChangeState.Refused or ChangeState.Failed ? TimeSpan.FromHours(1) : TimeSpan.Zero;
        if (newest?.Outcome == AuditOutcome.Approved && newest.At > (ended?.ClosedAt ?? now) + waits)
        {
            Violate($"{resource.Id} is approved at {newest.At:HH:mm}, and its change ended as {ended!.State} at {ended.ClosedAt:HH:mm}");
        }
    }

    private bool IsChangedByOtherSince(Patch patch) => others.Exists(other => other.ResourceId == patch.ResourceId && other.At >= patch.At);

    private static bool Explains(DecisionRecord decision, ChangeRecord change) =>
        decision.ChangeId == change.Id && decision.From == change.From && decision.To == change.To && decision.Reasons.Count > 0;

    /// <summary>A change ends as verified exactly where the resource shows its size because of it.</summary>
    private void JudgeEnd(ChangeRecord change, FakeResource resource)
    {
        var now = world.Clock.GetUtcNow();
        var size = resource.GetSize(now);
        if (change.State == ChangeState.Verified && size != (change.ToSku, change.ToUnits))
        {
            Violate($"{change.Id} is verified, and the resource has {size}");
        }

        var inEffect = patches.FindLast(patch => patch.ChangeId == change.Id && patch.TakesEffect && patch.End <= now);
        if (inEffect is not null && change.State != ChangeState.Verified && !IsChangedByOtherSince(inEffect))
        {
            Violate($"{change.Id} took effect at {inEffect.End:HH:mm} and ended as {change.State} {change.Code} {change.Text}");
        }
    }

    /// <summary>
    /// The channel that gets each alert by itself has every event, in order; what low load resolves is resolved there.
    /// </summary>
    private void CheckAlerts()
    {
        var pager = world.Channels[1];
        var events = world.Store.Reports.Where(report => report.Subject.Kind == AlertSubjectKind.Resource).ToList();
        foreach (var alert in events.GroupBy(report => report.DedupKey))
        {
            var expected = alert.Select(report => report.EventId).Distinct(StringComparer.Ordinal).ToList();
            var got = pager.Accepted.Where(m => m.DedupKey == alert.Key).Select(m => m.EventId).Distinct(StringComparer.Ordinal).ToList();
            if (!expected.SequenceEqual(got, StringComparer.Ordinal))
            {
                Violate($"alert {alert.First().Condition}: events {string.Join(' ', expected)}, delivered {string.Join(' ', got)}");
            }

            var isOpen = false;
            foreach (var report in alert.DistinctBy(report => report.EventId))
            {
                if (isOpen == (report.Kind == AlertEventKind.Fired))
                {
                    Violate($"alert {report.Condition}: {report.Kind} while it is {(isOpen ? "" : "not ")}open");
                }

                isOpen = report.Kind != AlertEventKind.Resolved;
            }

            if (isOpen && Passing.Contains(alert.First().Condition))
            {
                Violate($"alert {alert.First().Condition} of {alert.First().Subject.Name} is never resolved");
            }
        }
    }

    private async Task<IReadOnlyList<ChangeRecord>> ReadChangesAsync(FakeResource resource)
    {
        var state = await world.OpenStateAsync();
        var end = ModelWorld.Start.AddYears(1);
        return (await state.Changes.QueryAsync(resource.Id, new(ModelWorld.Start, end, null, 1000), CancellationToken.None)).Records;
    }

    private void Violate(string law) => Violations.Add($"{world.Clock.GetUtcNow():HH:mm} {law}");
}
