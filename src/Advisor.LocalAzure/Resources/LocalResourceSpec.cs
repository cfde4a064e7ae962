using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.LocalAzure.Load;

namespace Advisor.LocalAzure.Resources;

/// <summary>A resource to be: what Resource Manager shows of it, the demand on it, and what a good reader should find.</summary>
public sealed record LocalResourceSpec
{
    public required string Name { get; init; }

    public ServiceKind Service { get; init; } = ServiceKind.SignalR;

    public string ResourceGroup { get; init; } = "advisor-local";

    /// <summary>Azure region in its short form.</summary>
    public string Region { get; init; } = "westeurope";

    public string Sku { get; init; } = "Standard_S1";

    public int Units { get; init; } = 1;

    public ServiceMode ServiceMode { get; init; } = ServiceMode.Default;

    public IReadOnlyDictionary<string, string> Tags { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    public LocalLoad Load { get; init; } = new();

    /// <summary>Whether an enabled autoscale setting targets it.</summary>
    public bool HasAutoscale { get; init; }

    /// <summary>Regions of its geo-replicas, each with one unit.</summary>
    public IReadOnlyList<string> ReplicaRegions { get; init; } = [];

    /// <summary>
    /// Whether the document carries every part that Azure's has: private endpoint, firewall rules, upstream, address rules.
    /// </summary>
    public bool ShowsEveryProperty { get; init; }

    /// <summary>The limiting factor at any time of day; null where it is not stated.</summary>
    public Limit? ExpectedLimitingFactor { get; init; }

    /// <summary>What its metrics allow to say.</summary>
    public DataState ExpectedState { get; init; }

    /// <summary>One sentence: what the resource is there to show.</summary>
    public string Shows { get; init; } = "";

    /// <summary>Whether the traffic metrics count the leg to the app servers: only SignalR in a mode with app servers has one.</summary>
    internal bool CountsBothLegs => Service == ServiceKind.SignalR && ServiceMode != ServiceMode.Serverless;
}
