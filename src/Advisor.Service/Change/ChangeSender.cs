using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Service.Fleet;
using Advisor.State.Changes;

namespace Advisor.Service.Change;

/// <summary>
/// Sends the request of a change: checks its preconditions, acquires its share of the change rate limit, marks it as sent, sends it and
/// records the answer.
/// </summary>
internal sealed class ChangeSender(ServiceDependencies dependencies)
{
    /// <summary>Code of a change that Azure refused because of its quota.</summary>
    internal const string QuotaCode = "Quota";

    private readonly ChangeCompletion completion = new(dependencies);
    private readonly RegionalQuotaCheck quota = new(dependencies);

    private ServiceOptions Options => dependencies.Options;

    /// <summary>Reads the resource and sends the request of a change that was not sent yet, or is known not to be in progress.</summary>
    public async Task<ChangeRecord> SendAsync(ChangeRecord change, DateTimeOffset now, CancellationToken cancellation)
    {
        if (DecisionHandling.FindStop(Options, await dependencies.State.Fleet.FindPauseAsync(cancellation)) is { } stop)
        {
            return await completion.CancelAsync(change, stop.Code, stop.Text, null, now, cancellation);
        }

        var (resource, failure) = await ReadAsync(change.ResourceId, now, cancellation);
        if (resource is null)
        {
            return failure!.Code is "NotFound" or "Forbidden" or "Credential" or "Invalid"
                ? await completion.RefuseAsync(change, failure.Code, failure.Text, null, now, cancellation)
                : await PostponeAsync(change, now + Options.RetryAfter, failure.Code, failure.Text, cancellation);
        }

        if (ChangePreconditions.FindFailed(change, resource, Options, now) is { } failed)
        {
            return await FailPreconditionAsync(failed, change, resource, now, cancellation);
        }

        if (await dependencies.State.Fleet.FindThrottleAsync(FormatThrottleScope(change), now, cancellation) is { } until)
        {
            return await PostponeAsync(change, until, "Throttled", "Azure throttled the request: Advisor sends it later.", cancellation);
        }

        if (await quota.FindProblemAsync(change, resource, now, cancellation) is { } full)
        {
            return await completion.CancelAsync(change, "RegionalQuota", full, resource, now, cancellation);
        }

        if (change.Attempts == 0 && await TakeShareAsync(change, now, cancellation) is var share and not ChangeRateResult.Granted)
        {
            return await completion.CancelAsync(change, "ChangeRateLimit", DescribeRateLimit(change, share), resource, now, cancellation);
        }

        // Only the instance that wrote this mark sends the request, once. From here on a shutdown waits until the answer is recorded.
        cancellation.ThrowIfCancellationRequested();
        cancellation = CancellationToken.None;
        var sent = change with
        {
            State = ChangeState.Sent,
            SentAt = now,
            Attempts = change.Attempts + 1,
            WasAcceptedBefore = change.WasAccepted ? true : null,
            OperationUrl = null,
            AcceptedAt = null,
            NextAttemptAt = null,
        };
        if (await dependencies.State.Changes.SaveAsync(sent, cancellation) is not { } marked)
        {
            return change;
        }

        var request = new ScaleRequest(change.ResourceId, change.From, change.To);
        return await HandleResponseAsync(
            change,
            marked,
            await dependencies.Fleet.ScaleAsync(request, cancellation),
            resource,
            now,
            cancellation
        );
    }

    /// <summary>Acquires a share of the change rate limit; counted once however often the step is repeated.</summary>
    private async Task<ChangeRateResult> TakeShareAsync(ChangeRecord change, DateTimeOffset now, CancellationToken cancellation) =>
        !Options.LimitsChanges
            ? ChangeRateResult.Granted
            : await dependencies.State.ChangeRate.AcquireAsync(
                ResourceIds.GetSubscription(change.ResourceId),
                change.Id,
                change.Direction,
                change.IsUrgent == true,
                Math.Abs(change.ToUnits - change.FromUnits),
                Options.ChangeRate,
                now,
                cancellation
            );

    /// <param name="before">The change before it was marked as sent.</param>
    private async Task<ChangeRecord> HandleResponseAsync(
        ChangeRecord before,
        ChangeRecord sent,
        ScaleOutcome answer,
        FleetResource resource,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        switch (answer.Result)
        {
            case ScaleResult.Accepted or ScaleResult.AlreadyApplied:
                return await SaveAsync(
                    sent with
                    {
                        State = ChangeState.Accepted,
                        AcceptedAt = now,
                        OperationUrl = answer.OperationUrl,
                        Code = null,
                        Text = answer.Text,
                    },
                    cancellation
                );
            case ScaleResult.ResourceChanged:
                return await completion.CancelAsync(sent, "MovedOn", answer.Text, null, now, cancellation);
            case ScaleResult.Refused:
                if (answer.Code == QuotaCode)
                {
                    await quota.RecordRefusalAsync(sent, resource, now, cancellation);
                }

                return await completion.RefuseAsync(sent, answer.Code ?? "Refused", answer.Text, resource, now, cancellation);
            case ScaleResult.RetryLater when answer.Code is "Conflict" or "Throttled" or "Updating":
                // Azure did not accept the request: it is not in progress, does not count as sent, and is sent again later.
                var wait = answer.RetryAfter > Options.RetryAfter ? answer.RetryAfter.Value : Options.RetryAfter;
                if (answer.Code == "Throttled")
                {
                    await dependencies.State.Fleet.ThrottleAsync(FormatThrottleScope(sent), now + wait, now, cancellation);
                }

                var untaken = sent with { State = ChangeState.Intended, Attempts = before.Attempts, SentAt = before.SentAt };
                return await PostponeAsync(untaken, now + wait, answer.Code, answer.Text, cancellation);
            default:
                // No answer, or a fault: the change may be in progress. The state of the resource decides.
                return await SaveAsync(sent with { Code = answer.Code, Text = answer.Text }, cancellation);
        }
    }

    private Task<ChangeRecord> FailPreconditionAsync(
        FailedPrecondition failed,
        ChangeRecord change,
        FleetResource resource,
        DateTimeOffset now,
        CancellationToken cancellation
    ) =>
        failed.NextState switch
        {
            ChangeState.Verified => completion.VerifyAsync(change, resource, now, cancellation),
            ChangeState.Failed => completion.FailAsync(change, failed.Code, failed.Text, resource, now, cancellation),
            ChangeState.Refused => completion.RefuseAsync(change, failed.Code, failed.Text, resource, now, cancellation),
            ChangeState.Canceled => completion.CancelAsync(change, failed.Code, failed.Text, resource, now, cancellation),
            _ => PostponeAsync(change, now + Options.RetryAfter, failed.Code, failed.Text, cancellation),
        };

    private Task<ChangeRecord> PostponeAsync(
        ChangeRecord change,
        DateTimeOffset until,
        string code,
        string text,
        CancellationToken cancellation
    ) => SaveAsync(change with { NextAttemptAt = until, Code = code, Text = text }, cancellation);

    private string DescribeRateLimit(ChangeRecord change, ChangeRateResult answer)
    {
        var (kind, moved) = change.Direction == ChangeDirection.Out ? ("scale-out", "added") : ("scale-in", "removed");
        return answer == ChangeRateResult.NoChangesLeft
            ? $"Postponed: the hourly limit of {Wording.FormatCount(Options.MaxChangesPerHour ?? 0, kind)} in the subscription is reached."
            : $"Postponed: the hourly limit of {Wording.FormatCount(Options.MaxUnitsPerHour ?? 0, "unit")} {moved} in the subscription "
                + $"does not allow {Math.Abs(change.ToUnits - change.FromUnits)}.";
    }

    private async Task<ChangeRecord> SaveAsync(ChangeRecord change, CancellationToken cancellation) =>
        await dependencies.State.Changes.SaveAsync(change, cancellation) ?? change;

    /// <summary>Reads the resource, with its settings; returns the failure when it cannot be read.</summary>
    public async Task<(FleetResource? Resource, FleetFailure? Failure)> ReadAsync(
        string id,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var listing = await dependencies.Fleet.ListAsync(new FleetScope { ResourceIds = [id] }, cancellation);
        var found = listing.Resources.FirstOrDefault(r => string.Equals(r.Id, id, StringComparison.OrdinalIgnoreCase));
        return found is not null
            ? (ScalingPauses.Apply(dependencies.WithSettings(found, now), await dependencies.State.FindPauseAsync(id, cancellation)), null)
            : (
                null,
                listing.Failures.Count > 0
                    ? listing.Failures[0]
                    : new FleetFailure(id, "NotFound", $"{id} was not found: it was deleted or moved.")
            );
    }

    private static string FormatThrottleScope(ChangeRecord change) => "changes of " + ResourceIds.GetSubscription(change.ResourceId);
}
