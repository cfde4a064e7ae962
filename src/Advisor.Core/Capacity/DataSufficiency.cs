namespace Advisor.Core.Capacity;

/// <summary>What the known part of the utilizations allows to say. One place, for decisions and reports alike.</summary>
public static class DataSufficiency
{
    /// <summary>
    /// True where enough is known to name a size: the connections, and how hard the service works - its server load, or both directions of
    /// traffic. Where routing limits the workload the inbound traffic must be known as well, since no server load shows it. Otherwise
    /// <c>InsufficientData</c>: what is known may still ask for scale-out, and nothing is promised.
    /// </summary>
    public static bool SufficesToAdvise(in Utilizations known, bool hasRoutingWall) =>
        known.Connections is not null
        && (known.ServerLoad is not null || (known.Inbound is not null && known.Outbound is not null))
        && (!hasRoutingWall || known.Routing is not null);

    /// <summary>
    /// True where every limit is known: an unknown one might be the limit that a smaller size breaks, so nothing else scales a resource in.
    /// </summary>
    public static bool SufficesToScaleIn(in Utilizations known) =>
        known is { ServerLoad: not null, Connections: not null, Inbound: not null, Outbound: not null, Routing: not null };
}
