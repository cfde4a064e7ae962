using Advisor.Core.Quantities;
using Advisor.Service.Store;

namespace Advisor.Service.Notifications.Delivery;

public enum ResendState
{
    /// <summary>Enqueued in the outbox: the next tick sends it.</summary>
    Resent,
    NotFound,

    /// <summary>The work named by the message has been done in the meantime.</summary>
    AlreadyDone,

    /// <summary>The message cannot be read, or part of it was not stored.</summary>
    Unreadable,
}

/// <param name="Message">The message after the attempt; null when there is none.</param>
public sealed record ResendResult(ResendState State, DeadLetter? Message = null);

/// <summary>Sends a dead-lettered message again. Idempotent: a second request sends nothing more.</summary>
public sealed class DeadLetterResend(AdvisorState state)
{
    /// <summary>Queue name of dead-lettered notifications.</summary>
    public const string DeliveryQueue = "delivery";

    /// <param name="by">Person who requests it.</param>
    public async Task<ResendResult> RunAsync(string id, string by, DateTimeOffset now, CancellationToken cancellation)
    {
        if (await state.DeadLetters.FindAsync(id, cancellation) is not { } message)
        {
            return new ResendResult(ResendState.NotFound);
        }

        return message.OmittedCharacters > 0 ? new ResendResult(ResendState.Unreadable, message)
            : message.Delivery is { } delivery ? await ResendDeliveryAsync(message, delivery, by, now, cancellation)
            : await ResendQueueMessageAsync(message, by, now, cancellation);
    }

    internal static DeadLetter CreateDeadLetter(OutboxItem item, string? problem) =>
        new()
        {
            Queue = DeliveryQueue,
            MessageId = $"{item.Scope}/{item.Id}/{item.CreatedAt.UtcTicks}",
            At = item.CreatedAt,
            Problem = $"{item.Target} did not accept it in {Wording.FormatCount(item.Attempts, "attempt")}: {problem}",
            Text = item.Payload,
            Delivery = new DeadLetterDelivery(item.Scope, item.Id, item.Target, item.DedupKey),
        };

    // The first request names the item, so that a second one, or one after a crash, finds it enqueued.
    private async Task<ResendResult> ResendDeliveryAsync(
        DeadLetter message,
        DeadLetterDelivery delivery,
        string by,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        if (await state.DeadLetters.MarkResentAsync(message.Id, by, now, cancellation) is not { ResentAt: { } at } marked)
        {
            return new ResendResult(ResendState.NotFound);
        }

        var item = new OutboxItem
        {
            Scope = delivery.Scope,
            Id = delivery.ItemId,
            CreatedAt = at,
            Kind = OutboxKind.Delivery,
            Target = delivery.Target,
            DedupKey = delivery.DedupKey,
            Payload = message.Text,
        };
        await state.Outbox.EnqueueAsync(item, cancellation);
        return new ResendResult(ResendState.Resent, marked);
    }

    // A queue message names a row of the outbox; while the row is open, ticks send its message again.
    private async Task<ResendResult> ResendQueueMessageAsync(
        DeadLetter message,
        string by,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        if (message.ResentAt is not null)
        {
            return new ResendResult(ResendState.Resent, message);
        }

        if (OutboxKey.Parse(message.Text).Key is not { } key)
        {
            return new ResendResult(ResendState.Unreadable, message);
        }

        if (await state.Outbox.FindOpenAsync(key, cancellation) is not { } item)
        {
            return new ResendResult(ResendState.AlreadyDone, message);
        }

        var marked = await state.DeadLetters.MarkResentAsync(message.Id, by, now, cancellation);
        if (!item.IsDue(now))
        {
            await state.Outbox.SaveAsync(item with { NextAttemptAt = null }, cancellation);
        }

        return new ResendResult(ResendState.Resent, marked);
    }
}
