using System.Text.Json.Serialization;

namespace Advisor.Web.Fleet;

/// <summary>Units of a subscription in a region.</summary>
/// <param name="Units">Units in use.</param>
/// <param name="Limit">
/// Unit quota; absent when there are resources that Advisor does not see, when the quota is not known, or when it has no limit.
/// </param>
internal sealed record FleetRegion(string SubscriptionId, string Region, int Units, int? Limit)
{
    /// <summary>Whether the quota is known not to limit the units.</summary>
    [JsonIgnore]
    public bool IsUnlimited { get; init; }
}
