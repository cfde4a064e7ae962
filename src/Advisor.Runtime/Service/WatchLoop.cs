using System.Globalization;
using Advisor.Core.Scaling;
using Advisor.Runtime.Alerts;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.State;
using Advisor.Runtime.Telemetry;

namespace Advisor.Runtime.Service;

/// <summary>What one round did.</summary>
/// <param name="Resources">Resources that had their turn.</param>
/// <param name="Problems">Those of them, and scopes, that could not be read.</param>
/// <param name="Complete">Whether every batch of the tick is done.</param>
public sealed record WatchRound(DateTimeOffset Tick, int Resources, IReadOnlyList<string> Problems, bool Complete);

/// <summary>The whole service in one process: a tick at a time, each message handled where the Functions app would put it on a queue.</summary>
/// <param name="report">Takes one line for everything that a person should see.</param>
public sealed class WatchLoop(ServiceParts parts, IEnumerable<INotificationChannel> channels, TimeProvider time, Action<string> report)
{
    private const int MostDeliveries = 1000;

    private readonly Sweep sweep = new(parts);
    private readonly EvaluateBatch evaluate = new(parts);
    private readonly ApplyChange apply = new(parts);
    private readonly Gather gather = new(parts);
    private readonly Deliver deliver = new(parts, channels);
    private readonly UnrecordedDecisions unrecorded = new(parts);
    private IReadOnlyList<string> told = [];

    /// <summary>Takes the line of a decision that asks a person, with the link that answers, which stands in no log; null = the line goes without it.</summary>
    public Action<string, Uri>? ReportAsked { get; init; }

    /// <summary>One tick, with everything that it causes.</summary>
    public async Task<WatchRound> RunOnceAsync(CancellationToken cancellation)
    {
        var (resources, problems, messages) = (0, new List<string>(), new List<OutboxKey>());
        var tick = parts.Options.TickOf(time.GetUtcNow());
        var started = SweepResult.Nothing(tick);
        await StepAsync("sweep", problems, async () => started = await sweep.RunAsync(time.GetUtcNow(), cancellation), cancellation);
        problems.AddRange(started.Failures.Select(f => $"{f.ResourceId}: {f.Text}"));
        messages.AddRange(started.Messages);
        foreach (var job in started.Jobs)
        {
            await StepAsync(
                "evaluate",
                problems,
                async () =>
                {
                    var batch = await evaluate.RunAsync(job, time.GetUtcNow(), cancellation);
                    resources += batch.Turns.Select(turn => turn.ResourceId).Distinct(StringComparer.OrdinalIgnoreCase).Count();
                    problems.AddRange(batch.Turns.Where(turn => turn.Problem is not null).Select(turn => $"{turn.ResourceId}: {turn.Problem}"));
                    messages.AddRange(batch.Messages);
                    problems.AddRange(batch.Held is { } held ? [held] : []);
                    Tell(batch.Turns);
                },
                cancellation);
        }

        foreach (var key in await apply.InOrderAsync(messages, cancellation))
        {
            await StepAsync("apply", problems, async () => Tell(await apply.RunAsync(key, time.GetUtcNow(), cancellation)), cancellation);
        }

        await StepAsync("conclude", problems, () => sweep.ConcludeAsync(started.Tick, time.GetUtcNow(), cancellation), cancellation);
        await StepAsync("gather", problems, () => gather.RunAsync(time.GetUtcNow(), cancellation), cancellation);
        problems.AddRange(gather.Problem is { } stuck ? [stuck] : []);
        await StepAsync("deliver", problems, () => DeliverAsync(cancellation), cancellation);
        var heartbeat = await parts.State.Fleet.HeartbeatAsync(cancellation);
        return new WatchRound(started.Tick, resources, problems, heartbeat?.Tick >= started.Tick);
    }

    /// <summary>
    /// The last catch of a tick: whatever a step ends in is told and counted, and the other steps go on. What the store says of itself is left to
    /// <see cref="TickAsync"/>, and a batch that was not done keeps the heartbeat back.
    /// </summary>
    private static async Task StepAsync(string step, List<string> problems, Func<Task> work, CancellationToken cancellation)
    {
        try
        {
            await work();
        }
        catch (Exception e) when (e is not StateStoreException and not OutOfMemoryException && !cancellation.IsCancellationRequested)
        {
            ServiceTelemetry.Faulted(step, e);
            problems.Add($"The step '{step}' of the tick failed ({e.GetType().Name}: {e.Message.ReplaceLineEndings(" ")}): the next tick tries again.");
        }
    }

    /// <summary>Tick after tick until it is cancelled.</summary>
    public async Task RunAsync(CancellationToken cancellation)
    {
        while (true)
        {
            await TickAsync(cancellation);
            var now = time.GetUtcNow();
            await Task.Delay(parts.Options.TickOf(now) + parts.Options.Interval - now, time, cancellation);
        }
    }

    /// <summary>One tick whose troubles are told, each when it begins; one that the state store caused and that may pass costs this tick and no more.</summary>
    /// <returns>Null where the state could not be reached.</returns>
    public async Task<WatchRound?> TickAsync(CancellationToken cancellation)
    {
        WatchRound? round = null;
        IReadOnlyList<string> problems;
        try
        {
            round = await RunOnceAsync(cancellation);
            problems = round.Problems;
        }
        catch (StateStoreException e) when (e.IsTransient)
        {
            problems = [$"The state could not be reached: {e.Message}", .. e.Code == StateStoreException.Full ? await unrecorded.DecideAsync(time.GetUtcNow(), cancellation) : []];
        }

        foreach (var problem in problems.Except(told, StringComparer.Ordinal))
        {
            report($"{Clock(time.GetUtcNow())} {problem}");
        }

        told = problems;
        return round;
    }

    // Channels side by side, so that a slow one holds up no other; the messages of one by their age, since what waits for another comes after it.
    private async Task DeliverAsync(CancellationToken cancellation)
    {
        var due = (await parts.State.DueAsync(time.GetUtcNow(), MostDeliveries, cancellation)).Where(item => item.Kind == OutboxKind.Delivery);
        var problems = await Task.WhenAll(due.GroupBy(item => item.Target, StringComparer.Ordinal).Select(items => DeliverAsync(items, cancellation)));
        foreach (var problem in problems.SelectMany(some => some))
        {
            report($"{Clock(time.GetUtcNow())} a notification was not delivered {problem}");
        }
    }

    private async Task<IReadOnlyList<string>> DeliverAsync(IEnumerable<OutboxItem> items, CancellationToken cancellation)
    {
        var problems = new List<string>();
        foreach (var item in items)
        {
            var outcome = await deliver.RunAsync(OutboxKey.Of(item), time.GetUtcNow(), cancellation);
            problems.AddRange(outcome.Problem is { } problem ? [$"({(outcome.State == DeliveryState.Parked ? "given up" : "tried again later")}): {problem}"] : []);
        }

        return problems;
    }

    private void Tell(IEnumerable<ResourceTurn> turns)
    {
        foreach (var turn in turns)
        {
            if (turn.Change is { IsOpen: false } change)
            {
                Tell(change);
            }
            else if (turn is { Decision: { Action: not ScalingAction.Hold } decision, Outcome: { } outcome })
            {
                var reason = decision.Reasons.Count > 0 ? decision.Reasons[0].Text : "";
                var line = string.Create(
                    CultureInfo.InvariantCulture,
                    $"{Clock(time.GetUtcNow())} {ResourceIds.NameOf(turn.ResourceId)}: {Words(decision.Action)} to {decision.AdvisedSku ?? decision.Sku} x {decision.AdvisedUnits ?? decision.Units}, {Words(outcome)}. {reason}");
                if (turn.Asked is { } asked && ReportAsked is { } withLink)
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

    private void Tell(ApplyOutcome outcome)
    {
        if (outcome.Problem is { } problem)
        {
            report($"{Clock(time.GetUtcNow())} {problem}");
        }
        else if (outcome.Change is { IsOpen: false } change)
        {
            Tell(change);
        }
    }

    private void Tell(ChangeRecord change) => report(string.Create(
        CultureInfo.InvariantCulture,
        $"{Clock(time.GetUtcNow())} {ResourceIds.NameOf(change.ResourceId)}: {change.FromSku} x {change.FromUnits} to {change.ToSku} x {change.ToUnits} {change.State.ToString().ToLowerInvariant()}. {change.Text}"));

    internal static string Words(ScalingAction action) => action switch
    {
        ScalingAction.ScaleOut => "scale out",
        ScalingAction.ScaleIn => "scale in",
        ScalingAction.ChangeTier => "change the tier",
        _ => "advice",
    };

    private static string Words(string outcome) => outcome == Disposition.AwaitingApproval ? "waiting for approval" : outcome;

    private static string Clock(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd HH:mm'Z'", CultureInfo.InvariantCulture);
}
