using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;
using Advisor.Service.Telemetry;

namespace Advisor.Service.Changes;

/// <summary>Result of one delivery of a change message.</summary>
/// <param name="Change">The change after this delivery; null when the message has nothing left to do or cannot be used.</param>
/// <param name="Problem">Problem of a message that cannot be used; null otherwise.</param>
public sealed record ApplyOutcome(ChangeRecord? Change, string? Problem = null);

/// <summary>
/// Starts one change: writes the intention, acquires its share of the change rate limit, reads the resource again, sends the request, and
/// returns when Azure has answered. Ticks follow the change to completion. A message delivered twice, late or out of order resumes from the
/// stored state.
/// </summary>
internal sealed class ChangeApplier(
    AdvisorState state,
    ServiceOptions options,
    ChangeStateMachine changes,
    ClockCheck clock,
    RowFaults faults
)
{
    /// <param name="requested">Called as by <see cref="ChangeSender.SendAsync"/>.</param>
    public async Task<ApplyOutcome> RunAsync(OutboxKey key, DateTimeOffset now, CancellationToken cancellation, Action? requested = null)
    {
        using var span = ServiceTelemetry.Activities.StartActivity("advisor.apply");
        if (key.Kind != OutboxKind.Change || await state.Outbox.FindOpenAsync(key, cancellation) is not { } item)
        {
            return new ApplyOutcome(null);
        }

        if (ChangeRequest.Read(item) is not { } request)
        {
            await state.Outbox.CompleteAsync(item, cancellation);
            return new ApplyOutcome(null, $"The change request for {key.Scope} of {key.CreatedAt:O} cannot be read and was dead-lettered.");
        }

        if (await MustWaitAsync(item, now, cancellation))
        {
            // The request stays open: the next tick sends its message again.
            return new ApplyOutcome(null);
        }

        if (await clock.FindAsync(now, cancellation) is { } wrong)
        {
            // The request stays open: its message is sent again when the clock is right.
            return new ApplyOutcome(null, wrong.Text);
        }

        var change = await OpenAsync(request, cancellation);

        // The intention is written: from here on the change record, not the message, says what is left to do.
        await state.Outbox.CompleteAsync(item, cancellation);
        return new ApplyOutcome(
            change is { IsOpen: true } ? await changes.AdvanceAsync(change, now, cancellation, requested: requested) : change
        );
    }

    /// <summary>Selects the change requests among outbox keys, most urgent first.</summary>
    public async Task<IReadOnlyList<OutboxKey>> SortByPriorityAsync(IEnumerable<OutboxKey> messages, CancellationToken cancellation)
    {
        List<OutboxKey> requests = [.. messages.Where(message => message.Kind == OutboxKind.Change)];
        if (requests.Count < 2 || !options.LimitsChanges)
        {
            return requests;
        }

        var ranked = new List<(OutboxKey Key, ChangePriority? Priority)>();
        foreach (var key in requests)
        {
            var item = await faults.RunAsync(() => state.Outbox.FindOpenAsync(key, cancellation), otherwise: null);
            ranked.Add((key, item is null ? null : ChangeRequest.FindPriority(item)));
        }

        return [.. ranked.OrderBy(order => order.Priority is null).ThenBy(order => order.Priority).Select(order => order.Key)];
    }

    /// <summary>
    /// Whether batches of the same tick, which may hold more urgent changes, are still being evaluated. A request waits for its own tick
    /// only.
    /// </summary>
    private async Task<bool> MustWaitAsync(OutboxItem item, DateTimeOffset now, CancellationToken cancellation) =>
        options.LimitsChanges
        && now < item.CreatedAt + options.Interval
        && ChangeRequest.FindPriority(item)?.ShouldWaitForTick() == true
        && await state.Ticks.GetProgressAsync(item.CreatedAt, cancellation) is { IsComplete: false };

    // Null when another change of the resource is open: the request is dropped.
    private async Task<ChangeRecord?> OpenAsync(ChangeRecord request, CancellationToken cancellation)
    {
        if (await state.Changes.FindAsync(request.Id, cancellation) is { } known)
        {
            return known;
        }

        var opened = await state.Changes.OpenAsync(request, cancellation);
        return opened.Outcome == OpenChangeOutcome.AnotherIsOpen ? null : opened.Change;
    }
}
