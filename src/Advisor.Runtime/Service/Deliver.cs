using Advisor.Runtime.State;
using Advisor.Runtime.Telemetry;

namespace Advisor.Runtime.Service;

public enum DeliveryState
{
    Delivered,

    /// <summary>It was delivered or parked before, or another works on it, or its time has not come.</summary>
    NothingToDo,

    /// <summary>It failed and is tried again later.</summary>
    Later,

    /// <summary>It is given up; somebody should be told by another way.</summary>
    Parked,
}

/// <param name="Problem">Why it was not delivered; null where it was.</param>
public sealed record DeliveryOutcome(DeliveryState State, string? Problem = null);

/// <summary>
/// Delivers notifications of the outbox: at least once, at most one at a time, always with the same dedup key. A crash between the channel's answer and
/// its record repeats it once the time of the attempt has passed.
/// </summary>
public sealed class Deliver(ServiceParts parts, INotificationChannel channel)
{
    private static readonly TimeSpan LongestWait = TimeSpan.FromHours(1);

    public async Task<DeliveryOutcome> RunAsync(OutboxKey key, DateTimeOffset now, CancellationToken cancellation)
    {
        using var span = AdvisorTelemetry.Activities.StartActivity("advisor.deliver");
        var outcome = await TryAsync(key, now, cancellation);
        if (outcome.State != DeliveryState.NothingToDo)
        {
            AdvisorTelemetry.Delivered(outcome.State.ToString());
        }

        return outcome;
    }

    private async Task<DeliveryOutcome> TryAsync(OutboxKey key, DateTimeOffset now, CancellationToken cancellation)
    {
        var outbox = parts.State.Outbox;
        if (key.Kind != OutboxKind.Notification
            || await outbox.FindOpenAsync(key.Scope, key.CreatedAt, key.Id, cancellation) is not { } item
            || await outbox.TakeAsync(item, now, now + parts.Options.DeliverWithin, cancellation) is not { } taken)
        {
            return new DeliveryOutcome(DeliveryState.NothingToDo);
        }

        var result = Notification.Parse(taken.Payload) is { } notification
            ? await channel.SendAsync(notification, cancellation)
            : DeliveryResult.Never("The row holds no notification.");
        if (result.Delivered)
        {
            await outbox.CompleteAsync(taken, "delivered", now, cancellation);
            return new DeliveryOutcome(DeliveryState.Delivered);
        }

        if (!result.MayRetry || taken.Attempts >= parts.Options.MostDeliveries)
        {
            await outbox.CompleteAsync(taken with { LastError = result.Problem }, "parked", now, cancellation);
            return new DeliveryOutcome(DeliveryState.Parked, result.Problem);
        }

        await outbox.SaveAsync(taken with { LastError = result.Problem, NextAttemptAt = now + Wait(taken.Attempts) }, cancellation);
        return new DeliveryOutcome(DeliveryState.Later, result.Problem);
    }

    /// <summary>30 s, 1 min, 2 min ... up to an hour: a receiver that is down for a while gets its messages afterwards.</summary>
    private static TimeSpan Wait(int attempts)
    {
        var wait = TimeSpan.FromSeconds(30) * Math.Pow(2, Math.Min(attempts - 1, 20));
        return wait < LongestWait ? wait : LongestWait;
    }
}
