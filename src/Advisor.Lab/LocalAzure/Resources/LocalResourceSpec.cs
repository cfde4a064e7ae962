using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Lab.LocalAzure.Load;

namespace Advisor.Lab.LocalAzure.Resources;

/// <summary>Specification of a resource: its properties in Resource Manager, its demand, and the evaluation expected of it.</summary>
public sealed record LocalResourceSpec
{
    public required string Name { get; init; }

    public ServiceKind Service { get; init; } = ServiceKind.SignalR;

    public string ResourceGroup { get; init; } = "advisor-local";

    /// <summary>Id of its subscription, one of the host; null = the first.</summary>
    public string? SubscriptionId { get; init; }

    /// <summary>Azure region, short form.</summary>
    public string Region { get; init; } = "westeurope";

    public string Sku { get; init; } = "Standard_S1";

    /// <summary>Units at the start, a step of the SKU's ladder.</summary>
    public int Units { get; init; } = 1;

    public ServiceMode ServiceMode { get; init; } = ServiceMode.Default;

    public IReadOnlyDictionary<string, string> Tags { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    public LocalLoad Load { get; init; } = new();

    /// <summary>Whether an enabled autoscale setting targets it.</summary>
    public bool HasAutoscale { get; init; }

    /// <summary>Its geo-replicas, resources of their own below it.</summary>
    public IReadOnlyList<LocalReplicaSpec> Replicas { get; init; } = [];

    /// <summary>
    /// Whether the document contains every property that Azure's has: private endpoint, firewall rules, upstream, address rules.
    /// </summary>
    public bool ShowsEveryProperty { get; init; }

    /// <summary>Expected limiting factor at any time of day; null when not specified.</summary>
    public Limit? ExpectedLimitingFactor { get; init; }

    /// <summary>Expected data state.</summary>
    public DataState ExpectedState { get; init; }

    /// <summary>Purpose of the resource, one sentence.</summary>
    public string Shows { get; init; } = "";

    /// <summary>Whether the traffic metrics include the leg to the app servers: only SignalR in a mode with app servers has one.</summary>
    internal bool CountsBothLegs => Service == ServiceKind.SignalR && ServiceMode != ServiceMode.Serverless;
}
