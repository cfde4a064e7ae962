using Advisor.Lab.LocalAzure.Load;

namespace Advisor.Lab.LocalAzure.Resources;

/// <summary>Specification of a geo-replica. It has the SKU, service mode and resource group of its resource.</summary>
/// <param name="Name">Name below the resource.</param>
/// <param name="Region">Azure region, short form.</param>
public sealed record LocalReplicaSpec(string Name, string Region)
{
    /// <summary>Units at the start, a step of the SKU's ladder.</summary>
    public int Units { get; init; } = 1;

    /// <summary>Demand of the clients that are routed to it; none by default.</summary>
    public LocalLoad Load { get; init; } = new();

    /// <summary>Whether an enabled autoscale setting targets it.</summary>
    public bool HasAutoscale { get; init; }

    public IReadOnlyDictionary<string, string> Tags { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>Returns the specification of the replica as a resource.</summary>
    internal LocalResourceSpec ToResource(LocalResourceSpec owner) =>
        owner with
        {
            Name = Name,
            Region = Region,
            Units = Units,
            Load = Load,
            HasAutoscale = HasAutoscale,
            Tags = Tags,
            Replicas = [],
        };
}
