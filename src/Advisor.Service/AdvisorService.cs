using Advisor.Service.Change;
using Advisor.Service.Evaluate;
using Advisor.Service.Notify;
using Advisor.Service.Tick;

namespace Advisor.Service;

/// <summary>
/// The stages of a tick, in their order. The Functions app calls each from its own trigger, <c>watch</c> and <c>serve</c> call one after
/// another. Each may be repeated, come late or run on several instances at once: what is written decides what is left to do.
/// </summary>
/// <remarks>Keep the object: it remembers the list of the resources between two ticks.</remarks>
/// <param name="channels">All that the settings have.</param>
public sealed class AdvisorService(ServiceDependencies dependencies, IEnumerable<INotificationChannel> channels)
{
    private readonly TickPlanner planner = new(dependencies);
    private readonly BatchEvaluator evaluator = new(dependencies);
    private readonly ChangeApplier applier = new(dependencies);
    private readonly TickCompletion completion = new(dependencies);
    private readonly NotificationGrouping grouping = new(dependencies);
    private readonly NotificationDelivery delivery = new(dependencies, channels);

    public ServiceDependencies Dependencies => dependencies;

    /// <summary>Why the last grouping sent nothing; null where it worked.</summary>
    public string? GroupingProblem => grouping.Problem;

    /// <summary>Plans the tick that an instant belongs to: its batches, and what earlier ticks left open.</summary>
    public Task<TickResult> PlanTickAsync(DateTimeOffset now, CancellationToken cancellation) => planner.PlanAsync(now, cancellation);

    /// <summary>Says that this process works on a batch of a tick.</summary>
    /// <returns>To be ended or disposed of when the batch is complete or has failed.</returns>
    public BatchInProgress BeginBatch(DateTimeOffset tick) => completion.BeginBatch(tick);

    /// <summary>Evaluates the resources of one batch: reads, decides and records.</summary>
    public Task<BatchResult> EvaluateBatchAsync(EvaluationBatch batch, DateTimeOffset now, CancellationToken cancellation) =>
        evaluator.RunAsync(batch, now, cancellation);

    /// <summary>The change requests among some messages, those first that the change rate limit must not keep out.</summary>
    public Task<IReadOnlyList<OutboxKey>> SortChangesAsync(IEnumerable<OutboxKey> messages, CancellationToken cancellation) =>
        applier.SortByPriorityAsync(messages, cancellation);

    /// <summary>Starts one change. Later ticks follow it to its end.</summary>
    public Task<ApplyOutcome> ApplyChangeAsync(OutboxKey change, DateTimeOffset now, CancellationToken cancellation) =>
        applier.RunAsync(change, now, cancellation);

    /// <summary>Completes a tick whose batches are all complete: heartbeat and retention.</summary>
    /// <returns>True for the one call that completed it: its caller groups the notifications of the tick.</returns>
    public Task<bool> CompleteTickAsync(DateTimeOffset tick, DateTimeOffset now, CancellationToken cancellation) =>
        completion.CompleteAsync(tick, now, cancellation);

    /// <summary>Groups alerts and notices into one notification for each team and channel.</summary>
    /// <returns>The deliveries that were enqueued.</returns>
    public Task<IReadOnlyList<OutboxKey>> GroupNotificationsAsync(DateTimeOffset now, CancellationToken cancellation) =>
        grouping.RunAsync(now, cancellation);

    /// <summary>Groups notices alone: they wait for no tick.</summary>
    /// <returns>The deliveries that were enqueued.</returns>
    public Task<IReadOnlyList<OutboxKey>> GroupNoticesAsync(DateTimeOffset now, CancellationToken cancellation) =>
        grouping.GroupNoticesAsync(now, cancellation);

    /// <summary>Delivers one notification.</summary>
    public Task<DeliveryOutcome> DeliverAsync(OutboxKey notification, DateTimeOffset now, CancellationToken cancellation) =>
        delivery.RunAsync(notification, now, cancellation);
}
