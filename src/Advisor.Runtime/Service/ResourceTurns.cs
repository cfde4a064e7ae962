using Advisor.Core.Metrics;
using Advisor.Core.Scaling;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.State;

namespace Advisor.Runtime.Service;

/// <summary>The turn of one resource: decide, and write everything that follows from it at once.</summary>
internal sealed class ResourceTurns(ServiceParts parts)
{
    private static readonly TimeSpan LineRepeatedAfter = TimeSpan.FromDays(1);

    public async Task<(ResourceTurn Turn, IReadOnlyList<OutboxKey> Messages)> TakeAsync(
        SweepJob job, Subject subject, MetricAnswer metrics, BlastUsage? usage, DateTimeOffset now, CancellationToken cancellation)
    {
        var id = subject.Memory.ResourceId;
        if (subject is not { Resource: { } resource, Remembered: { } remembered })
        {
            return (new ResourceTurn(id, Problem: subject.Problem), await UnreadableAsync(subject, now, cancellation));
        }

        if (metrics.Failures.FirstOrDefault(f => string.Equals(f.ResourceId, id, StringComparison.OrdinalIgnoreCase)) is { } failure)
        {
            return (new ResourceTurn(id, Problem: failure.Text), []);
        }

        var ordered = await IsOrderedAsync(id, remembered.Head.Order, cancellation);
        var series = metrics.Series.GetValueOrDefault(id) ?? [];
        var turn = Turn.Of(parts.Rules, resource, remembered.State, series, ordered || subject.Memory.OpenChange is not null, FleetOf(job, resource, usage), now);
        if (turn.Decision is not { } decision)
        {
            return (new ResourceTurn(id, Problem: turn.Problem), []);
        }

        var disposition = await DisposeAsync(decision, resource, now, cancellation);
        var record = RecordOf(job.Tick, decision, resource, disposition);
        var line = LineOf(record);
        var writes = disposition.Applies || line != remembered.Head.Line || now - remembered.Head.LineAt > LineRepeatedAfter;
        var order = disposition.Applies ? ChangeOrder.Of(decision, resource, now).ToItem(id, job.Tick) : null;
        var asked = writes && disposition.Outcome == Disposition.AwaitingApproval ? parts.Ask?.Invoke(ApprovalPlan.QuestionOf(record, decision, resource, parts.Rules)) : null;
        var notice = writes ? Notices.Of(record, resource, asked?.Link) : null;
        var head = new MemoryHead(
            writes ? line : remembered.Head.Line,
            writes ? now : remembered.Head.LineAt,
            order is not null ? job.Tick : ordered ? remembered.Head.Order : null);

        var commit = parts.State.Begin(id).SaveState(subject.Memory.State, ServiceMemory.Version, now, new ServiceMemory(head, turn.State).Write());
        if (writes)
        {
            commit.Append(record);
        }

        if (asked is not null)
        {
            commit.Ask(asked.Record);
        }

        OutboxItem[] items = [.. new[] { order, notice?.ToItem() }.OfType<OutboxItem>()];
        foreach (var item in items)
        {
            commit.Enqueue(item);
        }

        return (await commit.RunAsync(cancellation)).Committed
            ? (new ResourceTurn(id, decision, writes ? disposition.Outcome : null), [.. items.Select(OutboxKey.Of)])
            : (new ResourceTurn(id), []);
    }

    /// <summary>Once a day somebody is told that a resource is not looked after because its state cannot be read.</summary>
    private async Task<IReadOnlyList<OutboxKey>> UnreadableAsync(Subject subject, DateTimeOffset now, CancellationToken cancellation)
    {
        if (subject.Memory.State is null || subject.Problem is not { } problem)
        {
            return [];
        }

        var item = Notices.Unreadable(subject.Memory.ResourceId, problem, now).ToItem();
        return await parts.State.Outbox.EnqueueAsync(item, cancellation) ? [OutboxKey.Of(item)] : [];
    }

    // An order that nobody has opened yet counts as a change under way.
    private async Task<bool> IsOrderedAsync(string id, DateTimeOffset? tick, CancellationToken cancellation) =>
        tick is { } given && await parts.State.Outbox.FindOpenAsync(id, given, ChangeOrder.RowId, cancellation) is not null;

    private FleetSituation FleetOf(SweepJob job, FleetResource resource, BlastUsage? usage)
    {
        // Advice is not held back by what others were allowed to change.
        var limited = resource.Settings.Mode is AdvisorMode.Auto or AdvisorMode.AutoUp && usage is not null;
        return new FleetSituation(
            job.RegionalUnitsLeft,
            limited ? parts.Options.MostChangesPerHour - usage!.Changes : null,
            limited ? parts.Options.MostUnitsPerHour - usage!.Units : null,
            resource.AutoscaleSetting is not null);
    }

    private async Task<Disposition> DisposeAsync(Decision decision, FleetResource resource, DateTimeOffset now, CancellationToken cancellation)
    {
        var free = Disposition.Of(decision.Action, resource.Settings.Mode, parts.Options, null);
        if (!free.Applies)
        {
            return free;
        }

        var disposition = Disposition.Of(decision.Action, resource.Settings.Mode, parts.Options, await parts.State.Fleet.PausedAsync(cancellation));
        return disposition.Applies && await RestingAsync(decision, now, cancellation) is { } why ? new Disposition(Disposition.Withheld, why) : disposition;
    }

    // A lock does not go away by asking every minute.
    private async Task<Reason?> RestingAsync(Decision decision, DateTimeOffset now, CancellationToken cancellation)
    {
        var since = now - parts.Options.RestAfterRefusal;
        var last = (await parts.State.Changes.QueryAsync(decision.ResourceId, since, now.AddTicks(1), null, 1, cancellation)).Records;
        return last is [{ State: ChangeState.Refused or ChangeState.Failed, ClosedAt: { } at } change] && at > since
            ? new Reason("RestingAfterRefusal", $"The change to {change.ToUnits} units ended as {change.State} ({change.Code}); the next is tried from {(at + parts.Options.RestAfterRefusal).UtcDateTime:HH:mm} on.")
            : null;
    }

    private DecisionRecord RecordOf(DateTimeOffset tick, Decision decision, FleetResource resource, Disposition disposition) => new()
    {
        ResourceId = decision.ResourceId,
        Tick = tick,
        Action = decision.Action,
        Outcome = disposition.Outcome,
        FromSku = resource.Sku,
        FromUnits = resource.Units,
        Sku = decision.AdvisedSku ?? decision.Sku,
        Units = decision.AdvisedUnits ?? decision.Units,
        Mode = resource.Settings.Mode,
        Reasons = disposition.Why is { } why ? [why, .. decision.Reasons] : [.. decision.Reasons],
        Details = parts.Details?.Invoke(decision),
        ChangeId = disposition.Applies || disposition.Outcome == Disposition.AwaitingApproval ? ChangeRecord.IdOf(decision.ResourceId, tick) : null,
    };

    /// <summary>What tells one line from the next: sizes, what was done and the reason, without figures that move every minute.</summary>
    private static string LineOf(DecisionRecord record) =>
        FormattableString.Invariant($"{record.Action}/{record.Outcome}/{record.FromUnits}/{record.Sku}/{record.Units}/{(record.Reasons is [var first, ..] ? first.Code : null)}");
}
