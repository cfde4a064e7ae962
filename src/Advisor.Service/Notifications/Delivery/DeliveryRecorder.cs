using Advisor.Service.Store;

namespace Advisor.Service.Notifications.Delivery;

/// <summary>Records what became of an attempt: delivered, tried again later, or dead-lettered.</summary>
internal sealed class DeliveryRecorder(AdvisorState state, ServiceOptions options)
{
    // A notification is dead-lettered after these.
    private const int MaxAttempts = 10;
    private static readonly TimeSpan MaxRetryDelay = TimeSpan.FromHours(1);

    /// <param name="overtaken">Earlier messages of the same incident that one replaces which all or some recipients have.</param>
    /// <param name="retries">The item whose attempts and next one the item keeps while it is open; null = those of this attempt.</param>
    public async Task<DeliveryOutcome> RecordAsync(
        OutboxItem taken,
        Notification? message,
        DeliveryResult report,
        IReadOnlyList<OutboxItem> overtaken,
        OutboxItem? retries,
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
        // By when the attempt was due: the first after a stop, or of a clock that is ahead for a moment, gives nothing up.
        var due = taken.DueAt > now ? now : taken.DueAt;
        var isLate = due - begun > options.DeliveryWindow;
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
            await state.Outbox.SaveAsync(Keep(waiting, retries), cancellation);
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
        await state.Outbox.SaveAsync(Keep(failed, retries), cancellation);
        return new DeliveryOutcome(DeliveryState.RetryLater, report.Problem);
    }

    private static OutboxItem Keep(OutboxItem item, OutboxItem? retries) =>
        retries is null ? item : item with { Attempts = retries.Attempts, NextAttemptAt = retries.NextAttemptAt };

    /// <summary>
    /// Returns the retry delay: 30 s, 1 min, 2 min ... up to an hour, so that a receiver that is down for a while still gets its messages.
    /// </summary>
    private static TimeSpan ComputeRetryDelay(int attempts)
    {
        var wait = TimeSpan.FromSeconds(30) * Math.Pow(2, Math.Min(attempts - 1, 20));
        return wait < MaxRetryDelay ? wait : MaxRetryDelay;
    }
}
