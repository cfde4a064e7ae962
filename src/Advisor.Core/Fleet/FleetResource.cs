using Advisor.Core.Capacity;
using Advisor.Core.Settings;

namespace Advisor.Core.Fleet;

/// <summary>A SignalR or Web PubSub resource as Resource Manager shows it, with the settings that apply to it.</summary>
public sealed record FleetResource
{
    /// <summary>Resource id as Azure wrote it; compared without case.</summary>
    public required string Id { get; init; }

    public required string Name { get; init; }

    public required string SubscriptionId { get; init; }

    public required string ResourceGroup { get; init; }

    public required ServiceKind Service { get; init; }

    /// <summary>Azure region in its short form, such as westeurope.</summary>
    public required string Region { get; init; }

    public required string Sku { get; init; }

    public required int Units { get; init; }

    public ServiceMode ServiceMode { get; init; } = ServiceMode.Default;

    /// <summary>
    /// Azure's word: Succeeded, Updating, Failed ... Anything but Succeeded means that a change is in progress or broken.
    /// </summary>
    public required string ProvisioningState { get; init; }

    /// <summary>Whether the last operation on it succeeded and none is in progress.</summary>
    public bool IsSettled => HasProvisioningState("Succeeded");

    /// <summary>Whether an operation on it is in progress. Failed and Canceled are ends: nothing is.</summary>
    public bool IsUpdating => !IsSettled && !HasProvisioningState("Failed") && !HasProvisioningState("Canceled");

    /// <summary>Whether its size is this one; the case of the SKU does not matter.</summary>
    public bool HasSize(string sku, int units) => Units == units && string.Equals(Sku, sku, StringComparison.OrdinalIgnoreCase);

    public IReadOnlyDictionary<string, string> Tags { get; init; } = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);

    /// <summary>Geo-replicas: their own units and bill; shown, not sized.</summary>
    public IReadOnlyList<Replica> Replicas { get; init; } = [];

    /// <summary>Name of an enabled Azure autoscale setting that targets this resource; null where there is none.</summary>
    public string? AutoscaleSetting { get; init; }

    public ResourceSettings Settings { get; init; } = ResourceSettings.Default;

    /// <summary>
    /// Whether its traffic metrics count the leg to the app servers: as its settings say, else yes wherever app servers connect.
    /// </summary>
    public bool CountsServerLeg => Settings.CountsServerLeg ?? ServiceMode != ServiceMode.Serverless;

    private bool HasProvisioningState(string state) => string.Equals(ProvisioningState, state, StringComparison.OrdinalIgnoreCase);
}

/// <summary>A geo-replica of a resource.</summary>
public sealed record Replica(string Name, string Region, int? Units);
