using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Service.Silences;

namespace Advisor.Service.Alerts;

/// <summary>
/// Alerts of a subscription in a region: its quota, and an outage of its metrics. They go to the default team, since they belong to no
/// team.
/// </summary>
internal sealed class RegionAlerts(RuleSet alertingRules, ActiveSuppressions activeSuppressions, FleetAlerts alerts)
{
    /// <param name="regions">Units in use; they are compared with the quota where the use is complete.</param>
    /// <param name="zeros">
    /// Returns the number of resources of a subscription and region whose metrics all went to zero at once; null = not known.
    /// </param>
    public async Task AdvanceAsync(
        IReadOnlyList<RegionalUsage> regions,
        Func<string, string, int?> zeros,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var suppressions = regions.Count > 0 ? await activeSuppressions.ReadAsync(now, cancellation) : AlertSuppression.None;
        foreach (var use in regions)
        {
            var subject = CreateSubject(use.Subscription, use.Region);
            var facts = AlertFacts.Unknown with
            {
                RegionalUnits = use.IsComplete ? use.Units : null,
                RegionalLimit = use.IsComplete ? use.Limit : null,
                ZeroMetricResources = zeros(use.Subscription, use.Region),
            };
            await alerts.AdvanceAsync(subject, facts, suppressions, alert => CreateDetails(alert, use), now, cancellation);
        }
    }

    /// <summary>Creates the subject of a subscription and region, both in lower case.</summary>
    public static AlertSubject CreateSubject(string subscription, string region) =>
        new(AlertSubjectKind.Region, $"{subscription}/{region}", $"{region} of subscription {subscription}", "", region);

    private static string DescribeSource(QuotaOrigin quota) => quota.Source == QuotaSource.Default ? "" : $" ({quota.DescribeSource()})";

    private AlertEvent CreateDetails(AlertEvent alert, RegionalUsage use)
    {
        var isOver = alert.Kind == AlertEventKind.Resolved;
        return alertingRules.Alerts.Find(alert.Condition)?.Number == AlertNumber.ZeroMetricResources
            ? alert with
            {
                Done = isOver
                    ? null
                    : "Advisor does not change the sizes there, except for announced minimums, and pauses their other alerts.",
                Proposal = isOver ? null : "Check Azure Service Health for an incident of Azure Monitor in this region.",
            }
            : alert with
            {
                Limit =
                    $"{Wording.FormatCount(use.Limit, "unit")} in subscription and region{DescribeSource(use.Quota)}, {use.Units} in use",
                Proposal = isOver ? null : "Request a higher quota by a support ticket, which takes days.",
            };
    }
}
