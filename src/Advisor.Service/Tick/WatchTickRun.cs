using Advisor.Service.Changes;
using Advisor.Service.Evaluation;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store.Rows;
using Advisor.Service.Telemetry;

namespace Advisor.Service.Tick;

/// <summary>
/// Runs the stages of one tick, one after another. A stage that fails, or meets a row that cannot be read, is reported and counted, and
/// the next stages run; a fault of the state store itself ends the tick and is handled by <see cref="WatchLoop"/>.
/// </summary>
internal sealed class WatchTickRun(
    AdvisorService service,
    TimeProvider time,
    WatchReport report,
    DeliveryLanes lanes,
    int concurrentBatches,
    CancellationToken cancellation
)
{
    // Of each channel; the rest follows at the next tick.
    private const int MaxDeliveries = 1000;

    private readonly DateTimeOffset begun = time.GetUtcNow();
    private readonly List<string> problems = [];
    private readonly List<string> notes = [];
    private readonly List<ResourceEvaluation> failed = [];
    private List<OutboxKey> messages = [];
    private TickResult tick = TickResult.Empty(service.Setup.Options.FloorToTick(time.GetUtcNow()));
    private int resources;

    public async Task<WatchTick> RunAsync()
    {
        await RunStageAsync("digest", () => service.EnqueueDigestsAsync(time.GetUtcNow(), cancellation));
        await RunStageAsync("plan", PlanAsync);
        await RepeatWhileAsync(
            async () =>
            {
                await RepeatWhileAsync(EvaluateAsync, "change", ApplyFoundAsync);
                await ApplyFoundAsync();
            },
            "group",
            SendFoundAsync
        );
        problems.AddRange(ProblemLines.Create(failed));
        await RunStageAsync("complete", () => service.CompleteTickAsync(tick.Tick, time.GetUtcNow(), cancellation));
        await RunStageAsync("group", GroupAsync);
        problems.AddRange(service.GroupingProblem is { } problem ? [problem] : []);
        await RunStageAsync("report", () => service.EnqueueReportsAsync(time.GetUtcNow(), cancellation));
        await RunStageAsync("deliver", DeliverAsync);
        return new WatchTick(resources + tick.CompletedBatches.Sum(batch => batch.Resources), problems)
        {
            Notes = [.. tick.Notes, .. notes],
            EarlierFailures = tick.CompletedBatches.Sum(batch => batch.Failures),
        };
    }

    private async Task PlanAsync()
    {
        tick = await service.PlanTickAsync(time.GetUtcNow(), cancellation);
        problems.AddRange(tick.Failures.Select(failure => $"{failure.ResourceId}: {failure.Text}"));
        messages.AddRange(tick.Messages);
    }

    // The first tick of many resources takes minutes, and a region may not answer: what the other batches have found is sent, and applied,
    // once an interval meanwhile. Neither waits for the other: a channel may be slow, and a request without an answer takes two minutes.
    private Task RepeatWhileAsync(Func<Task> work, string stage, Func<Task> round) =>
        concurrentBatches > 1
            ? Meanwhile.RunAsync(work, () => TryAsync(stage, round), service.Setup.Options.Interval, time, cancellation)
            : work();

    private static async Task TryAsync(string stage, Func<Task> round)
    {
        try
        {
            await round();
        }
        catch (StateStoreException e) when (e.IsTransient)
        {
            // The next round does it, or the tick itself, which ends where the fault lasts; a change is applied by the next tick then.
            ServiceTelemetry.RecordFault(stage, e);
        }
    }

    private async Task SendFoundAsync()
    {
        await RunStageAsync("group", GroupAsync);
        await RunStageAsync("deliver", DeliverAsync);
    }

    private Task EvaluateAsync() =>
        Parallel.ForEachAsync(
            tick.Batches,
            new ParallelOptions { MaxDegreeOfParallelism = concurrentBatches, CancellationToken = cancellation },
            async (batch, _) =>
                await RunStageAsync(
                    "evaluate",
                    async () => Add(await service.EvaluateBatchAsync(batch, time.GetUtcNow(), cancellation, IsOverdue))
                )
        );

    // Where another tick follows, known resources do not wait for the histories of many new ones.
    private bool IsOverdue() => !lanes.Waits && time.GetUtcNow() - begun >= service.Setup.Options.Interval;

    private void Add(BatchResult result)
    {
        lock (problems)
        {
            resources += result.Evaluations.Select(e => e.ResourceId).Distinct(StringComparer.OrdinalIgnoreCase).Count();
            failed.AddRange(result.Evaluations.Where(e => e.Problem is not null));
            problems.AddRange(result.HoldReason is { } hold ? [hold] : []);
            notes.AddRange(result.Notes);
            messages.AddRange(result.Messages);
            report.Write(result.Evaluations);
        }
    }

    // What a long tick has found is sorted among itself: as in ChangeApplier, a change waits an interval for more urgent ones, no longer.
    private async Task ApplyFoundAsync()
    {
        List<OutboxKey> found;
        lock (problems)
        {
            (found, messages) = (messages, []);
        }

        await OverlappingRequests.RunAsync(await service.SortChangesAsync(found, cancellation), ApplyAsync);
    }

    // The order is that of the change rate limit: a change begins when the request of the one before it is under way.
    private Task ApplyAsync(OutboxKey change, Action requested) =>
        RunStageAsync(
            "change",
            async () =>
            {
                var outcome = await service.ApplyChangeAsync(
                    change,
                    time.GetUtcNow(),
                    cancellation,
                    concurrentBatches > 1 ? requested : null
                );
                lock (problems)
                {
                    report.Write(outcome);
                }
            }
        );

    private Task GroupAsync() => service.GroupNotificationsAsync(time.GetUtcNow(), cancellation);

    // Channels in parallel, so that a slow one delays no other; the notifications of one channel by age, since a later one of an incident
    // waits for the earlier one.
    private async Task DeliverAsync()
    {
        var due = await service.Delivery.ListDueAsync(time.GetUtcNow(), MaxDeliveries, cancellation);
        var outcomes = await lanes.RunAsync(due, DeliverAsync);
        lock (problems)
        {
            foreach (var outcome in outcomes)
            {
                Add(outcome);
            }
        }
    }

    // A receiver that is down fails for each message and attempt: what is retried is a note, which repeats once an hour.
    private void Add(DeliveryOutcome outcome)
    {
        var line = WatchReport.Describe(outcome);
        if (outcome.State == DeliveryState.DeadLettered)
        {
            report.Write(line);
        }
        else
        {
            notes.Add(line);
        }
    }

    private async Task<IReadOnlyList<DeliveryOutcome>> DeliverAsync(IEnumerable<OutboxItem> items)
    {
        var undelivered = new List<DeliveryOutcome>();
        foreach (var item in items)
        {
            DeliveryOutcome outcome;
            do
            {
                outcome = await service.DeliverAsync(OutboxKey.FromItem(item), time.GetUtcNow(), cancellation);
                undelivered.AddRange(outcome.Problem is null ? [] : [outcome]);
            } while (outcome.Earlier is not null);
        }

        return undelivered;
    }

    private async Task RunStageAsync(string stage, Func<Task> run)
    {
        try
        {
            await run();
        }
        catch (Exception e)
            when (e is StateStoreException store ? store.IsOfRow : e is not OutOfMemoryException && !cancellation.IsCancellationRequested)
        {
            ServiceTelemetry.RecordFault(stage, e);
            lock (problems)
            {
                problems.Add(
                    e is StateStoreException
                        ? e.Message
                        : $"The step '{stage}' of the tick failed ({e.GetType().Name}: {e.Message.ReplaceLineEndings(" ")}): "
                            + "the next tick retries it."
                );
            }
        }
    }
}
