using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling;

/// <summary>What the rest of the fleet leaves to a decision; all null or default = nothing known, nothing limits.</summary>
/// <param name="RegionalUnitsLeft">Units that subscription and region still allow beyond those in force; null = unknown, the rules' quota applies alone.</param>
/// <param name="ChangesLeftThisHour">Changes that the subscription's blast radius still allows in this hour; null = no limit.</param>
/// <param name="UnitsLeftThisHour">Units that it still allows to be moved in this hour; null = no limit.</param>
/// <param name="AutoscaleEnabled">Whether an enabled Azure autoscale setting targets the resource: advice only.</param>
/// <param name="MonthlyMessages">Messages of this month beyond which overage is paid are derived from this; null = unknown.</param>
public sealed record FleetSituation(
    int? RegionalUnitsLeft = null,
    int? ChangesLeftThisHour = null,
    int? UnitsLeftThisHour = null,
    bool AutoscaleEnabled = false,
    double? MonthlyMessages = null)
{
    public static FleetSituation Unknown { get; } = new();

    /// <summary>When the quota last refused more than <see cref="RegionalUnitsLeft"/>; null where it did not.</summary>
    public DateTimeOffset? QuotaRefusedAt { get; init; }
}
