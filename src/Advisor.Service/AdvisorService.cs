using Advisor.Service.Change;
using Advisor.Service.Evaluate;
using Advisor.Service.Notify;
using Advisor.Service.Recommend;
using Advisor.Service.Reports;
using Advisor.Service.Tick;

namespace Advisor.Service;

/// <summary>
/// Stages of a tick, in execution order. The Functions app calls each from its own trigger; <c>watch</c> and <c>serve</c> call them one
/// after another. Every stage is idempotent and may run late or on several instances at once: the stored state decides what is left to do.
/// </summary>
/// <remarks>Use one instance per process: it caches the list of resources between ticks.</remarks>
/// <param name="channels">All channels of the settings.</param>
public sealed class AdvisorService(ServiceDependencies dependencies, IEnumerable<INotificationChannel> channels)
{
    private readonly TickPlanner planner = new(dependencies);
    private readonly BatchEvaluator evaluator = new(dependencies);
    private readonly ChangeApplier applier = new(dependencies);
    private readonly TickCompletion completion = new(dependencies);
    private readonly NotificationGrouping grouping = new(dependencies);
    private readonly ScheduledReports reports = new(dependencies);
    private readonly ScheduledDigests digests = new(dependencies);
    private readonly NotificationDelivery delivery = new(dependencies, channels)
    {
        AttachReportAsync = new ReportMailer(dependencies).AttachAsync,
    };

    public ServiceDependencies Dependencies => dependencies;

    /// <summary>Problem that stopped the last grouping; null when it succeeded.</summary>
    public string? GroupingProblem => grouping.Problem;

    /// <summary>Plans the tick that an instant belongs to: its batches, and the work that earlier ticks left open.</summary>
    public Task<TickResult> PlanTickAsync(DateTimeOffset now, CancellationToken cancellation) => planner.PlanAsync(now, cancellation);

    /// <summary>Registers that this process works on a batch of a tick.</summary>
    /// <returns>A handle to end or dispose of when the batch is complete or has failed.</returns>
    public BatchInProgress BeginBatch(DateTimeOffset tick) => completion.BeginBatch(tick);

    /// <summary>Evaluates the resources of one batch: reads, decides and records.</summary>
    public Task<BatchResult> EvaluateBatchAsync(EvaluationBatch batch, DateTimeOffset now, CancellationToken cancellation) =>
        evaluator.RunAsync(batch, now, cancellation);

    /// <summary>Selects the change requests among outbox keys and sorts them by priority for the change rate limit.</summary>
    public Task<IReadOnlyList<OutboxKey>> SortChangesAsync(IEnumerable<OutboxKey> messages, CancellationToken cancellation) =>
        applier.SortByPriorityAsync(messages, cancellation);

    /// <summary>Starts one change. Later ticks follow it to completion.</summary>
    public Task<ApplyOutcome> ApplyChangeAsync(OutboxKey change, DateTimeOffset now, CancellationToken cancellation) =>
        applier.RunAsync(change, now, cancellation);

    /// <summary>Completes a tick when all of its batches are complete: moves the heartbeat and runs retention.</summary>
    /// <returns>True for the one call that completed the tick; its caller then groups the notifications of the tick.</returns>
    public Task<bool> CompleteTickAsync(DateTimeOffset tick, DateTimeOffset now, CancellationToken cancellation) =>
        completion.CompleteAsync(tick, now, cancellation);

    /// <summary>
    /// Enqueues the digests of recommendations that are due, each once for its time; call it before <see cref="PlanTickAsync"/>.
    /// </summary>
    public Task EnqueueDigestsAsync(DateTimeOffset now, CancellationToken cancellation) => digests.EnqueueDueAsync(now, cancellation);

    /// <summary>Groups alerts and notices into one notification for each team and channel.</summary>
    /// <returns>Keys of the deliveries that were enqueued.</returns>
    public Task<IReadOnlyList<OutboxKey>> GroupNotificationsAsync(DateTimeOffset now, CancellationToken cancellation) =>
        grouping.RunAsync(now, cancellation);

    /// <summary>Groups notices only, which do not depend on a tick.</summary>
    /// <returns>Keys of the deliveries that were enqueued.</returns>
    public Task<IReadOnlyList<OutboxKey>> GroupNoticesAsync(DateTimeOffset now, CancellationToken cancellation) =>
        grouping.GroupNoticesAsync(now, cancellation);

    /// <summary>Enqueues the reports that are due, each once for its period.</summary>
    /// <returns>The deliveries that were enqueued.</returns>
    public Task<IReadOnlyList<OutboxKey>> EnqueueReportsAsync(DateTimeOffset now, CancellationToken cancellation) =>
        reports.EnqueueDueAsync(now, cancellation);

    /// <summary>Delivers one notification; that of a report is made here, with the metrics of now.</summary>
    public Task<DeliveryOutcome> DeliverAsync(OutboxKey notification, DateTimeOffset now, CancellationToken cancellation) =>
        delivery.RunAsync(notification, now, cancellation);
}
