using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Service.Alerts;
using Advisor.Service.Notifications;
using Advisor.Service.Store;
using Advisor.Service.Telemetry;

namespace Advisor.Service.Changes;

/// <summary>
/// Closes changes: writes the record, the resource's new snapshot and the notification in one commit. Counters are updated before that,
/// once per change, so that a retry after a crash counts nothing twice.
/// </summary>
internal sealed class ChangeCompletion(AdvisorState state, ServiceOptions options)
{
    public async Task<ChangeRecord> VerifyAsync(
        ChangeRecord change,
        FleetResource resource,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        await CountVerificationAsync(change, succeeded: true, now, cancellation);
        return await CloseAsync(change, ChangeState.Verified, null, DescribeDuration(change, now), resource, now, cancellation);
    }

    /// <summary>Closes a change that did not take effect.</summary>
    /// <param name="end">
    /// Failed; refused by Azure (lock, policy, quota, rights), so that a person has to act; or canceled, since it no longer applies: no
    /// notification is sent, the record holds the reason.
    /// </param>
    /// <param name="resource">The resource as it is now; null when it was not read.</param>
    public async Task<ChangeRecord> EndAsync(
        ChangeRecord change,
        ChangeState end,
        string code,
        string text,
        FleetResource? resource,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        if (end == ChangeState.Failed && resource is not null && change.DescribeRecreation(resource, now) is { } recreated)
        {
            (end, code, text) = (ChangeState.Canceled, ChangeLimits.Recreated, recreated);
        }

        // A change that Azure never accepted does not show whether changes take effect; nor does one of a resource that was Failed before
        // it, which is tried every hour and would by itself stop the changes of all others.
        if (end == ChangeState.Failed && change is { WasAccepted: true, StateBefore: null })
        {
            await CountVerificationAsync(change, succeeded: false, now, cancellation);
        }

        // The size did not change: another resource may use this share of the change rate limit.
        if (end != ChangeState.Failed && options.LimitsChanges && !change.WasAccepted)
        {
            await state.ChangeRate.ReleaseAsync(ResourceIds.GetSubscription(change.ResourceId), change.Id, now, cancellation);
        }

        return await CloseAsync(change, end, code, text, resource, now, cancellation);
    }

    // Only the list of the whole scope shows those that serve the same clients; the resource was read alone.
    private async Task<FleetResource> AddOthersAsync(FleetResource resource, CancellationToken cancellation) =>
        (await state.LoadAsync(resource.Id, cancellation)).Snapshot?.ReadResource() is { } listed
            ? resource with
            {
                Endpoints = resource.Settings.EndpointGroup is null ? [] : listed.Endpoints,
                FormerPeers = listed.FormerPeers,
            }
            : resource;

    private async Task<ChangeRecord> CloseAsync(
        ChangeRecord change,
        ChangeState end,
        string? code,
        string text,
        FleetResource? resource,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var closed = change with { State = end, ClosedAt = now, Code = code, Text = text, NextAttemptAt = null };
        var commit = state.BeginCommit(change.ResourceId).Save(closed);
        var tally = await state.Changes.FindTallyAsync(change.ResourceId, cancellation);
        if (ChangeTally.Advance(tally, closed) is { } counted && counted != tally)
        {
            commit.SaveTally(counted);
        }

        if (resource is not null)
        {
            resource = await AddOthersAsync(resource, cancellation);
            commit.Save(Snapshot.Create(resource, now));
        }

        // The alert "changeFailed" reports failed and refused changes from the tally, once, and when it is resolved.
        if (end == ChangeState.Verified)
        {
            commit.Enqueue(ChangeNotices.CreateChanged(closed, resource).ToItem());
        }

        if (!(await commit.RunAsync(cancellation)).IsCommitted)
        {
            return change;
        }

        ServiceTelemetry.RecordChange(end.ToString());
        return closed;
    }

    private async Task CountVerificationAsync(ChangeRecord change, bool succeeded, DateTimeOffset now, CancellationToken cancellation)
    {
        var subscription = ResourceIds.GetSubscription(change.ResourceId);
        var failures = await state.ChangeRate.RecordVerificationAsync(subscription, change.Id, succeeded, now, cancellation);
        if (succeeded || failures < options.MaxFailedVerifications)
        {
            return;
        }

        // The first mark is kept, so that the notification has the same id however often this is repeated.
        var reason = $"{failures} consecutive changes did not take effect in subscription {subscription}.";
        var mark = await state.Fleet.PauseAsync(new PauseMark("advisor", reason, now), cancellation);
        await state.Outbox.EnqueueAsync(ChangeNotices.CreateStopped(mark, options.StateOption).ToItem(), cancellation);
    }

    // Nobody watched a change that was followed for longer than that.
    private string DescribeDuration(ChangeRecord change, DateTimeOffset now) =>
        change.SentAt is { } sent && now - sent <= ChangeLimits.Timeout + options.Interval
            ? $"In effect within {Wording.FormatCount(Math.Ceiling((now - sent).TotalMinutes), "minute")}.{change.DescribeStateBefore()}"
            : $"In effect. How long it took is not known.{change.DescribeStateBefore()}";
}
