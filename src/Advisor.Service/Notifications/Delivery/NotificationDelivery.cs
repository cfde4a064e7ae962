using Advisor.Service.Store;
using Advisor.Service.Telemetry;

namespace Advisor.Service.Notifications.Delivery;

/// <summary>
/// Delivers grouped notifications at least once, one at a time, in the order of an incident, and always with the same event id. After a
/// crash between the channel's answer and its record, the notification is sent again when the attempt has timed out.
/// </summary>
/// <param name="channels">All channels of the settings.</param>
internal sealed class NotificationDelivery(
    AdvisorState state,
    ServiceOptions options,
    NotificationLinks links,
    ClockCheck clock,
    RowFaults faults,
    IEnumerable<INotificationChannel> channels
)
{
    // Deliveries of one scope, a channel and an incident or a team, that are looked through: they are sent by age.
    private const int MaxScanned = 200;

    // After this time an old notification no longer delays newer ones.
    private static readonly TimeSpan MaxBlockingTime = TimeSpan.FromHours(1);

    // Of one attempt: after it another may start.
    internal static readonly TimeSpan DeliveryTimeout = TimeSpan.FromMinutes(2);

    // Until its file is made: the metrics of a large fleet over 30 days take minutes. An attempt behind it begins so much later.
    internal static readonly TimeSpan ReportTimeout = TimeSpan.FromMinutes(15);

    // Less than the five seconds after which a process that was asked to end is ended.
    private static readonly TimeSpan EndingTimeout = TimeSpan.FromSeconds(3);

    private readonly DeliveryRecorder recorder = new(state, options);
    private readonly Dictionary<string, INotificationChannel> channels = channels.ToDictionary(
        channel => channel.Name,
        StringComparer.OrdinalIgnoreCase
    );

    /// <summary>Makes the document of a report; a problem is why it could not be made now. Null: reports are refused.</summary>
    internal Func<Notification, DateTimeOffset, CancellationToken, Task<AttachedReport>>? AttachReportAsync { get; init; }

    /// <summary>Lists the deliveries that are due, those of a channel by age; by Azure's time where this clock is wrong.</summary>
    /// <param name="limit">Maximum of each channel, so that what waits for one that is down crowds out no other.</param>
    public async Task<IReadOnlyList<OutboxItem>> ListDueAsync(DateTimeOffset now, int limit, CancellationToken cancellation)
    {
        var due = await state.ListDueAsync(await clock.ReadTimeAsync(now, cancellation), int.MaxValue, cancellation);
        var byChannel = due.Where(item => item.Kind == OutboxKind.Delivery).GroupBy(item => item.Target, StringComparer.Ordinal);
        return [.. byChannel.SelectMany(channel => channel.Take(limit))];
    }

    public async Task<DeliveryOutcome> RunAsync(OutboxKey key, DateTimeOffset now, CancellationToken cancellation)
    {
        using var span = ServiceTelemetry.Activities.StartActivity("advisor.deliver");
        var outcome = await TryAsync(key, await clock.ReadTimeAsync(now, cancellation), cancellation);
        if (outcome.State != DeliveryState.NothingToDo)
        {
            ServiceTelemetry.RecordDelivery(outcome.State.ToString());
        }

        return outcome;
    }

    private async Task<DeliveryOutcome> TryAsync(OutboxKey key, DateTimeOffset now, CancellationToken cancellation)
    {
        var outbox = state.Outbox;
        if (key.Kind != OutboxKind.Delivery || await outbox.FindOpenAsync(key, cancellation) is not { } item || !item.IsDue(now))
        {
            return new DeliveryOutcome(DeliveryState.NothingToDo);
        }

        var earlier = await ListEarlierAsync(item, cancellation);
        // Recipients that lack an earlier one delay no other recipient.
        var blocking = earlier.FindAll(other => other.IsPartial is not true);
        if (blocking.Exists(other => (now - other.CreatedAt).Duration() < MaxBlockingTime))
        {
            return new DeliveryOutcome(DeliveryState.Waiting);
        }

        var begin = now;

        // What it replaces is not sent before it.
        if (blocking.Find(other => other.DedupKey != item.DedupKey) is { } overdue)
        {
            var outcome = await CatchUpAsync(overdue, now, cancellation);
            if (outcome.State is not DeliveryState.RetryLater)
            {
                return outcome.State == DeliveryState.NothingToDo
                    ? new DeliveryOutcome(DeliveryState.Waiting)
                    : outcome with
                    {
                        Earlier = OutboxKey.FromItem(overdue),
                        Next = key,
                    };
            }

            begin += GetTimeout(DeliveryItems.ReadNotification(overdue)); // its attempt may have taken as long
        }

        var message = DeliveryItems.ReadNotification(item);
        return await outbox.LeaseAsync(item, begin, begin + GetTimeout(message), cancellation) is { } taken
            ? await SendAsync(taken, message, earlier.FindAll(other => other.DedupKey == item.DedupKey), null, now, cancellation)
            : new DeliveryOutcome(DeliveryState.NothingToDo);
    }

    private static TimeSpan GetTimeout(Notification? message) => message?.Report is null ? DeliveryTimeout : ReportTimeout;

    // After an outage the messages of an incident or a team come in their order, whichever is due first: those that have waited for long
    // are tried before one that they no longer delay, each by the time of its own call, since a lease counts from then. Such an attempt
    // does not count: where one of them fails alone, its own retries decide.
    private async Task<DeliveryOutcome> CatchUpAsync(OutboxItem overdue, DateTimeOffset now, CancellationToken cancellation)
    {
        var message = DeliveryItems.ReadNotification(overdue);
        var (due, timeout) = (overdue with { NextAttemptAt = null }, GetTimeout(message));
        if (
            (now - overdue.SentAt < timeout && !overdue.WasSentAhead(now))
            || await state.Outbox.LeaseAsync(due, now, now + timeout, cancellation) is not { } taken
        )
        {
            return new DeliveryOutcome(DeliveryState.NothingToDo);
        }

        var outcome = await SendAsync(taken with { Attempts = overdue.Attempts }, message, [], overdue, now, cancellation);
        return outcome.State == DeliveryState.Waiting ? outcome with { State = DeliveryState.RetryLater } : outcome;
    }

    /// <inheritdoc cref="DeliveryRecorder.RecordAsync"/>
    private async Task<DeliveryOutcome> SendAsync(
        OutboxItem taken,
        Notification? message,
        IReadOnlyList<OutboxItem> overtaken,
        OutboxItem? retries,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        if (message?.Report is not null)
        {
            var attached = AttachReportAsync is null
                ? AttachedReport.Refused("This program makes no reports.")
                : await AttachReportAsync(message, now, cancellation);
            if (attached.Problem is { } unmade)
            {
                // The channel was not asked: nothing is said of it.
                return await recorder.RecordAsync(taken, message, unmade, [], retries, now, cancellation);
            }

            message = attached.Message;
        }

        // Where the process is asked to end, what is being sent has a moment to be accepted, and is recorded: or it would be sent again.
        using var sending = new CancellationTokenSource();
        using var ending = cancellation.Register(() => sending.CancelAfter(EndingTimeout));
        cancellation = CancellationToken.None;
        var report =
            !channels.TryGetValue(taken.Target, out var channel)
                ? DeliveryResult.Refused($"Channel {taken.Target} is no longer configured.")
            : message is null ? DeliveryResult.Refused($"{taken.Target}: the row holds no notification.")
            : await channel.SendAsync(await links.SignAsync(message, state.Approvals, cancellation), sending.Token);

        // Record the answer before anything else: a crash in between sends the message again.
        var outcome = await recorder.RecordAsync(taken, message, report, overtaken, retries, now, cancellation);
        if (channel is not null && !report.IsUntried)
        {
            await faults.RunAsync(() => state.Fleet.RecordDeliveryAsync(channel.Name, report.Problem, now, cancellation));
        }

        return outcome.State is DeliveryState.Delivered or DeliveryState.DeadLettered
            ? outcome with
            {
                Next = await FindNextAsync(taken, now, cancellation),
            }
            : outcome;
    }

    /// <summary>Lists the open deliveries of the scope that are older, oldest first.</summary>
    private async Task<List<OutboxItem>> ListEarlierAsync(OutboxItem item, CancellationToken cancellation)
    {
        var open = await state.Outbox.ListDeliveriesAsync(item.Scope, MaxScanned, cancellation);
        return [.. open.TakeWhile(other => other.CreatedAt < item.CreatedAt)];
    }

    /// <summary>Returns what follows a delivery that is done; null when there is none, or it is not due.</summary>
    private async Task<OutboxKey?> FindNextAsync(OutboxItem done, DateTimeOffset now, CancellationToken cancellation) =>
        (await state.Outbox.ListDeliveriesAsync(done.Scope, MaxScanned, cancellation)).FirstOrDefault(item => item.IsPartial is not true)
            is { } next
        && next.IsDue(now)
            ? OutboxKey.FromItem(next)
            : null;
}
