using Advisor.Service.Alerts;
using Advisor.Service.Budgets;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Notifications.Grouping;
using Advisor.Service.Recommendations;
using Advisor.Service.Reports;
using Advisor.Service.Silences;
using Advisor.Service.Tick;

namespace Advisor.Service;

/// <summary>
/// Stages of a tick, in execution order. The Functions app calls each from its own trigger; <c>watch</c> and <c>serve</c> call them one
/// after another. Every stage is idempotent and may run late or on several instances at once: the stored state decides what is left to do.
/// </summary>
/// <remarks>Use one instance per process: it caches the list of resources between ticks.</remarks>
public sealed class AdvisorService
{
    private readonly TickCompletion completion;
    private readonly ScheduledReports reports;
    private readonly ReportMailer mailer;
    private readonly ScheduledDigests digests;

    /// <summary>Builds the stages: each gets what it uses, and what keeps something between ticks exists once.</summary>
    /// <param name="channels">All channels of the settings.</param>
    public AdvisorService(ServiceSetup setup, IEnumerable<INotificationChannel> channels)
    {
        Setup = setup;
        var (state, options, fleet, rules, routing) = (setup.State, setup.Options, setup.Fleet, setup.Rules, setup.Routing);
        var settings = setup.Settings;
        var clock = new ClockCheck(setup.ReadClockOffsetAsync, rules.Policy.MetricLag);
        var suppressions = new ActiveSuppressions(state, setup.FindMuteWindows);
        var faults = new RowFaults();

        // The time between two ticks always counts in full for alerts, however long the interval is.
        var alertingRules =
            rules.Alerts.MaxStep >= 2 * options.Interval
                ? rules
                : rules with
                {
                    Alerts = rules.Alerts with { MaxStep = 2 * options.Interval },
                };
        Alerts = new FleetAlerts(state, alertingRules, faults);

        var (preconditions, quota) = (setup.Preconditions, setup.QuotaCheck);
        var ends = new ChangeCompletion(state, options);
        var sender = new ChangeSender(state, fleet, preconditions, quota, ends);
        var changes = new ChangeStateMachine(state, fleet, preconditions, sender, ends);
        Applier = new ChangeApplier(state, options, changes, clock, faults);

        var notifier = new BatchNotifier(state);
        var rows = new DecisionRowsBuilder(rules, setup.CreateApproval, setup.FormatDetails);
        var writer = new EvaluationWriter(state, rules, routing, new AlertEvaluator(alertingRules, routing), rows);
        var handlings = new DecisionHandlingSelector(state, options);
        Evaluator = new BatchEvaluator(
            state,
            rules,
            options,
            clock,
            suppressions,
            new BatchLoader(state, settings, changes, setup.Prices, setup.Sizes, setup.Costs),
            new UnseenMinutes(setup.Metrics, rules, options),
            new ResourceEvaluator(state, rules, handlings, new OutsideChanges(setup.Fleet), writer, notifier),
            notifier
        );

        ChannelAlerts = new ChannelAlerts(state, routing, suppressions, Alerts);
        Budgets = new BudgetAlerts(state, routing, settings, setup.Budgets, suppressions, Alerts);
        completion = new TickCompletion(state, options, clock, new RetentionJob(state, options), faults);
        Planner = new TickPlanner(
            state,
            rules,
            options,
            clock,
            new ClockAlerts(state, clock, suppressions, Alerts),
            completion,
            ChannelAlerts,
            new OpenWorkReader(state, CreateGrouping(), faults),
            new FleetInventory(state, fleet, settings, options),
            new DeletedResourceAlerts(state, alertingRules, settings, routing, Alerts, faults),
            new TickBatches(state, rules, options),
            new RegionAlerts(alertingRules, suppressions, Alerts),
            Budgets,
            setup.Prices,
            setup.Sizes,
            setup.Costs
        );

        Grouping = CreateGrouping();
        reports = new ScheduledReports(state, setup.Reports, clock, faults);
        digests = new ScheduledDigests(state, routing, setup.Links, clock, faults);
        var reporting = new FleetEvaluator(fleet, setup.Metrics, rules)
        {
            Parts = new ReportParts(Usage: true, WhatIfs: []),
            Keep = static report => report.ToPeriodSummary(),
            Prices = setup.Prices,
            Sizes = setup.Sizes,
            Costs = setup.Costs,
        };
        mailer = new ReportMailer(state, reporting, options.Scope, rules, routing, setup.Budgets, setup.Reports, setup.RenderReport);
        Delivery = new NotificationDelivery(state, options, setup.Links, clock, faults, channels)
        {
            AttachReportAsync = mailer.AttachAsync,
        };

        // One for each caller: it holds the problem of its last run.
        NotificationGrouping CreateGrouping() => new(state, rules, routing, setup.Links, clock);
    }

    public ServiceSetup Setup { get; }

    internal TickPlanner Planner { get; }

    internal BatchEvaluator Evaluator { get; }

    internal ChangeApplier Applier { get; }

    internal NotificationGrouping Grouping { get; }

    internal NotificationDelivery Delivery { get; }

    internal FleetAlerts Alerts { get; }

    internal BudgetAlerts Budgets { get; }

    internal ChannelAlerts ChannelAlerts { get; }

    /// <summary>Problem that stopped the last grouping; null when it succeeded.</summary>
    public string? GroupingProblem => Grouping.Problem;

    /// <summary>Plans the tick that an instant belongs to: its batches, and the work that earlier ticks left open.</summary>
    public Task<TickResult> PlanTickAsync(DateTimeOffset now, CancellationToken cancellation) => Planner.PlanAsync(now, cancellation);

    /// <summary>Registers that this process works on a batch of a tick.</summary>
    /// <returns>A handle to end or dispose of when the batch is complete or has failed.</returns>
    public BatchInProgress BeginBatch(DateTimeOffset tick) => completion.BeginBatch(tick);

    /// <summary>Evaluates the resources of one batch: reads, decides and records.</summary>
    /// <inheritdoc cref="BatchEvaluator.RunAsync" path="/param"/>
    public Task<BatchResult> EvaluateBatchAsync(
        EvaluationBatch batch,
        DateTimeOffset now,
        CancellationToken cancellation,
        Func<bool>? isOverdue = null
    ) => Evaluator.RunAsync(batch, now, cancellation, isOverdue);

    /// <summary>Selects the change requests among outbox keys and sorts them by priority for the change rate limit.</summary>
    public Task<IReadOnlyList<OutboxKey>> SortChangesAsync(IEnumerable<OutboxKey> messages, CancellationToken cancellation) =>
        Applier.SortByPriorityAsync(messages, cancellation);

    /// <summary>Starts one change. Later ticks follow it to completion.</summary>
    /// <param name="requested">
    /// Called when the request is about to be sent: a change of lower priority may then begin. Not called where none is sent, or where its
    /// answer concerns other changes.
    /// </param>
    public Task<ApplyOutcome> ApplyChangeAsync(
        OutboxKey change,
        DateTimeOffset now,
        CancellationToken cancellation,
        Action? requested = null
    ) => Applier.RunAsync(change, now, cancellation, requested);

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
        Grouping.RunAsync(now, cancellation);

    /// <summary>Groups notices only, which do not depend on a tick.</summary>
    /// <returns>Keys of the deliveries that were enqueued.</returns>
    public Task<IReadOnlyList<OutboxKey>> GroupNoticesAsync(DateTimeOffset now, CancellationToken cancellation) =>
        Grouping.GroupNoticesAsync(now, cancellation);

    /// <summary>Enqueues the reports that are due, each once for its period.</summary>
    /// <returns>The deliveries that were enqueued.</returns>
    public Task<IReadOnlyList<OutboxKey>> EnqueueReportsAsync(DateTimeOffset now, CancellationToken cancellation)
    {
        mailer.DropOldEvaluation(now);
        return reports.EnqueueDueAsync(now, cancellation);
    }

    /// <summary>Delivers one notification; that of a report is made here, with the metrics of now.</summary>
    public Task<DeliveryOutcome> DeliverAsync(OutboxKey notification, DateTimeOffset now, CancellationToken cancellation) =>
        Delivery.RunAsync(notification, now, cancellation);
}
