using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;

namespace Advisor.Core.Fleet;

/// <summary>SignalR or Web PubSub resource as reported by Resource Manager, with the settings that apply to it.</summary>
public sealed record FleetResource
{
    /// <summary>Resource id as returned by Azure; compares without case.</summary>
    public required string Id { get; init; }

    /// <summary>Name of the resource, as in its id; of a geo-replica after that of its resource: chat/chat-east.</summary>
    public required string Name { get; init; }

    /// <summary>GUID of the subscription.</summary>
    public required string SubscriptionId { get; init; }

    public required string ResourceGroup { get; init; }

    public required ServiceKind Service { get; init; }

    /// <summary>Azure region in its short form, such as westeurope.</summary>
    public required string Region { get; init; }

    /// <summary>Name of the SKU, such as Standard_S1; compares without case.</summary>
    public required string Sku { get; init; }

    /// <summary>Units of this resource alone, 1 or more, without those of its replicas.</summary>
    public required int Units { get; init; }

    public Size Size => new(Sku, Units);

    public ServiceMode ServiceMode { get; init; } = ServiceMode.Default;

    /// <summary>
    /// Azure's provisioning state: Succeeded, Updating, Failed ... Any other than Succeeded means that a change is in progress or has
    /// failed.
    /// </summary>
    public required string ProvisioningState { get; init; }

    /// <summary>Whether the last operation on the resource succeeded and none is in progress.</summary>
    public bool IsSettled => HasProvisioningState("Succeeded");

    /// <summary>Whether an operation on the resource is in progress. Failed and Canceled are final states.</summary>
    public bool IsUpdating => !IsSettled && !HasProvisioningState("Failed") && !HasProvisioningState("Canceled");

    /// <summary>Whether the resource has this size; SKU names compare without case.</summary>
    public bool HasSize(Size size) => Size.IsSame(size);

    /// <summary>
    /// When it was created; null where Azure does not say, as of resources from before about 2021. One that is deleted and created again
    /// under its id has another time.
    /// </summary>
    public DateTimeOffset? CreatedAt { get; init; }

    /// <summary>Tags of the resource; names compare without case.</summary>
    public IReadOnlyDictionary<string, string> Tags { get; init; } = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);

    /// <summary>Geo-replicas; each is a resource of its own too, with its own metrics, size and bill.</summary>
    public IReadOnlyList<Replica> Replicas { get; init; } = [];

    /// <summary>Id of the resource of which this is a geo-replica; null = none.</summary>
    public string? OwnerId => ResourceIds.FindOwner(Id);

    /// <summary>Whether new clients are routed to it: it is not stopped, and its region endpoint is not disabled.</summary>
    public bool IsServing { get; init; } = true;

    /// <summary>
    /// Ids of the others that serve the same clients: the replicas of the resource, or the resource and its other replicas. Empty while it
    /// serves none itself.
    /// </summary>
    public IReadOnlyList<string> Peers { get; init; } = [];

    /// <summary>Whether the list of <see cref="Peers"/> may lack some, since Azure did not return the replicas.</summary>
    public bool HasUnknownPeers { get; init; }

    /// <summary>
    /// Ids of the other endpoints of its endpoint group, in order; empty = it is in none, is the only one, or serves no clients itself.
    /// </summary>
    public IReadOnlyList<string> Endpoints { get; init; } = [];

    /// <summary>
    /// Ids of those that would be among <see cref="Peers"/> or <see cref="Endpoints"/> if they were not stopped, disabled or deleted: the
    /// clients that they served arrive at the others. Empty while it serves none itself.
    /// </summary>
    public IReadOnlyList<string> FormerPeers { get; init; } = [];

    /// <summary>Name of an enabled Azure autoscale setting that targets the resource; null if there is none.</summary>
    public string? AutoscaleSetting { get; init; }

    /// <summary>Settings of the policy, the configuration and the tags, in ascending precedence.</summary>
    public ResourceSettings Settings { get; init; } = ResourceSettings.Default;

    /// <summary>Its cost of past days as Cost Management states it; null when it is not asked for, or not known.</summary>
    public ActualCost? ActualCost { get; init; }

    /// <summary>
    /// Whether the traffic metrics include the leg to the app servers: the value of the settings, otherwise true unless the service mode is
    /// serverless.
    /// </summary>
    public bool CountsServerLeg => Settings.ResolveServerLeg(ServiceMode);

    /// <summary>
    /// Whether it was created at or after an instant, so that what was known of its id then was of another resource. A creation in the
    /// future is taken as not known.
    /// </summary>
    public bool IsCreatedSince(DateTimeOffset instant, DateTimeOffset now) => CreatedAt >= instant && CreatedAt <= now;

    private bool HasProvisioningState(string state) => string.Equals(ProvisioningState, state, StringComparison.OrdinalIgnoreCase);
}

/// <summary>Geo-replica of a resource.</summary>
public sealed record Replica(string Name, string Region, int? Units);
