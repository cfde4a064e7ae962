using System.Globalization;
using Advisor.Core.Quantities;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.State;

namespace Advisor.Runtime.Service;

/// <summary>
/// Moves one open change by one step, from what is written of it and what the resource shows. Any instance may take any step at any time, again and
/// again: each is written under the record's ETag, a request is marked as sent before it is sent, and it is sent again only where the resource shows the
/// old size and Succeeded. docs/decisions/0085 lists the steps and what a crash at each does.
/// </summary>
internal sealed class ChangeSteps(ServiceParts parts)
{
    /// <summary>The code of a change that Azure refused for its quota.</summary>
    internal const string Quota = "Quota";

    private readonly ChangeEnds ends = new(parts);
    private readonly QuotaCheck quota = new(parts);

    private ServiceOptions Options => parts.Options;

    /// <returns>The change as it stands afterwards; the one given where it is not its time, or another instance was faster.</returns>
    public Task<ChangeRecord> AdvanceAsync(ChangeRecord change, DateTimeOffset now, CancellationToken cancellation) => change.State switch
    {
        ChangeState.Intended when now - change.DecidedAt > Options.SendWithin => ExpireOrSendAsync(change, now, cancellation),
        _ when change.NextAttemptAt > now => Task.FromResult(change),
        ChangeState.Intended => SendAsync(change, now, cancellation),
        ChangeState.Sent => now - change.SentAt < Options.AnswerWithin ? Task.FromResult(change) : RecoverAsync(change, now, cancellation),
        ChangeState.Accepted when change.OperationUrl is not null => FollowAsync(change, now, cancellation),
        ChangeState.Accepted => RecoverAsync(change, now, cancellation),
        _ => Task.FromResult(change),
    };

    /// <summary>
    /// The decision is older than <see cref="ServiceOptions.SendWithin"/>. Whatever it waits for, it waits no longer: the next tick decides anew. One that a person
    /// approved is as old as the approval.
    /// </summary>
    private async Task<ChangeRecord> ExpireOrSendAsync(ChangeRecord change, DateTimeOffset now, CancellationToken cancellation)
    {
        var approval = change.ApprovalId is { } id ? await parts.State.Approvals.FindAsync(id, cancellation) : null;
        var age = now - (approval?.SettledAt ?? change.DecidedAt);
        return age > Options.SendWithin
                ? await ends.SupersedeAsync(change, "Expired", Expired(age, approval is not null, change.Text), null, now, cancellation)
            : change.NextAttemptAt > now ? change
            : await SendAsync(change, now, cancellation);
    }

    private static string Expired(TimeSpan age, bool approved, string? waitedFor) => string.Create(
        CultureInfo.InvariantCulture,
        $"The {(approved ? "approval" : "decision")} is {age.TotalMinutes:0} minutes old: the next tick decides anew.{(waitedFor is null ? "" : $" It waited: {waitedFor}")}");

    /// <summary>Not sent, or known not to be under way: looks at the resource, and sends.</summary>
    private async Task<ChangeRecord> SendAsync(ChangeRecord change, DateTimeOffset now, CancellationToken cancellation)
    {
        if (Disposition.Stop(Options, await parts.State.Fleet.PausedAsync(cancellation)) is { } stop)
        {
            return await ends.SupersedeAsync(change, stop.Code, stop.Text, null, now, cancellation);
        }

        var (resource, failure) = await ReadAsync(change.ResourceId, now, cancellation);
        if (resource is null)
        {
            return failure!.Code is "NotFound" or "Forbidden" or "Credential" or "Invalid"
                ? await ends.RefuseAsync(change, failure.Code, failure.Text, null, now, cancellation)
                : await WaitAsync(change, now + Options.RetryAfter, failure.Code, failure.Text, cancellation);
        }

        if (SendGuards.Unfit(change, resource, Options, now) is { } unfit)
        {
            return await EndAsync(unfit, change, resource, now, cancellation);
        }

        if (await parts.State.Fleet.ThrottledUntilAsync(ThrottleScope(change), now, cancellation) is { } until)
        {
            return await WaitAsync(change, until, "Throttled", "Azure asked to slow down: sent later.", cancellation);
        }

        if (await quota.FindAsync(change, resource, now, cancellation) is { } full)
        {
            return await ends.SupersedeAsync(change, "RegionalQuota", full, resource, now, cancellation);
        }

        if (change.Attempts == 0 && await ShareAsync(change, now, cancellation) is var share and not ChangeRateAnswer.Granted)
        {
            return await ends.SupersedeAsync(change, "BlastRadius", Limit(change, share), resource, now, cancellation);
        }

        // Marked first: whoever holds this mark sends, once. From here on a stop waits for the answer to be written.
        cancellation.ThrowIfCancellationRequested();
        cancellation = CancellationToken.None;
        var sent = change with
        {
            State = ChangeState.Sent,
            SentAt = now,
            Attempts = change.Attempts + 1,
            AcceptedEarlier = change.WasAccepted ? true : null,
            OperationUrl = null,
            AcceptedAt = null,
            NextAttemptAt = null,
        };
        if (await parts.State.Changes.SaveAsync(sent, cancellation) is not { } marked)
        {
            return change;
        }

        var request = new ScaleRequest(change.ResourceId, change.FromSku, change.FromUnits, change.ToSku, change.ToUnits);
        return await AnsweredAsync(change, marked, await parts.Fleet.ScaleAsync(request, cancellation), resource, now, cancellation);
    }

    /// <summary>A share of the change rate limit, asked for as often as a step is repeated and counted once.</summary>
    private async Task<ChangeRateAnswer> ShareAsync(ChangeRecord change, DateTimeOffset now, CancellationToken cancellation) => !Options.LimitsChanges
        ? ChangeRateAnswer.Granted
        : await parts.State.ChangeRate.TakeAsync(
            ResourceIds.SubscriptionOf(change.ResourceId),
            change.Id,
            change.Direction,
            change.IsUrgent == true,
            Math.Abs(change.ToUnits - change.FromUnits),
            Options.ChangeRate,
            now,
            cancellation);

    /// <param name="before">The change before it was marked as sent.</param>
    private async Task<ChangeRecord> AnsweredAsync(
        ChangeRecord before, ChangeRecord sent, ScaleOutcome answer, FleetResource resource, DateTimeOffset now, CancellationToken cancellation)
    {
        switch (answer.Result)
        {
            case ScaleResult.Accepted or ScaleResult.AlreadyThere:
                return await SaveAsync(
                    sent with { State = ChangeState.Accepted, AcceptedAt = now, OperationUrl = answer.OperationUrl, Code = null, Text = answer.Text }, cancellation);
            case ScaleResult.MovedOn:
                return await ends.SupersedeAsync(sent, "MovedOn", answer.Text, null, now, cancellation);
            case ScaleResult.Refused:
                if (answer.Code == Quota)
                {
                    await quota.RememberAsync(sent, resource, now, cancellation);
                }

                return await ends.RefuseAsync(sent, answer.Code ?? "Refused", answer.Text, resource, now, cancellation);
            case ScaleResult.RetryLater when answer.Code is "Conflict" or "Throttled" or "Updating":
                // Azure took nothing: not under way, not counted as sent, to be sent later.
                var wait = answer.RetryAfter > Options.RetryAfter ? answer.RetryAfter.Value : Options.RetryAfter;
                if (answer.Code == "Throttled")
                {
                    await parts.State.Fleet.ThrottleAsync(ThrottleScope(sent), now + wait, now, cancellation);
                }

                var untaken = sent with { State = ChangeState.Intended, Attempts = before.Attempts, SentAt = before.SentAt };
                return await WaitAsync(untaken, now + wait, answer.Code, answer.Text, cancellation);
            default:
                // No answer, or a fault: it may be under way. The resource tells.
                return await SaveAsync(sent with { Code = answer.Code, Text = answer.Text }, cancellation);
        }
    }

    /// <summary>Sent without a recorded answer, or accepted without an address: what the resource shows decides.</summary>
    private async Task<ChangeRecord> RecoverAsync(ChangeRecord change, DateTimeOffset now, CancellationToken cancellation)
    {
        var (resource, failure) = await ReadAsync(change.ResourceId, now, cancellation);
        var late = now - (change.AcceptedAt ?? change.SentAt) > Options.ChangeWithin;
        if (resource is null)
        {
            return failure!.Code == "NotFound" || late ? await ends.FailAsync(change, failure.Code, failure.Text, null, now, cancellation) : change;
        }

        if (resource.IsUnderWay)
        {
            return late ? await ends.FailAsync(change, "TimedOut", $"{resource.Name} is still {resource.ProvisioningState} after {Options.ChangeWithin.TotalMinutes:0} minutes.", resource, now, cancellation)
                : change.State == ChangeState.Accepted ? change
                : await SaveAsync(change with { State = ChangeState.Accepted, AcceptedAt = now, Text = $"{resource.Name} is {resource.ProvisioningState}; the address of the operation was lost." }, cancellation);
        }

        if (resource.HasSize(change.FromSku, change.FromUnits) && resource.IsSettled)
        {
            // Nothing is under way and nothing came of it. A young acceptance may not show yet.
            return now - (change.AcceptedAt ?? change.SentAt) < Options.AnswerWithin ? change
                : await SendAsync(change with { State = ChangeState.Intended }, now, cancellation);
        }

        return await VerifyAsync(change, resource, now, cancellation);
    }

    private async Task<ChangeRecord> FollowAsync(ChangeRecord change, DateTimeOffset now, CancellationToken cancellation)
    {
        var progress = await parts.Fleet.FollowAsync(change.OperationUrl!, cancellation);
        if (!progress.Done)
        {
            return now - change.AcceptedAt > Options.ChangeWithin ? await RecoverAsync(change with { OperationUrl = null }, now, cancellation) : change;
        }

        if (progress.Status == "Unknown")
        {
            return await RecoverAsync(change with { OperationUrl = null }, now, cancellation);
        }

        var (resource, failure) = await ReadAsync(change.ResourceId, now, cancellation);
        if (!progress.Succeeded)
        {
            return await ends.FailAsync(change, progress.Status, progress.Text ?? "Azure did not complete the change.", resource, now, cancellation);
        }

        return resource is null
            ? failure!.Code == "NotFound" ? await ends.FailAsync(change, failure.Code, failure.Text, null, now, cancellation) : change
            : resource.IsUnderWay || (resource.HasSize(change.FromSku, change.FromUnits) && now - change.SentAt < Options.AnswerWithin) ? change
            : await VerifyAsync(change, resource, now, cancellation);
    }

    /// <summary>Nothing is under way: is the size the one that was asked for?</summary>
    private Task<ChangeRecord> VerifyAsync(ChangeRecord change, FleetResource resource, DateTimeOffset now, CancellationToken cancellation) =>
        resource.HasSize(change.ToSku, change.ToUnits) && resource.IsSettled
            ? ends.VerifiedAsync(change, resource, now, cancellation)
            : ends.FailAsync(
                change,
                resource.IsSettled ? "NotInEffect" : resource.ProvisioningState,
                $"{resource.Name} is {resource.Sku} x {resource.Units} ({resource.ProvisioningState}) after the change, not {change.ToSku} x {change.ToUnits}.",
                resource,
                now,
                cancellation);

    private Task<ChangeRecord> EndAsync(Unfitness unfit, ChangeRecord change, FleetResource resource, DateTimeOffset now, CancellationToken cancellation) => unfit.End switch
    {
        ChangeState.Verified => ends.VerifiedAsync(change, resource, now, cancellation),
        ChangeState.Failed => ends.FailAsync(change, unfit.Code, unfit.Text, resource, now, cancellation),
        ChangeState.Refused => ends.RefuseAsync(change, unfit.Code, unfit.Text, resource, now, cancellation),
        ChangeState.Superseded => ends.SupersedeAsync(change, unfit.Code, unfit.Text, resource, now, cancellation),
        _ => WaitAsync(change, now + Options.RetryAfter, unfit.Code, unfit.Text, cancellation),
    };

    private Task<ChangeRecord> WaitAsync(ChangeRecord change, DateTimeOffset until, string code, string text, CancellationToken cancellation) =>
        SaveAsync(change with { NextAttemptAt = until, Code = code, Text = text }, cancellation);

    private string Limit(ChangeRecord change, ChangeRateAnswer answer)
    {
        var (kind, moved) = change.Direction == ChangeDirection.Out ? ("scale-out", "added") : ("scale-in", "taken away");
        return answer == ChangeRateAnswer.NoChangesLeft
            ? $"Postponed: the hourly limit of {Wording.Counted(Options.MostChangesPerHour ?? 0, kind)} in the subscription is reached."
            : $"Postponed: the hourly limit of {Wording.Counted(Options.MostUnitsPerHour ?? 0, "unit")} {moved} in the subscription leaves no room for {Math.Abs(change.ToUnits - change.FromUnits)}.";
    }

    private async Task<ChangeRecord> SaveAsync(ChangeRecord change, CancellationToken cancellation) =>
        await parts.State.Changes.SaveAsync(change, cancellation) ?? change;

    private async Task<(FleetResource? Resource, FleetFailure? Failure)> ReadAsync(string id, DateTimeOffset now, CancellationToken cancellation)
    {
        var listing = await parts.Fleet.ListAsync(new FleetScope { ResourceIds = [id] }, cancellation);
        var found = listing.Resources.FirstOrDefault(r => string.Equals(r.Id, id, StringComparison.OrdinalIgnoreCase));
        return found is not null
            ? (parts.Configured(found, now), null)
            : (null, listing.Failures.Count > 0 ? listing.Failures[0] : new FleetFailure(id, "NotFound", $"{id} was not found: it was deleted or moved."));
    }

    private static string ThrottleScope(ChangeRecord change) => "changes of " + ResourceIds.SubscriptionOf(change.ResourceId);
}
