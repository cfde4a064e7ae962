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
    // After this time an old notification no longer delays newer ones.
    private static readonly TimeSpan MaxBlockingTime = TimeSpan.FromHours(1);
    private static readonly TimeSpan MaxRetryDelay = TimeSpan.FromHours(1);
    private const int MaxScanned = 200;

    // A notification is dead-lettered after these.
    private const int MaxAttempts = 10;

    // Of one attempt: after it another may start.
    private static readonly TimeSpan DeliveryTimeout = TimeSpan.FromMinutes(2);

    // Until its file is made: the metrics of a large fleet over 30 days take minutes.
    private static readonly TimeSpan ReportTimeout = TimeSpan.FromMinutes(15);

    // Less than the five seconds after which a process that was asked to end is ended.
    private static readonly TimeSpan EndingTimeout = TimeSpan.FromSeconds(3);

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
        if (
            key.Kind != OutboxKind.Delivery
            || await outbox.FindOpenAsync(key.Kind, key.Scope, key.CreatedAt, key.Id, cancellation) is not { } item
            || !item.IsDue(now)
        )
        {
            return new DeliveryOutcome(DeliveryState.NothingToDo);
        }

        var earlier = await ListEarlierAsync(item, cancellation);
        // Recipients that lack an earlier one delay no other recipient.
        if (earlier.Exists(other => now - other.CreatedAt < MaxBlockingTime && other.IsPartial is not true))
        {
            return new DeliveryOutcome(DeliveryState.Waiting);
        }

        var message = DeliveryItems.ReadNotification(item);
        var timeout = message?.Report is null ? DeliveryTimeout : ReportTimeout;
        return await outbox.LeaseAsync(item, now, now + timeout, cancellation) is { } taken
            ? await SendAsync(taken, message, earlier.FindAll(other => other.DedupKey == item.DedupKey), now, cancellation)
            : new DeliveryOutcome(DeliveryState.NothingToDo);
    }

    /// <param name="overtaken">Earlier messages of the same incident that one replaces which all or some recipients have.</param>
    private async Task<DeliveryOutcome> SendAsync(
        OutboxItem taken,
        Notification? message,
        IReadOnlyList<OutboxItem> overtaken,
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
                return await RecordAsync(taken, message, unmade, [], now, cancellation);
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
        var outcome = await RecordAsync(taken, message, report, overtaken, now, cancellation);
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

    private async Task<DeliveryOutcome> RecordAsync(
        OutboxItem taken,
        Notification? message,
        DeliveryResult report,
        IReadOnlyList<OutboxItem> overtaken,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        if (report.Status == DeliveryStatus.Delivered)
        {
            // Sent after it, the begin of an incident would open it again after its end.
            await state.Outbox.CompleteAsync([taken, .. overtaken], cancellation);
            return new DeliveryOutcome(DeliveryState.Delivered);
        }

        // A channel that has to be repaired is retried as long as an unavailable one: it may be repaired in time.
        // A report may be enqueued long after it was due.
        var begun = message?.Report is null ? taken.CreatedAt : message.At;
        var isLate = now - begun > options.DeliveryWindow;
        var isOver = report.IsUntried ? isLate : taken.Attempts >= MaxAttempts || (taken.Attempts > 1 && isLate);
        if (report.Status == DeliveryStatus.Refused || isOver)
        {
            // Dead-lettered before it is closed, so that a crash in between does not lose it.
            await state.DeadLetters.AddAsync(DeadLetterResend.CreateDeadLetter(taken, report.Problem), cancellation);
            await state.Outbox.CompleteAsync(taken, cancellation);
            return new DeliveryOutcome(DeliveryState.DeadLettered, report.Problem);
        }

        var delay = ComputeRetryDelay(taken.Attempts);
        if (report.IsUntried)
        {
            // The lease counted an attempt. The pause is the channel's: an attempt that caused it was recorded.
            var waiting = taken with
            {
                Attempts = taken.Attempts - 1,
                LastError = report.Problem,
                NextAttemptAt = now + (report.RetryAfter ?? delay),
            };
            await state.Outbox.SaveAsync(waiting, cancellation);
            return new DeliveryOutcome(DeliveryState.Waiting);
        }

        if (report.IsPartial)
        {
            // Some have what comes later, and the others get it: the begin after the end would open the incident again.
            await state.Outbox.CompleteAsync([.. overtaken], cancellation);
        }

        var failed = taken with
        {
            LastError = report.Problem,
            NextAttemptAt = now + (report.RetryAfter > delay ? report.RetryAfter.Value : delay),
            IsPartial = report.IsPartial || taken.IsPartial is true ? true : null,
        };
        await state.Outbox.SaveAsync(failed, cancellation);
        return new DeliveryOutcome(DeliveryState.RetryLater, report.Problem);
    }

    private async Task<OutboxKey?> FindNextAsync(OutboxItem done, DateTimeOffset now, CancellationToken cancellation) =>
        (await state.Outbox.ListDeliveriesAsync(done.Scope, MaxScanned, cancellation)).FirstOrDefault(item => item.IsPartial is not true)
            is { } next
        && next.IsDue(now)
            ? OutboxKey.FromItem(next)
            : null;

    private async Task<List<OutboxItem>> ListEarlierAsync(OutboxItem item, CancellationToken cancellation)
    {
        var open = await state.Outbox.ListDeliveriesAsync(item.Scope, MaxScanned, cancellation);
        return [.. open.TakeWhile(other => other.CreatedAt < item.CreatedAt)];
    }

    /// <summary>
    /// Returns the retry delay: 30 s, 1 min, 2 min ... up to an hour, so that a receiver that is down for a while still gets its messages.
    /// </summary>
    private static TimeSpan ComputeRetryDelay(int attempts)
    {
        var wait = TimeSpan.FromSeconds(30) * Math.Pow(2, Math.Min(attempts - 1, 20));
        return wait < MaxRetryDelay ? wait : MaxRetryDelay;
    }
}
