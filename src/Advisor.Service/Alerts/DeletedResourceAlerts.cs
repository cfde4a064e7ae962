using Advisor.Core.Alerting;
using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Service.Evaluation;
using Advisor.Service.Notifications;
using Advisor.Service.Store;

namespace Advisor.Service.Alerts;

/// <summary>
/// Closes the alerts of deleted resources, and of a region when its last resource is deleted: a team that was notified of an alert is
/// notified once that it is resolved. The snapshot is deleted last, so that work interrupted by a crash is repeated at the next list;
/// alerts already closed send nothing.
/// </summary>
internal sealed class DeletedResourceAlerts(
    AdvisorState state,
    RuleSet alertingRules,
    SettingsInForce settings,
    NotificationRouting routing,
    FleetAlerts alerts,
    RowFaults faults
)
{
    private const string ResourceClosedText =
        "Azure no longer lists it: it was deleted or moved, is out of the scope, or Advisor lost the right to read it. "
        + "Advisor closed its alerts.";
    private const string RegionClosedText = "Azure no longer lists any resource there. Advisor closed its alerts.";

    /// <param name="deleted">Resources missing from enough complete lists.</param>
    /// <param name="listed">Resources that are listed.</param>
    public async Task CloseAsync(
        IReadOnlyList<FleetResource> deleted,
        IReadOnlyList<FleetResource> listed,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        if (deleted.Count == 0)
        {
            return;
        }

        var places = listed.Select(GetPlace).ToHashSet();
        foreach (var (subscription, region) in deleted.Select(GetPlace).Distinct().Where(place => !places.Contains(place)))
        {
            await alerts.CloseAsync(RegionAlerts.CreateSubject(subscription, region), RegionClosedText, now, cancellation);
        }

        await Parallel.ForEachAsync(
            deleted,
            new ParallelOptions { MaxDegreeOfParallelism = 16, CancellationToken = cancellation },
            async (resource, cancel) => await faults.RunAsync(() => CloseAsync(resource, now, cancel))
        );
    }

    private async Task CloseAsync(FleetResource resource, DateTimeOffset now, CancellationToken cancellation)
    {
        var known = await state.LoadAsync(resource.Id, cancellation);

        // A change in progress is followed to its end first; a state that cannot be read is reported elsewhere and is not overwritten.
        if (known.OpenChange is not null || ResourceStateDocument.Read(known.State).Memory is not { } document)
        {
            return;
        }

        if (document.Alerts.Alerts.IsQuiet || await CloseAsync(resource, known.State, document, now, cancellation))
        {
            await state.Snapshots.DeleteAsync(resource.Id, cancellation);
        }
    }

    private async Task<bool> CloseAsync(
        FleetResource resource,
        ResourceDocument? stored,
        ResourceStateDocument document,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var subject = AlertSubjects.Create(settings.Apply(resource, now));
        subject = (subject with { Team = document.Alerts.Team ?? subject.Team }).Route(routing);
        var step = AlertStateMachine.Close(alertingRules.Alerts, subject, document.Alerts.Alerts, ResourceClosedText, now);
        var after = document with { Alerts = document.Alerts with { Alerts = step.State } };
        var commit = state.BeginCommit(resource.Id).Save(stored, after, now);
        commit.Add(step.Events);
        return (await commit.RunAsync(cancellation)).IsCommitted;
    }

    private static (string Subscription, string Region) GetPlace(FleetResource resource) =>
        (resource.SubscriptionId.ToLowerInvariant(), resource.Region.ToLowerInvariant());
}
