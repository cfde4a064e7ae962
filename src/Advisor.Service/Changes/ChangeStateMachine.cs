using Advisor.Core.Fleet;
using Advisor.Service.Fleet;
using Advisor.Service.Store;

namespace Advisor.Service.Changes;

/// <summary>
/// Advances one open change by one step, from its record and the state of the resource. Every step is safe to run on any instance, at any
/// time and repeatedly: each is written under the record's ETag, a request is marked as sent before it is sent, and it is sent again only
/// when the resource shows the old size and Succeeded. docs/decisions/0085 lists the steps and the effect of a crash at each.
/// </summary>
internal sealed class ChangeStateMachine(
    AdvisorState state,
    IFleet fleet,
    ChangePreconditions preconditions,
    ChangeSender sender,
    ChangeCompletion completion
)
{
    /// <param name="requested">
    /// Called when its operation is being read, and as by <see cref="ChangeSender.SendAsync"/>: the next change may begin.
    /// </param>
    /// <returns>The change after the step; unchanged when it is not due or another instance was faster.</returns>
    public Task<ChangeRecord> AdvanceAsync(
        ChangeRecord change,
        DateTimeOffset now,
        CancellationToken cancellation,
        Action? requested = null
    ) =>
        change.State switch
        {
            ChangeState.Intended when now - change.DecisionTime > ChangeLimits.MaxDecisionAge => ExpireOrSendAsync(
                change,
                now,
                requested,
                cancellation
            ),
            _ when change.NextAttemptAt > now => Task.FromResult(change),
            ChangeState.Intended => sender.SendAsync(change, now, cancellation, requested),
            ChangeState.Sent => now - change.SentAt < ChangeLimits.ResponseTimeout
                ? Task.FromResult(change)
                : RecoverAsync(change, now, requested, cancellation),
            ChangeState.Accepted when change.OperationUrl is { } operation => FollowAsync(change, operation, now, requested, cancellation),
            ChangeState.Accepted => RecoverAsync(change, now, requested, cancellation),
            _ => Task.FromResult(change),
        };

    /// <summary>
    /// Drops a decision older than <see cref="ChangeLimits.MaxDecisionAge"/>, whatever it waits for: the next tick decides again. The age
    /// of an approved change counts from its approval.
    /// </summary>
    private async Task<ChangeRecord> ExpireOrSendAsync(
        ChangeRecord change,
        DateTimeOffset now,
        Action? requested,
        CancellationToken cancellation
    )
    {
        var approval = change.ApprovalId is { } id ? (await state.Approvals.ReadAsync(id, cancellation)).Records.SingleOrDefault() : null;
        var age = now - (approval?.SettledAt ?? change.DecisionTime);
        if (age <= ChangeLimits.MaxDecisionAge)
        {
            return change.NextAttemptAt > now ? change : await sender.SendAsync(change, now, cancellation, requested);
        }

        var text = $"The {(approval is null ? "decision" : "approval")} is {age.TotalMinutes:0} minutes old: the next tick decides again.";
        text += change.Text is null ? "" : $" It waited: {change.Text}";
        return await completion.EndAsync(change, ChangeState.Canceled, "Expired", text, null, now, cancellation);
    }

    /// <summary>
    /// Recovers a change sent without a recorded answer, or accepted without an operation URL: the state of the resource decides.
    /// </summary>
    private async Task<ChangeRecord> RecoverAsync(
        ChangeRecord change,
        DateTimeOffset now,
        Action? requested,
        CancellationToken cancellation
    )
    {
        var (resource, failure) = await preconditions.ReadAsync(change.ResourceId, now, cancellation);
        if (resource is null)
        {
            return await EndUnreadAsync(change, failure!, now, cancellation);
        }

        if (resource.IsUpdating)
        {
            if (now - (change.AcceptedAt ?? change.SentAt) > ChangeLimits.Timeout)
            {
                var still = $"{resource.Name} is still {resource.ProvisioningState} after {ChangeLimits.Timeout.TotalMinutes:0} minutes.";
                return await completion.EndAsync(change, ChangeState.Failed, ChangeLimits.TimedOut, still, resource, now, cancellation);
            }

            return change.State == ChangeState.Accepted
                ? change
                : await SaveAsync(
                    change with
                    {
                        State = ChangeState.Accepted,
                        AcceptedAt = now,
                        Text =
                            $"{resource.Name} is {resource.ProvisioningState}; Advisor lost the address of the operation and reads "
                            + "the resource instead.",
                    },
                    cancellation
                );
        }

        // No change is in progress and the size is the old one, but a recent acceptance may not show yet.
        if (resource.HasSize(change.From) && now - (change.AcceptedAt ?? change.SentAt) < ChangeLimits.ResponseTimeout)
        {
            return change;
        }

        return resource.HasSize(change.From) && resource.IsSettled
            ? await ExpireOrSendAsync(change with { State = ChangeState.Intended, Text = null }, now, requested, cancellation)
            : await VerifyAsync(change, resource, now, cancellation);
    }

    private async Task<ChangeRecord> FollowAsync(
        ChangeRecord change,
        string operation,
        DateTimeOffset now,
        Action? requested,
        CancellationToken cancellation
    )
    {
        var reading = fleet.GetProgressAsync(operation, cancellation);
        if (!reading.IsCompleted)
        {
            requested?.Invoke();
        }

        var progress = await reading;
        if (!progress.IsDone)
        {
            return now - change.AcceptedAt > ChangeLimits.Timeout
                    ? await RecoverAsync(change with { OperationUrl = null }, now, requested, cancellation)
                : progress.IsUnread ? await FindInEffectAsync(change, now, cancellation)
                : change;
        }

        if (progress.HasExpired)
        {
            return await RecoverAsync(change with { OperationUrl = null }, now, requested, cancellation);
        }

        var (resource, failure) = await preconditions.ReadAsync(change.ResourceId, now, cancellation);
        if (!progress.HasSucceeded && failure?.Code != FailureCode.NotFound)
        {
            var text = progress.Text ?? "Azure did not complete the change.";
            return await completion.EndAsync(change, ChangeState.Failed, progress.Status, text, resource, now, cancellation);
        }

        if (resource is null)
        {
            return await EndUnreadAsync(change, failure!, now, cancellation);
        }

        return resource.IsUpdating || (resource.HasSize(change.From) && now - change.SentAt < ChangeLimits.ResponseTimeout)
            ? change
            : await VerifyAsync(change, resource, now, cancellation);
    }

    /// <summary>
    /// Closes a change whose resource is gone, or could not be read for too long. Neither is a failure, several of which stop all changes:
    /// that it cannot be read says nothing of the change.
    /// </summary>
    private Task<ChangeRecord> EndUnreadAsync(ChangeRecord change, FleetFailure failure, DateTimeOffset now, CancellationToken cancellation)
    {
        var isGone = failure.Code == FailureCode.NotFound;
        var text = isGone ? failure.Text : $"Its result is unknown after {ChangeLimits.MaxUnreadable.TotalHours:0} hours: {failure.Text}";
        return isGone || now - change.SentAt > ChangeLimits.MaxUnreadable
            ? completion.EndAsync(change, ChangeState.Canceled, failure.Code.ToString(), text, null, now, cancellation)
            : Task.FromResult(change);
    }

    /// <summary>
    /// Closes a change whose operation cannot be read where the resource shows its end: until the timeout it would hold up the next one.
    /// </summary>
    private async Task<ChangeRecord> FindInEffectAsync(ChangeRecord change, DateTimeOffset now, CancellationToken cancellation)
    {
        var (resource, _) = await preconditions.ReadAsync(change.ResourceId, now, cancellation);
        return resource is not null && resource.HasSize(change.To) && resource.IsSettled
            ? await completion.VerifyAsync(change, resource, now, cancellation)
            : change;
    }

    /// <summary>
    /// Checks that the resource has the requested size, when no change is in progress. Where Advisor was stopped for longer than it follows
    /// a change, a third size does not show whether the change took effect: someone else has set it since.
    /// </summary>
    private Task<ChangeRecord> VerifyAsync(ChangeRecord change, FleetResource resource, DateTimeOffset now, CancellationToken cancellation)
    {
        if (resource.HasSize(change.To) && resource.IsSettled)
        {
            return completion.VerifyAsync(change, resource, now, cancellation);
        }

        var isByOthers =
            resource.IsSettled && !resource.HasSize(change.From) && now - (change.AcceptedAt ?? change.SentAt) > ChangeLimits.Timeout;
        var (end, code, text) = isByOthers
            ? (
                ChangeState.Canceled,
                "MovedOn",
                $"{resource.Name} is {resource.Size} now: its size was changed again since Advisor asked for {change.To}."
            )
            : (
                ChangeState.Failed,
                resource.IsSettled ? "NotInEffect" : resource.ProvisioningState,
                $"{resource.Name} is {resource.Size} ({resource.ProvisioningState}) after the change, not {change.To}."
            );
        return completion.EndAsync(change, end, code, text, resource, now, cancellation);
    }

    private async Task<ChangeRecord> SaveAsync(ChangeRecord change, CancellationToken cancellation) =>
        await state.Changes.SaveAsync(change, cancellation) ?? change;
}
