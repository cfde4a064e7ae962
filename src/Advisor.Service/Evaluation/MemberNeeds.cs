using Advisor.Core.Advice;
using Advisor.Core.Fleet;
using Advisor.Core.Forecasting;
using Advisor.Core.Observations;
using Advisor.Core.Settings;
using Advisor.Service.Store;

namespace Advisor.Service.Evaluation;

/// <summary>What a member of a group requires, from which the others learn what they would have to take over.</summary>
/// <param name="Load">Units that its clients require; null = not known.</param>
/// <param name="OwnUnits">Units that it would have for its own load alone; null = not known, or nobody follows it.</param>
internal readonly record struct MemberNeed(FailoverLoad? Load, int? OwnUnits);

/// <summary>What the members of resources with geo-replicas, and of endpoint groups, require.</summary>
/// <param name="needs">Requirement by resource id, case-insensitive; those not known are absent.</param>
internal sealed class MemberNeeds(IReadOnlyDictionary<string, MemberNeed> needs)
{
    // An idle resource is evaluated every few minutes only; the state of one that is older says nothing of the last hour.
    private static readonly TimeSpan MaxAge = TimeSpan.FromHours(1);

    /// <summary>Nothing is known of any resource.</summary>
    public static MemberNeeds Unknown { get; } = new(new Dictionary<string, MemberNeed>());

    /// <summary>Whether a resource is one of several that serve the same clients, or may have been until it was stopped.</summary>
    public static bool IsMember(FleetResource resource) =>
        resource.Peers.Count > 0 || resource.Endpoints.Count > 0 || resource.FormerPeers.Count > 0 || !resource.IsServing;

    /// <summary>
    /// Reads what the others of a batch require: from the loaded states of the batch, and one read for each in another batch, as of its
    /// last evaluation.
    /// </summary>
    public static async Task<MemberNeeds> ReadAsync(
        AdvisorState state,
        IReadOnlyList<BatchResource> batch,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var others = batch
            .SelectMany(one => one.Resource is { } known ? ListOthers(known).Concat(known.FormerPeers) : [])
            .ToHashSet(StringComparer.OrdinalIgnoreCase);
        if (others.Count == 0)
        {
            return Unknown;
        }

        var needs = new Dictionary<string, MemberNeed>(StringComparer.OrdinalIgnoreCase);
        foreach (var one in batch.Where(one => others.Remove(one.Stored.ResourceId)))
        {
            Add(one.Stored.ResourceId, one.Document);
        }

        foreach (var id in others)
        {
            // A row that cannot be read is reported by the batch of its resource; here it is unknown.
            var (stored, _) = await FaultIsolation.RunAsync(() => state.LoadAsync(id, cancellation));
            Add(id, stored is null ? null : ResourceStateDocument.Read(stored.State).Memory);
        }

        return new MemberNeeds(needs);

        void Add(string id, ResourceStateDocument? document)
        {
            if (document is { HasLostHistory: false, State: { } known } && now - known.Time <= MaxAge)
            {
                needs[id] = new(known.FindFailoverLoad(), document.Head.OwnUnits);
            }
        }
    }

    /// <summary>Returns the constraints on a resource with what the other members of its groups put on it.</summary>
    public FleetConstraints AddTo(FleetConstraints fleet, FleetResource resource) =>
        fleet with
        {
            IsServing = resource.IsServing,
            Failover = FindFailover(resource),
            Endpoints = FindEndpoints(resource),
        };

    // Null if none takes over when the resource fails, or its settings do not ask for it.
    private FailoverGroup? FindFailover(FleetResource resource)
    {
        var (others, former) = (ListOthers(resource), FindFormerLoads(resource));
        if (resource.Settings.Failover == FailoverTarget.None || (others.Count + former.Count == 0 && !resource.HasUnknownPeers))
        {
            return null;
        }

        var loads = others.Select(id => Find(id)?.Load).OfType<FailoverLoad>().ToList();
        var isKnown = !resource.HasUnknownPeers && loads.Count == others.Count;
        return new FailoverGroup(Math.Max(1, others.Count), isKnown ? [.. loads, .. former] : null)
        {
            Former = former.Count,
            AreEndpoints = ListEndpoints(resource).Count > 0,
        };
    }

    // For an hour the clients of those that stopped serving count, since they arrive at the others. Without metrics there are none: what
    // serves nobody reports nothing.
    private List<FailoverLoad> FindFormerLoads(FleetResource resource) =>
        [
            .. resource
                .FormerPeers.Select(id => Find(id)?.Load)
                .OfType<FailoverLoad>()
                .Where(load => load.Recent.Max > UnitsCode.MinUnits)
                .Select(load => load with { Recent = load.Recent with { IsEnded = true }, Steady = 0 }),
        ];

    private EndpointGroup? FindEndpoints(FleetResource resource)
    {
        var (others, settings) = (ListEndpoints(resource), resource.Settings);
        if (others.Count == 0)
        {
            return null;
        }

        var own = others.Select(id => Find(id)?.OwnUnits).ToList();
        return new EndpointGroup(
            settings.EndpointGroup!,
            others.Count + 1,
            others.Count(id => string.Compare(id, resource.Id, StringComparison.OrdinalIgnoreCase) < 0),
            settings.EndpointSizes,
            settings.EndpointSizes == EndpointSizes.Together && !own.Contains(null) ? own.Max() : null
        );
    }

    private MemberNeed? Find(string id) => needs.TryGetValue(id, out var need) ? need : null;

    // The list is of the last listing; the settings are those in force.
    private static IReadOnlyList<string> ListEndpoints(FleetResource resource) =>
        resource.Settings.EndpointGroup is null ? [] : resource.Endpoints;

    private static IReadOnlyList<string> ListOthers(FleetResource resource) =>
        ListEndpoints(resource) is { Count: > 0 } endpoints
            ? [.. resource.Peers.Union(endpoints, StringComparer.OrdinalIgnoreCase)]
            : resource.Peers;
}
