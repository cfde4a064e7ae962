using Advisor.Core.Metrics;

namespace Advisor.Core.Observations;

/// <summary>What the rest of the fleet leaves to a decision; all null or default = nothing known, nothing limits.</summary>
/// <param name="RegionalUnitsLeft">
/// Units that subscription and region still allow beyond those in force; null = unknown, the rules' quota applies alone.
/// </param>
/// <param name="ScaleOutsLeft">What the subscription's change rate limit leaves to scale-outs; null = no limit.</param>
/// <param name="ScaleInsLeft">What it leaves to scale-ins; null = no limit.</param>
/// <param name="AutoscaleEnabled">Whether an enabled Azure autoscale setting targets the resource: advice only.</param>
/// <param name="MonthlyMessages">Messages of this month beyond which overage is paid are derived from this; null = unknown.</param>
public sealed record FleetConstraints(
    int? RegionalUnitsLeft = null,
    ChangeAllowance? ScaleOutsLeft = null,
    ChangeAllowance? ScaleInsLeft = null,
    bool AutoscaleEnabled = false,
    double? MonthlyMessages = null
)
{
    public static FleetConstraints Unknown { get; } = new();

    /// <summary>Set while the metrics of the region are taken for an outage of the metrics; the readings are empty then.</summary>
    public ZeroMetrics? ZeroMetrics { get; init; }

    /// <summary>When the quota last refused more than <see cref="RegionalUnitsLeft"/>; null where it did not.</summary>
    public DateTimeOffset? QuotaRefusedAt { get; init; }
}
