using System.Globalization;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Service.Change;
using Advisor.Service.Evaluate;
using Advisor.Service.Notify;
using Advisor.Service.Tick;
using Advisor.State.Changes;
using Advisor.State.Notifications;
using Advisor.State.Rows;

namespace Advisor.Service;

/// <summary>What one round did.</summary>
/// <param name="Resources">Resources that had their turn.</param>
/// <param name="Problems">Those of them, and scopes, that could not be read.</param>
/// <param name="IsComplete">Whether every batch of the tick is done.</param>
public sealed record WatchTick(DateTimeOffset Tick, int Resources, IReadOnlyList<string> Problems, bool IsComplete);

/// <summary>
/// The whole service in one process: a tick at a time, each message handled where the Functions app would put it on a queue.
/// </summary>
/// <param name="report">Takes one line for everything that a person should see.</param>
public sealed class WatchLoop(
    ServiceDependencies parts,
    IEnumerable<INotificationChannel> channels,
    TimeProvider time,
    Action<string> report
)
{
    private const int MaxDeliveries = 1000;

    private readonly TickPlanner planner = new(parts);
    private readonly BatchEvaluator evaluator = new(parts);
    private readonly ChangeApplier applier = new(parts);
    private readonly NotificationGrouping grouping = new(parts);
    private readonly NotificationDelivery delivery = new(parts, channels);
    private readonly UnrecordedDecisions unrecorded = new(parts);
    private IReadOnlyList<string> reportedProblems = [];

    /// <summary>
    /// Takes the line of a decision that asks a person, with the link that answers, which stands in no log; null = the line goes without
    /// it.
    /// </summary>
    public Action<string, Uri>? ReportApproval { get; init; }

    /// <summary>One tick, with everything that it causes.</summary>
    public async Task<WatchTick> RunOnceAsync(CancellationToken cancellation)
    {
        var (resources, problems, messages) = (0, new List<string>(), new List<OutboxKey>());
        var tick = parts.Options.TickAt(time.GetUtcNow());
        var started = TickResult.Empty(tick);
        await RunStepAsync("plan", problems, async () => started = await planner.PlanAsync(time.GetUtcNow(), cancellation), cancellation);
        problems.AddRange(started.Failures.Select(f => $"{f.ResourceId}: {f.Text}"));
        messages.AddRange(started.Messages);
        foreach (var job in started.Batches)
        {
            await RunStepAsync(
                "evaluate",
                problems,
                async () =>
                {
                    var batch = await evaluator.RunAsync(job, time.GetUtcNow(), cancellation);
                    resources += batch.Evaluations.Select(turn => turn.ResourceId).Distinct(StringComparer.OrdinalIgnoreCase).Count();
                    problems.AddRange(
                        batch.Evaluations.Where(turn => turn.Problem is not null).Select(turn => $"{turn.ResourceId}: {turn.Problem}")
                    );
                    messages.AddRange(batch.Messages);
                    problems.AddRange(batch.HoldReason is { } held ? [held] : []);
                    Report(batch.Evaluations);
                },
                cancellation
            );
        }

        foreach (var key in await applier.SortByPriorityAsync(messages, cancellation))
        {
            await RunStepAsync(
                "change",
                problems,
                async () => Report(await applier.RunAsync(key, time.GetUtcNow(), cancellation)),
                cancellation
            );
        }

        await RunStepAsync("complete", problems, () => planner.CompleteAsync(started.Tick, time.GetUtcNow(), cancellation), cancellation);
        await RunStepAsync("group", problems, () => grouping.RunAsync(time.GetUtcNow(), cancellation), cancellation);
        problems.AddRange(grouping.Problem is { } stuck ? [stuck] : []);
        await RunStepAsync("deliver", problems, () => DeliverAsync(cancellation), cancellation);
        var heartbeat = await parts.State.Fleet.FindHeartbeatAsync(cancellation);
        return new WatchTick(started.Tick, resources, problems, heartbeat?.Tick >= started.Tick);
    }

    /// <summary>
    /// The last catch of a tick: whatever a step ends in is told and counted, and the other steps go on. What the store says of itself is
    /// left to <see cref="TickAsync"/>, and a batch that was not done keeps the heartbeat back.
    /// </summary>
    private static async Task RunStepAsync(string step, List<string> problems, Func<Task> work, CancellationToken cancellation)
    {
        try
        {
            await work();
        }
        catch (Exception e) when (e is not StateStoreException and not OutOfMemoryException && !cancellation.IsCancellationRequested)
        {
            ServiceTelemetry.RecordFault(step, e);
            problems.Add(
                $"The step '{step}' of the tick failed ({e.GetType().Name}: {e.Message.ReplaceLineEndings(" ")}): "
                    + "the next tick tries again."
            );
        }
    }

    /// <summary>Tick after tick until it is cancelled.</summary>
    public async Task RunAsync(CancellationToken cancellation)
    {
        while (true)
        {
            await TickAsync(cancellation);
            var now = time.GetUtcNow();
            await Task.Delay(parts.Options.TickAt(now) + parts.Options.Interval - now, time, cancellation);
        }
    }

    /// <summary>
    /// One tick whose troubles are told, each when it begins; one that the state store caused and that may pass costs this tick and no
    /// more.
    /// </summary>
    /// <returns>Null where the state could not be reached.</returns>
    public async Task<WatchTick?> TickAsync(CancellationToken cancellation)
    {
        WatchTick? round = null;
        IReadOnlyList<string> problems;
        try
        {
            round = await RunOnceAsync(cancellation);
            problems = round.Problems;
        }
        catch (StateStoreException e) when (e.IsTransient)
        {
            problems =
            [
                $"The state could not be reached: {e.Message}",
                .. e.Code == StateStoreException.Full ? await unrecorded.DecideAsync(time.GetUtcNow(), cancellation) : [],
            ];
        }

        foreach (var problem in problems.Except(reportedProblems, StringComparer.Ordinal))
        {
            report($"{FormatTime(time.GetUtcNow())} {problem}");
        }

        reportedProblems = problems;
        return round;
    }

    // Channels side by side, so that a slow one holds up no other; the messages of one by their age, since what waits for another comes
    // after it.
    private async Task DeliverAsync(CancellationToken cancellation)
    {
        var due = (await parts.State.ListDueAsync(time.GetUtcNow(), MaxDeliveries, cancellation)).Where(item =>
            item.Kind == OutboxKind.Delivery
        );
        var problems = await Task.WhenAll(
            due.GroupBy(item => item.Target, StringComparer.Ordinal).Select(items => DeliverAsync(items, cancellation))
        );
        foreach (var problem in problems.SelectMany(some => some))
        {
            report($"{FormatTime(time.GetUtcNow())} a notification was not delivered {problem}");
        }
    }

    private async Task<IReadOnlyList<string>> DeliverAsync(IEnumerable<OutboxItem> items, CancellationToken cancellation)
    {
        var problems = new List<string>();
        foreach (var item in items)
        {
            var outcome = await delivery.RunAsync(OutboxKey.FromItem(item), time.GetUtcNow(), cancellation);
            problems.AddRange(
                outcome.Problem is { } problem
                    ? [$"({(outcome.State == DeliveryState.DeadLettered ? "dead-lettered" : "tried again later")}): {problem}"]
                    : []
            );
        }

        return problems;
    }

    private void Report(IEnumerable<ResourceEvaluation> turns)
    {
        foreach (var turn in turns)
        {
            if (turn.Change is { IsOpen: false } change)
            {
                Report(change);
            }
            else if (turn is { Decision: { Action: not ScalingAction.Hold } decision, Outcome: { } outcome })
            {
                var reason = decision.Reasons.Count > 0 ? decision.Reasons[0].Text : "";
                var line = string.Create(
                    CultureInfo.InvariantCulture,
                    $"{FormatTime(time.GetUtcNow())} {ResourceIds.GetName(turn.ResourceId)}: "
                        + $"{DescribeAction(decision.Action)} {decision.AdvisorySku ?? decision.Sku} x "
                        + $"{decision.AdvisoryUnits ?? decision.Units}, {DescribeAction(outcome)}. {reason}"
                );
                if (turn.Approval is { } asked && ReportApproval is { } withLink)
                {
                    withLink(line, asked.Link);
                }
                else
                {
                    report(line);
                }
            }
        }
    }

    private void Report(ApplyOutcome outcome)
    {
        if (outcome.Problem is { } problem)
        {
            report($"{FormatTime(time.GetUtcNow())} {problem}");
        }
        else if (outcome.Change is { IsOpen: false } change)
        {
            Report(change);
        }
    }

    private void Report(ChangeRecord change) =>
        report(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{FormatTime(time.GetUtcNow())} {ResourceIds.GetName(change.ResourceId)}: "
                    + $"{change.FromSku} x {change.FromUnits} to {change.ToSku} x {change.ToUnits} "
                    + $"{change.State.ToString().ToLowerInvariant()}. {change.Text}"
            )
        );

    internal static string DescribeAction(ScalingAction action) =>
        action switch
        {
            ScalingAction.ScaleOut => "scale out to",
            ScalingAction.ScaleIn => "scale in to",
            ScalingAction.ChangeTier => "change tier to",
            _ => "advisory:",
        };

    private static string DescribeAction(string outcome) => outcome == DecisionHandling.AwaitingApproval ? "waiting for approval" : outcome;

    private static string FormatTime(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd HH:mm'Z'", CultureInfo.InvariantCulture);
}
