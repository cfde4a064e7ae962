using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity;

/// <summary>Decides whether the known utilizations suffice for a recommendation. Decisions and reports share these checks.</summary>
public static class DataSufficiency
{
    /// <summary>
    /// Whether a size can be recommended: connections must be known, and either server load or both directions of traffic. If routing
    /// limits the workload, inbound traffic must be known as well, since server load does not show it. Otherwise the decision is
    /// <c>InsufficientData</c>: known limits may still require scale-out.
    /// </summary>
    public static bool CanAdvise<T>(in PerLimit<T> known, bool hasRoutingWall)
        where T : struct =>
        known.Connections is not null
        && (known.ServerLoad is not null || (known.Inbound is not null && known.Outbound is not null))
        && (!hasRoutingWall || known.Routing is not null);

    /// <summary>
    /// Whether a scale-in can be recommended: every limit must be known, since an unknown one might be exceeded at the smaller size.
    /// </summary>
    public static bool CanScaleIn(in PerLimit<Ratio> known) =>
        known is { ServerLoad: not null, Connections: not null, Inbound: not null, Outbound: not null, Routing: not null };
}
