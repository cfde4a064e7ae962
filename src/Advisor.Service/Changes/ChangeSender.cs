using Advisor.Core.Fleet;
using Advisor.Service.Fleet;
using Advisor.Service.Store;

namespace Advisor.Service.Changes;

/// <summary>
/// Sends the request of a change: checks its preconditions, marks it as sent, sends it and records the answer.
/// </summary>
internal sealed class ChangeSender(
    AdvisorState state,
    IFleet fleet,
    ChangePreconditions preconditions,
    RegionalQuotaCheck quota,
    ChangeCompletion completion
)
{
    /// <summary>Reads the resource and sends the request of a change that was not sent yet, or is known not to be in progress.</summary>
    /// <param name="requested">Called when the request is about to be sent, and nothing of its answer concerns other changes.</param>
    public async Task<ChangeRecord> SendAsync(
        ChangeRecord change,
        DateTimeOffset now,
        CancellationToken cancellation,
        Action? requested = null
    )
    {
        var (resource, failed) = await preconditions.CheckAsync(change, now, cancellation);
        if (failed is not null)
        {
            return await FailPreconditionAsync(failed, change, resource, now, cancellation);
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
            StateBefore = resource!.IsSettled ? null : resource.ProvisioningState,
            OperationUrl = null,
            AcceptedAt = null,
            NextAttemptAt = null,
        };
        if (await state.Changes.SaveAsync(sent, cancellation) is not { } marked)
        {
            return change;
        }

        // A refusal for the quota keeps the next change from being requested in vain.
        if (change.ExceedsKnownQuota != true)
        {
            requested?.Invoke();
        }

        // Later, another instance may already have found that it never arrived, and sent it.
        var request = new ScaleRequest(change.ResourceId, change.From, change.To) { NotAfter = now + ChangeLimits.ResponseTimeout };
        return await HandleResponseAsync(change, marked, await fleet.ScaleAsync(request, cancellation), resource, now, cancellation);
    }

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
                        Text = answer.Text + sent.DescribeStateBefore(),
                    },
                    cancellation
                );
            case ScaleResult.ResourceChanged:
                return await completion.EndAsync(sent, ChangeState.Canceled, "MovedOn", answer.Text, null, now, cancellation);
            case ScaleResult.Refused:
                if (answer.Code == FailureCode.Quota)
                {
                    await quota.RecordRefusalAsync(sent, resource, now, cancellation);
                }

                var code = answer.Code?.ToString() ?? "Refused";
                return await completion.EndAsync(sent, ChangeState.Refused, code, answer.Text, resource, now, cancellation);
            case ScaleResult.RetryLater
                when answer.IsUnsent || answer.Code is FailureCode.Conflict or FailureCode.Throttled or FailureCode.Updating:
                // Not sent, or not accepted by Azure: it is not in progress, does not count as sent, and is sent again later.
                var wait = answer.RetryAfter > ChangeLimits.RetryDelay ? answer.RetryAfter.Value : ChangeLimits.RetryDelay;
                if (answer.Code == FailureCode.Throttled)
                {
                    await state.Fleet.ThrottleAsync(ChangePreconditions.FormatThrottleScope(sent), now + wait, now, cancellation);
                }

                return await PostponeAsync(Unsend(sent, before), now + wait, answer.Code.ToString()!, answer.Text, cancellation);
            case ScaleResult.TooLate:
                // The next tick sends it, or drops it where its decision is too old by then.
                return await PostponeAsync(Unsend(sent, before), now, nameof(ScaleResult.TooLate), answer.Text, cancellation);
            default:
                // No answer, or a fault: the change may be in progress. The state of the resource decides.
                return await SaveAsync(sent with { Code = answer.Code?.ToString(), Text = answer.Text }, cancellation);
        }
    }

    private static ChangeRecord Unsend(ChangeRecord sent, ChangeRecord before) =>
        sent with
        {
            State = ChangeState.Intended,
            Attempts = before.Attempts,
            SentAt = before.SentAt,
            StateBefore = before.StateBefore,
        };

    private Task<ChangeRecord> FailPreconditionAsync(
        FailedPrecondition failed,
        ChangeRecord change,
        FleetResource? resource,
        DateTimeOffset now,
        CancellationToken cancellation
    ) =>
        failed.NextState switch
        {
            ChangeState.Verified => completion.VerifyAsync(change, resource!, now, cancellation),
            ChangeState.Intended => PostponeAsync(
                change,
                failed.Until ?? now + ChangeLimits.RetryDelay,
                failed.Code,
                failed.Text,
                cancellation
            ),
            var end => completion.EndAsync(change, end, failed.Code, failed.Text, resource, now, cancellation),
        };

    private Task<ChangeRecord> PostponeAsync(
        ChangeRecord change,
        DateTimeOffset until,
        string code,
        string text,
        CancellationToken cancellation
    ) => SaveAsync(change with { NextAttemptAt = until, Code = code, Text = text }, cancellation);

    private async Task<ChangeRecord> SaveAsync(ChangeRecord change, CancellationToken cancellation) =>
        await state.Changes.SaveAsync(change, cancellation) ?? change;
}
