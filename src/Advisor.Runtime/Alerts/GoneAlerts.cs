using Advisor.Core.Alerting;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.Service;
using Advisor.Runtime.State;

namespace Advisor.Runtime.Alerts;

/// <summary>
/// Closes the alerts of resources that are gone, and of a region when the last resource in it is: whoever was told of one is told that it is over, once. The
/// snapshot goes last, so that what a crash cuts off is done again at the next list; what is closed already tells nothing.
/// </summary>
internal sealed class GoneAlerts(ServiceParts parts)
{
    private const string WhyResource = "It is no longer listed: it was deleted or moved, is out of the scope, or may not be read any more. Its alerts are closed.";
    private const string WhyRegion = "No resource is listed there any more. Its alerts are closed.";

    private readonly FleetAlerts fleetAlerts = new(parts);

    /// <param name="gone">What enough complete lists lacked.</param>
    /// <param name="listed">What is there.</param>
    public async Task CloseAsync(IReadOnlyList<FleetResource> gone, IReadOnlyList<FleetResource> listed, DateTimeOffset now, CancellationToken cancellation)
    {
        if (gone.Count == 0)
        {
            return;
        }

        var places = listed.Select(PlaceOf).ToHashSet();
        foreach (var (subscription, region) in gone.Select(PlaceOf).Distinct().Where(place => !places.Contains(place)))
        {
            await fleetAlerts.CloseAsync(RegionAlerts.SubjectOf(subscription, region), WhyRegion, now, cancellation);
        }

        await Parallel.ForEachAsync(
            gone, new ParallelOptions { MaxDegreeOfParallelism = 16, CancellationToken = cancellation }, async (resource, cancel) => await CloseAsync(resource, now, cancel));
    }

    private async Task CloseAsync(FleetResource resource, DateTimeOffset now, CancellationToken cancellation)
    {
        var known = await parts.State.LoadAsync(resource.Id, cancellation);

        // A change under way is followed to its end first; a state that cannot be read is told of by others and is not written over.
        if (known.OpenChange is not null || ServiceMemory.Read(known.State).Memory is not { } memory)
        {
            return;
        }

        if (memory.Alerts.Alerts.IsQuiet || await CloseAsync(resource, known.State, memory, now, cancellation))
        {
            await parts.State.DeleteSnapshotAsync(resource.Id, cancellation);
        }
    }

    private async Task<bool> CloseAsync(FleetResource resource, Document? state, ServiceMemory memory, DateTimeOffset now, CancellationToken cancellation)
    {
        var team = parts.Configured(resource, now).Settings.Team ?? "";
        var subject = new AlertSubject(AlertSubjectKind.Resource, resource.Id, resource.Name, team, resource.Region);
        var step = AlertMachine.Close(parts.AlertingRules.Alerts, subject, memory.Alerts.Alerts, WhyResource, now);
        var after = memory with { Alerts = memory.Alerts with { Alerts = step.State } };
        var commit = parts.State.Begin(resource.Id).SaveState(state, ServiceMemory.Version, now, after.Write());
        foreach (var alert in step.Notifications)
        {
            commit.Enqueue(new AlertReport { Alert = alert }.ToItem());
        }

        return (await commit.RunAsync(cancellation)).Committed;
    }

    private static (string Subscription, string Region) PlaceOf(FleetResource resource) =>
        (resource.SubscriptionId.ToLowerInvariant(), resource.Region.ToLowerInvariant());
}
