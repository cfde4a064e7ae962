using Advisor.Core.Fleet;

namespace Advisor.Service.Tick;

/// <summary>Unit quotas beside a list that lacks resources which Advisor still counts. Pure.</summary>
internal static class UnreadQuotas
{
    /// <summary>
    /// Returns the quotas for the list with the resources added. Azure counts their units too, so that they are not elsewhere; where
    /// nothing was listed, the last reading applies.
    /// </summary>
    /// <param name="read">Quotas that came with the list.</param>
    /// <param name="known">The last readings.</param>
    /// <param name="unread">Resources that could not be listed.</param>
    public static IReadOnlyList<ReportedQuota> Complete(
        IReadOnlyList<ReportedQuota> read,
        IReadOnlyList<ReportedQuota> known,
        IReadOnlyList<FleetResource> unread
    )
    {
        var units = unread
            .GroupBy(resource => (resource.SubscriptionId.ToLowerInvariant(), resource.Region.ToLowerInvariant()))
            .ToDictionary(place => place.Key, place => place.Sum(resource => resource.Units));
        return
        [
            .. read.Select(quota =>
                    quota with
                    {
                        UnitsElsewhere = Math.Max(0, quota.UnitsElsewhere - units.GetValueOrDefault((quota.Subscription, quota.Region))),
                    }
                )
                .Concat(known.Where(quota => units.ContainsKey((quota.Subscription, quota.Region))))
                .DistinctBy(quota => (quota.Subscription, quota.Region)),
        ];
    }
}
