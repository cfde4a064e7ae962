using System.Globalization;
using Advisor.Core.Scaling;
using Advisor.Runtime.Alerts;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.State;

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
    private IReadOnlyList<string> told = [];

    /// <summary>One tick, with everything that it causes.</summary>
    public async Task<WatchRound> RunOnceAsync(CancellationToken cancellation)
    {
        var started = await sweep.RunAsync(time.GetUtcNow(), cancellation);
        var problems = started.Failures.Select(f => $"{f.ResourceId}: {f.Text}").ToList();
        var messages = new List<OutboxKey>(started.Messages);
        var resources = 0;
        foreach (var job in started.Jobs)
        {
            var batch = await evaluate.RunAsync(job, time.GetUtcNow(), cancellation);
            resources += batch.Turns.Select(turn => turn.ResourceId).Distinct(StringComparer.OrdinalIgnoreCase).Count();
            problems.AddRange(batch.Turns.Where(turn => turn.Problem is not null).Select(turn => $"{turn.ResourceId}: {turn.Problem}"));
            messages.AddRange(batch.Messages);
            Tell(batch.Turns);
        }

        await ApplyAsync(messages, cancellation);
        await sweep.ConcludeAsync(started.Tick, time.GetUtcNow(), cancellation);
        await gather.RunAsync(time.GetUtcNow(), cancellation);
        await DeliverAsync(cancellation);
        var heartbeat = await parts.State.Fleet.HeartbeatAsync(cancellation);
        return new WatchRound(started.Tick, resources, problems, heartbeat?.Tick >= started.Tick);
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
            problems = [$"The state could not be reached: {e.Message}"];
        }

        foreach (var problem in problems.Except(told, StringComparer.Ordinal))
        {
            report($"{Clock(time.GetUtcNow())} {problem}");
        }

        told = problems;
        return round;
    }

    private async Task ApplyAsync(IReadOnlyList<OutboxKey> messages, CancellationToken cancellation)
    {
        foreach (var key in messages.Where(m => m.Kind == OutboxKind.Change))
        {
            var outcome = await apply.RunAsync(key, time.GetUtcNow(), cancellation);
            Tell(outcome);
        }
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
                report(string.Create(
                    CultureInfo.InvariantCulture,
                    $"{Clock(time.GetUtcNow())} {ResourceIds.NameOf(turn.ResourceId)}: {Words(decision.Action)} to {decision.AdvisedSku ?? decision.Sku} x {decision.AdvisedUnits ?? decision.Units}, {outcome}. {reason}"));
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

    private static string Words(ScalingAction action) => action switch
    {
        ScalingAction.ScaleOut => "scale out",
        ScalingAction.ScaleIn => "scale in",
        ScalingAction.ChangeTier => "change the tier",
        _ => "advice",
    };

    private static string Clock(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd HH:mm'Z'", CultureInfo.InvariantCulture);
}
