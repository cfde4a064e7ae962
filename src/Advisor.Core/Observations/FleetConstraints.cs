using Advisor.Core.Capacity;
using Advisor.Core.Metrics;

namespace Advisor.Core.Observations;

/// <summary>Limits that the rest of the fleet puts on a decision; null or default = unknown, and no limit.</summary>
/// <param name="RegionalUnitsLeft">
/// Units that the regional quota of the subscription allows beyond those in force; null = unknown, and the limit applies to this resource
/// alone.
/// </param>
/// <param name="ScaleOutsLeft">Remaining change rate limit for scale-outs; null = unlimited.</param>
/// <param name="ScaleInsLeft">Remaining change rate limit for scale-ins; null = unlimited.</param>
/// <param name="AutoscaleEnabled">Whether an enabled Azure autoscale setting targets the resource, so that changes are advisory.</param>
public sealed record FleetConstraints(
    int? RegionalUnitsLeft = null,
    ChangeAllowance? ScaleOutsLeft = null,
    ChangeAllowance? ScaleInsLeft = null,
    bool AutoscaleEnabled = false
)
{
    /// <summary>Nothing is known of the fleet, so it limits nothing.</summary>
    public static FleetConstraints Unknown { get; } = new();

    /// <summary>Outage of the region's metrics; null when there is none. During an outage the readings are empty.</summary>
    public ZeroMetrics? ZeroMetrics { get; init; }

    /// <summary>Whether clients are routed to the resource: it is not stopped, and its region endpoint is not disabled.</summary>
    public bool IsServing { get; init; } = true;

    /// <summary>Those that take over if the resource fails; null = none, or the settings do not ask for it.</summary>
    public FailoverGroup? Failover { get; init; }

    /// <summary>Endpoints of the same application, of which the resource is one; null = none.</summary>
    public EndpointGroup? Endpoints { get; init; }

    /// <summary>Who last changed the size outside Advisor, as one safe phrase; null = not known.</summary>
    public string? ChangedBy { get; init; }

    /// <summary>Regional quota and its source; null = not known, and the default of the rules applies.</summary>
    public QuotaOrigin? Quota { get; init; }

    /// <summary>Time at which the quota last refused more than <see cref="RegionalUnitsLeft"/>; null if it did not.</summary>
    public DateTimeOffset? QuotaRefusedAt { get; init; }

    /// <summary>Returns the units that the regional quota allows a resource, with those that it has.</summary>
    /// <param name="catalog">SKUs and default quota of the service.</param>
    /// <param name="units">Units in force.</param>
    public int FindMaxUnits(SkuCatalog catalog, int units) =>
        RegionalUnitsLeft is { } left ? units + Math.Max(left, 0) : FindQuota(catalog, units);

    /// <summary>Returns the unit quota of subscription and region, the default of the rules if none is known.</summary>
    public int FindQuota(SkuCatalog catalog, int units) => Quota?.Limit ?? catalog.FindUnitQuota(units);
}
