using System.Globalization;
using Advisor.Core.Quantities;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.State;
using Advisor.Runtime.Telemetry;

namespace Advisor.Runtime.Service;

/// <summary>
/// Closes changes: the record, the resource's new snapshot and the notification in one commit. What must be counted is counted before, once per change,
/// so that a crash in between repeats nothing.
/// </summary>
internal sealed class ChangeEnds(ServiceParts parts)
{
    public async Task<ChangeRecord> VerifiedAsync(ChangeRecord change, FleetResource resource, DateTimeOffset now, CancellationToken cancellation)
    {
        await CountAsync(change, succeeded: true, now, cancellation);
        return await CloseAsync(change, ChangeState.Verified, null, Duration(change, now), resource, now, cancellation);
    }

    public async Task<ChangeRecord> FailAsync(ChangeRecord change, string code, string text, FleetResource? resource, DateTimeOffset now, CancellationToken cancellation)
    {
        // What Azure never accepted says nothing of whether changes come into effect.
        if (change.WasAccepted)
        {
            await CountAsync(change, succeeded: false, now, cancellation);
        }

        return await CloseAsync(change, ChangeState.Failed, code, text, resource, now, cancellation);
    }

    /// <summary>Lock, policy, quota, rights: people must do something.</summary>
    public async Task<ChangeRecord> RefuseAsync(ChangeRecord change, string code, string text, FleetResource? resource, DateTimeOffset now, CancellationToken cancellation)
    {
        await ReturnShareAsync(change, now, cancellation);
        return await CloseAsync(change, ChangeState.Refused, code, text, resource, now, cancellation);
    }

    /// <summary>The world has moved on: nobody is disturbed, the record says why.</summary>
    public async Task<ChangeRecord> SupersedeAsync(ChangeRecord change, string code, string text, FleetResource? resource, DateTimeOffset now, CancellationToken cancellation)
    {
        await ReturnShareAsync(change, now, cancellation);
        return await CloseAsync(change, ChangeState.Superseded, code, text, resource, now, cancellation);
    }

    // Nothing was moved: another resource may take the share.
    private async Task ReturnShareAsync(ChangeRecord change, DateTimeOffset now, CancellationToken cancellation)
    {
        if (parts.Options.LimitsChanges && !change.WasAccepted)
        {
            await parts.State.ChangeRate.ReturnAsync(ResourceIds.SubscriptionOf(change.ResourceId), change.Id, now, cancellation);
        }
    }

    private async Task<ChangeRecord> CloseAsync(
        ChangeRecord change, ChangeState state, string? code, string text, FleetResource? resource, DateTimeOffset now, CancellationToken cancellation)
    {
        var closed = change with { State = state, ClosedAt = now, Code = code, Text = text, NextAttemptAt = null };
        var commit = parts.State.Begin(change.ResourceId).Save(closed);
        var tally = await parts.State.Changes.TallyAsync(change.ResourceId, cancellation);
        if (ChangeTally.After(tally, closed) is { } counted && counted != tally)
        {
            commit.SaveTally(counted);
        }

        if (resource is not null)
        {
            commit.SaveSnapshot(ResourceSnapshot.Version, now, ResourceSnapshot.Write(resource));
        }

        // What failed or was refused is told by the alert "changeFailed", from the tally: once, and with its end.
        if (state == ChangeState.Verified)
        {
            commit.Enqueue(ChangeNotices.Changed(closed, resource).ToItem());
        }

        if (!(await commit.RunAsync(cancellation)).Committed)
        {
            return change;
        }

        ServiceTelemetry.ChangeEnded(state.ToString());
        return closed;
    }

    private async Task CountAsync(ChangeRecord change, bool succeeded, DateTimeOffset now, CancellationToken cancellation)
    {
        var subscription = ResourceIds.SubscriptionOf(change.ResourceId);
        var failures = await parts.State.ChangeRate.RecordVerificationAsync(subscription, change.Id, succeeded, now, cancellation);
        if (succeeded || failures < parts.Options.MostFailedVerifications)
        {
            return;
        }

        // The first mark stands, so the notification has one name however often this is repeated.
        var reason = string.Create(CultureInfo.InvariantCulture, $"{failures} changes in a row did not come into effect in subscription {subscription}.");
        var mark = await parts.State.Fleet.PauseAsync(new PauseMark("advisor", reason, now), cancellation);
        await parts.State.Outbox.EnqueueAsync(ChangeNotices.Stopped(mark).ToItem(), cancellation);
    }

    private static string Duration(ChangeRecord change, DateTimeOffset now) => change.SentAt is { } sent
        ? $"In effect within {Wording.Counted(Math.Ceiling((now - sent).TotalMinutes), "minute")}."
        : "In effect.";
}
