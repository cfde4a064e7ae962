using Advisor.Core.Alerting;
using Advisor.Core.Metrics;
using Advisor.Core.Scaling;
using Advisor.Runtime.Alerts;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.Links;
using Advisor.Runtime.State;

namespace Advisor.Runtime.Service;

/// <summary>What all resources of a batch share in their turns.</summary>
/// <param name="Allowance">What the batch may still order.</param>
/// <param name="Holds">Silences and mute windows.</param>
internal sealed record BatchView(SweepJob Job, MetricAnswer Metrics, BatchAllowance Allowance, AlertHolds Holds, DateTimeOffset Now)
{
    /// <summary>Set while all metrics of the region are zero at once.</summary>
    public ZeroMetrics? Outage { get; init; }
}

/// <summary>A resource that was decided upon and not written yet.</summary>
/// <param name="IsOrdered">Whether an order that nobody has opened yet was given.</param>
internal sealed record DecidedTurn(Subject Subject, bool IsOrdered, IReadOnlyList<MinuteSample> Series, TurnResult Result, Disposition? Disposition)
{
    /// <summary>Whether its size is being changed: by an order, by a change of Advisor that is open, or by somebody else as Azure shows it.</summary>
    public bool IsChanging => IsOrdered || Subject.Memory.OpenChange is not null || Subject.Resource is { IsUnderWay: true };

    /// <summary>When the metrics were last other than zero, the new minutes included.</summary>
    public MetricActivity Activity { get; init; } = MetricActivity.Unknown;

    /// <summary>Set where the zeros of this resource are taken for an outage of the metrics.</summary>
    public ZeroMetrics? Zeros { get; init; }

    /// <summary>Where it stands among the changes of a tick; null where it orders none.</summary>
    public ChangePriority? Priority => Disposition is { Applies: true } && Result.Decision is { } decision ? ChangePriorities.Of(decision) : null;
}

/// <summary>The turn of one resource: decide, look at its alerts, and write everything that follows from it at once.</summary>
internal sealed class ResourceTurns(ServiceParts parts)
{
    private static readonly TimeSpan OpenedWithin = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan LineRepeatedAfter = TimeSpan.FromDays(1);

    /// <summary>Decides about a resource whose memory can be read; writes nothing.</summary>
    public async Task<DecidedTurn> DecideAsync(BatchView batch, Subject subject, CancellationToken cancellation)
    {
        var id = subject.Memory.ResourceId;
        var ordered = await IsOrderedAsync(id, subject.Remembered!.Head.Order, cancellation);
        var failure = batch.Metrics.Failures.FirstOrDefault(f => string.Equals(f.ResourceId, id, StringComparison.OrdinalIgnoreCase));
        var series = failure is null ? batch.Metrics.Series.GetValueOrDefault(id) ?? [] : [];
        var activity = (subject.Remembered.Head.Activity ?? MetricActivity.Unknown).After(series, parts.Rules.Policy.Outage.Gap);
        var zeros = subject.IsNew || series.Count == 0 ? null : ZerosOf(activity, batch.Outage);
        var turn = new DecidedTurn(subject, ordered, series, new TurnResult(null, subject.Remembered.State, failure?.Text), null)
        {
            Activity = zeros is { Resources: > 0 } ? activity with { HeldAt = activity.ReadAt } : activity,
            Zeros = zeros,
        };
        return failure is null ? await DecideAsync(batch, turn, cancellation) : turn;
    }

    // Metrics of a region do not come back in the same minute everywhere: who was held and still has zeros waits for its own.
    private ZeroMetrics? ZerosOf(MetricActivity activity, ZeroMetrics? outage) => !activity.IsZero ? null
        : outage ?? (activity.HeldAt is { } held && activity.ReadAt - held <= parts.Rules.Policy.Outage.InUseFor && !(activity.ActiveAt > held)
            ? new ZeroMetrics((activity.ActiveAt ?? held).AddMinutes(1), 0)
            : null);

    private async Task<DecidedTurn> DecideAsync(BatchView batch, DecidedTurn turn, CancellationToken cancellation)
    {
        var (subject, resource, now) = (turn.Subject, turn.Subject.Resource!, batch.Now);

        // What is not believed is neither learned from nor decided upon: it counts as missing.
        IReadOnlyList<MinuteSample> believed = turn.Zeros is { } zeros
            ? [.. turn.Series.Select(sample => sample.Time >= zeros.Since && sample.Readings.IsZero ? sample with { Readings = default } : sample)]
            : turn.Series;
        var fleet = batch.Allowance.Of(resource) with { ZeroMetrics = turn.Zeros };
        var result = Turn.Of(parts.Rules, resource, subject.Remembered!.State, believed, turn.IsChanging, fleet, now);
        var disposition = result.Decision is { } decided
            ? Unsnoozed(await DisposeAsync(decided, resource, subject.Memory.Tally, now, cancellation), decided, resource, subject.Memory.Snooze, now)
            : null;
        return turn with { Result = result, Disposition = disposition };
    }

    /// <summary>
    /// Writes what was decided. Where the batch has ordered changes since, an order is decided once more with what they leave.
    /// </summary>
    public async Task<(ResourceTurn Turn, IReadOnlyList<OutboxKey> Messages)> WriteAsync(BatchView batch, DecidedTurn decidedTurn, CancellationToken cancellation)
    {
        if (decidedTurn.Priority is not null && batch.Allowance.IsTouched)
        {
            decidedTurn = await DecideAsync(batch, decidedTurn, cancellation);
        }

        var (subject, series, turn, disposition, ordered) = (decidedTurn.Subject, decidedTurn.Series, decidedTurn.Result, decidedTurn.Disposition, decidedTurn.IsOrdered);
        var (id, now, resource, remembered, changing) = (subject.Memory.ResourceId, batch.Now, subject.Resource!, subject.Remembered!, decidedTurn.IsChanging);
        if (decidedTurn.Priority is not null)
        {
            batch.Allowance.Take(turn.Decision!, resource);
        }

        // Whatever became of the metrics, the alerts have their turn: that nothing is known is one of them. Between two minutes there is
        // nothing to know: the time runs on, and the next minute counts all of it. While its metrics are out they stay as they are: the region has an alert.
        var alerts = turn.IsCurrent || decidedTurn.Zeros is not null
            ? new AlertTurn(decidedTurn.Zeros is null ? remembered.Alerts : remembered.Alerts with { NewestMetricsAt = decidedTurn.Activity.ReadAt }, [], [])
            : AlertsOf(batch, subject, resource, turn, disposition, changing, series);
        IReadOnlyList<AlertStatus> statuses = decidedTurn.Zeros is null
            ? [.. alerts.Alerts.Select(alert => alert.Status)]
            : [.. AlertMachine.Standing(parts.AlertingRules.Alerts, remembered.Alerts.Alerts).Select(alert => alert.Status)];
        var decision = turn.Decision is { } made ? made with { Alerts = statuses } : null;
        var writing = Writing(batch, remembered, resource, decision, disposition, decision is null ? null : CostOf(resource, decision, turn.State));
        var head = writing.Head with
        {
            Order = writing.Order is not null ? batch.Job.Tick : ordered ? remembered.Head.Order : null,
            QuotaCapped = IsQuotaCapped(decision) ? true : decision is null or { Action: ScalingAction.Hold } ? remembered.Head.QuotaCapped : null,
            Decisions = decision is null ? remembered.Head.Decisions : EvaluationRecords.Add(remembered.Head.Decisions, decision),
            Activity = decidedTurn.Activity,
            DataAt = EvaluationRecords.DataAt(series, remembered.Head.DataAt),
        };
        var commit = parts.State.Begin(id).SaveState(subject.Memory.State, ServiceMemory.Version, now, new ServiceMemory(head, turn.State, alerts.After).Write());
        var messages = writing.AddTo(commit);
        if (decision is not null || turn.Problem is not null)
        {
            // Without a new minute the record of the minute before stands.
            commit.Save(EvaluationRecords.Create(resource, decision, head, statuses, now));
        }

        // What proposes the change that a person is asked about has the link to the answer, whichever message comes first.
        var question = disposition?.Outcome == Disposition.AwaitingApproval ? head.Asked : null;
        foreach (var report in alerts.Reports)
        {
            commit.Enqueue((report.Proposal is null ? report : report with { ApproveLink = question }).ToItem());
        }

        return (await commit.RunAsync(cancellation)).Committed
            ? (new ResourceTurn(id, decision, writing.Record is null ? null : disposition?.Outcome, Problem: decision is null ? turn.Problem : null)
            {
                IsIdle = decision is not null && !changing && IsIdle(resource, decision, now),
                Asked = writing.Asked,
            }, messages)
            : (new ResourceTurn(id), []);
    }

    private bool IsIdle(FleetResource resource, Decision decision, DateTimeOffset now) =>
        parts.Rules.Catalog(resource.Service).Find(resource.Sku)?.Ladder is { } ladder
        && Idleness.Is(parts.Rules, decision, resource.Settings, ladder.AtLeast(resource.Settings.LeastUnits) ?? ladder.Greatest, now);

    private AlertTurn AlertsOf(
        BatchView batch, Subject subject, FleetResource resource, TurnResult turn, Disposition? disposition, bool changing, IReadOnlyList<MinuteSample> series)
    {
        var remembered = subject.Remembered!.Alerts;
        foreach (var sample in series)
        {
            remembered = remembered.Seen(parts.Rules.Alerts, sample);
        }

        var situation = new ResourceSituation
        {
            Rules = parts.AlertingRules,
            Resource = resource,
            Decision = turn.Decision,
            State = turn.State,
            Outcome = disposition?.Outcome,
            Withheld = disposition?.Why,
            Changing = changing,
            OpenChange = subject.Memory.OpenChange,
            Tally = subject.Memory.Tally,
            Closes = batch.Metrics.Closes.GetValueOrDefault(resource.Id),
            SystemErrorsPercent = series is [.., var newest] ? newest.Readings.SystemErrors : null,
            ConnectionsOpened = OpenedLately(series),
            RegionalUnitsLeft = batch.Job.RegionalUnitsLeft,
        };
        return AlertTurn.Of(situation, remembered, batch.Holds, batch.Now);
    }

    // Minutes that were caught up on after a pause are no news.
    private static double? OpenedLately(IReadOnlyList<MinuteSample> series) =>
        series is [.., var newest] ? series.Where(sample => newest.Time - sample.Time < OpenedWithin).Max(sample => sample.Readings.ConnectionOpenCount) : null;

    /// <summary>What a decision writes: a line where it says something new, and what follows from it.</summary>
    private TurnWriting Writing(BatchView batch, ServiceMemory remembered, FleetResource resource, Decision? decision, Disposition? disposition, string? cost)
    {
        if (decision is null || disposition is null)
        {
            return new TurnWriting(remembered.Head);
        }

        var record = RecordOf(batch.Job.Tick, decision, resource, disposition);
        var line = LineOf(record);
        if (!disposition.Applies && line == remembered.Head.Line && batch.Now - remembered.Head.LineAt <= LineRepeatedAfter)
        {
            return new TurnWriting(remembered.Head);
        }

        var asked = disposition.Outcome == Disposition.AwaitingApproval ? parts.Ask?.Invoke(ApprovalPlan.QuestionOf(record, decision, resource, cost)) : null;
        return new TurnWriting(remembered.Head with { Line = line, LineAt = batch.Now, Asked = asked is null ? null : AppLinks.Stored(asked.Link) })
        {
            Record = record,
            Asked = asked,
            Order = disposition.Applies ? OrderOf(batch, remembered.Head, decision, resource, cost).ToItem(record.ResourceId, batch.Job.Tick) : null,
            Notice = DecisionNotices.Of(record, resource, asked, cost)?.ToItem(),
        };
    }

    // What messages about the change say that it costs.
    private string? CostOf(FleetResource resource, Decision decision, ResourceState? state) => decision.Action == ScalingAction.Hold ? null : CostWords.Of(
        parts.Rules, resource, decision.AdvisedSku ?? decision.Sku, decision.AdvisedUnits ?? decision.Units, state?.MessagesPerMonth, state?.MessagesPerMinute);

    private static ChangeOrder OrderOf(BatchView batch, MemoryHead head, Decision decision, FleetResource resource, string? cost) =>
        ChangeOrder.Of(decision, resource, cost, batch.Now) with
        {
            AsksQuota = decision.Units > resource.Units && (IsQuotaCapped(decision) || head.QuotaCapped == true || batch.Job.QuotaRefusedAt is not null) ? true : null,
        };

    private static bool IsQuotaCapped(Decision? decision) => decision?.Reasons.Any(reason => reason.Code == ReasonCodes.RegionalQuota) == true;

    /// <summary>Once a day a message says that a resource is not evaluated because its state cannot be read.</summary>
    public async Task<IReadOnlyList<OutboxKey>> UnreadableAsync(Subject subject, DateTimeOffset now, CancellationToken cancellation)
    {
        if (subject.Memory.State is null || subject.Problem is not { } problem)
        {
            return [];
        }

        var item = StateNotices.Unreadable(subject.Memory.ResourceId, problem, now).ToItem();
        return await parts.State.Outbox.EnqueueAsync(item, cancellation) ? [OutboxKey.Of(item)] : [];
    }

    // An order that nobody has opened yet counts as a change under way.
    private async Task<bool> IsOrderedAsync(string id, DateTimeOffset? tick, CancellationToken cancellation) =>
        tick is { } given && await parts.State.Outbox.FindOpenAsync(OutboxKind.Change, id, given, ChangeOrder.RowId, cancellation) is not null;

    private static Disposition Unsnoozed(Disposition disposition, Decision decision, FleetResource resource, RecommendationSnooze? snooze, DateTimeOffset now) =>
        disposition.Outcome is Disposition.Recommended or Disposition.AwaitingApproval
        && snooze?.Covers(resource.Sku, resource.Units, decision.AdvisedSku ?? decision.Sku, decision.AdvisedUnits ?? decision.Units, now) == true
            ? new Disposition(Disposition.Snoozed, RecommendationSnoozes.ReasonOf(snooze))
            : disposition;

    private async Task<Disposition> DisposeAsync(Decision decision, FleetResource resource, ChangeTally? tally, DateTimeOffset now, CancellationToken cancellation)
    {
        var free = Disposition.Of(decision.Action, decision.Units > resource.Units, resource.Settings.Mode, parts.Options, null);
        if (!free.Applies)
        {
            return free;
        }

        var disposition = Disposition.Of(decision.Action, decision.Units > resource.Units, resource.Settings.Mode, parts.Options, await parts.State.Fleet.PausedAsync(cancellation));
        return disposition.Applies && Resting(tally, now) is { } why ? new Disposition(Disposition.Withheld, why) : disposition;
    }

    // A lock does not go away by asking every minute; a quota is remembered by its region until the use changes. The tally has how the last change ended and when, however long ago it was decided.
    private Reason? Resting(ChangeTally? tally, DateTimeOffset now) =>
        tally is { State: ChangeState.Refused or ChangeState.Failed, Code: not ChangeSteps.Quota } last && now < last.At + parts.Options.RestAfterRefusal
            ? new Reason("RestingAfterRefusal", $"The change to {last.ToUnits} units ended as {last.State} ({last.Code}); the next is tried from {(last.At + parts.Options.RestAfterRefusal).UtcDateTime:HH:mm} on.")
            : null;

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
