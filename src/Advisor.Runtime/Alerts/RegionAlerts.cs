using Advisor.Core.Alerting;
using Advisor.Core.Quantities;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.Service;

namespace Advisor.Runtime.Alerts;

/// <summary>The alerts of subscriptions in their regions: their quota. Told to the default route, since a quota belongs to no team.</summary>
internal sealed class RegionAlerts(ServiceParts parts)
{
    private readonly FleetAlerts alerts = new(parts);

    public async Task AdvanceAsync(IReadOnlyList<RegionalUse> regions, DateTimeOffset now, CancellationToken cancellation)
    {
        var holds = regions.Count > 0 ? await Holds.AtAsync(parts, now, cancellation) : AlertHolds.None;
        foreach (var use in regions)
        {
            var subject = SubjectOf(use.Subscription, use.Region);
            var facts = AlertFacts.Unknown with { RegionalUnits = use.Units, RegionalLimit = use.Limit };
            await alerts.AdvanceAsync(subject, facts, holds, alert => ReportOf(alert, use), now, cancellation);
        }
    }

    /// <summary>A subscription in a region, both in lower case.</summary>
    public static AlertSubject SubjectOf(string subscription, string region) =>
        new(AlertSubjectKind.Region, $"{subscription}/{region}", $"{region} of subscription {subscription}", "", region);

    private AlertReport ReportOf(AlertNotification alert, RegionalUse use) => new()
    {
        Alert = alert,
        Limit = $"{Wording.Counted(use.Limit, "unit")} in subscription and region, {use.Units} in force",
        Proposal = alert.Kind == AlertNotificationKind.Resolved ? null : "Ask Azure's support for a higher quota; a ticket takes days.",
        Next = ReportWords.Next(alert, parts.Rules.Alerts),
    };
}
