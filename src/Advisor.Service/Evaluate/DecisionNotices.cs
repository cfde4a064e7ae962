using System.Globalization;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Service.Change;
using Advisor.Service.Notify;
using Advisor.Service.SignedLinks;
using Advisor.State.Resources;

namespace Advisor.Service.Evaluate;

/// <summary>Creates the notices about a decision: a recommendation, or the request for an approval.</summary>
internal static class DecisionNotices
{
    /// <summary>
    /// Returns null when nothing is sent: no change, changes being applied (their completion is notified), dry runs and observe mode.
    /// </summary>
    /// <param name="approval">The requested approval; null when there is none, or approval links are off.</param>
    /// <param name="cost">Cost or saving of the change; null when no price is known.</param>
    public static Notification? Create(DecisionRecord record, FleetResource resource, RequestedApproval? approval, string? cost) =>
        record.Outcome switch
        {
            DecisionHandling.Recommended => CreateNotice("recommendation", record, resource, cost) with
            {
                Title =
                    $"{ToNoun(record.Action)} {(record.Action == ScalingAction.Advise ? "" : "recommended ")}for {resource.Name}: "
                    + $"{DescribeSizes(record)}",
                Next =
                    record.Action == ScalingAction.Advise
                        ? "This is an advisory: Advisor does not make this change itself."
                        : $"In mode {record.Mode.FormatName()} Advisor makes no change itself.",
            },
            DecisionHandling.AwaitingApproval => CreateNotice("approval", record, resource, cost) with
            {
                Title = $"Approval requested for {resource.Name}: {ToVerb(record.Action)}, {DescribeSizes(record)}",
                ApproveLink = approval?.Link,
                Next = approval is null
                    ? "Waiting for approval, but approval links are off: docs/approvals.md describes how to turn them on."
                    : string.Create(
                        CultureInfo.InvariantCulture,
                        $"Waiting for approval until {approval.Record.ExpiresAt.UtcDateTime:yyyy-MM-dd HH:mm} UTC. "
                            + $"Without an answer Advisor changes nothing."
                    ),
            },
            _ => null,
        };

    private static Notification CreateNotice(string topic, DecisionRecord record, FleetResource resource, string? cost) =>
        NoticeItems.Create(
            topic,
            // A saving is no warning.
            record.Action == ScalingAction.ScaleIn
            || cost?.StartsWith('-') == true
                ? AlertSeverity.Info
                : AlertSeverity.Warning,
            // A repeated recommendation has the same deduplication key.
            string.Create(
                CultureInfo.InvariantCulture,
                $"{topic}/{resource.Id.ToLowerInvariant()}/{record.Sku}/{record.Units}/{record.Tick.UtcDateTime:yyyyMMdd}"
            ),
            record.Tick,
            title: "",
            string.Join(
                ' ',
                new[]
                {
                    ChangeText.DescribeReasons(record.Reasons),
                    ChangeText.DescribeDroppedConnections(record.FromSku, record.FromUnits, record.Sku, record.Units),
                }.OfType<string>()
            ),
            resource.Id
        ) with
        {
            Team = resource.Settings.Team,
            Cost = cost,
        };

    private static string DescribeSizes(DecisionRecord record) =>
        ChangeText.DescribeSizes(record.FromSku, record.FromUnits, record.Sku, record.Units);

    private static string ToNoun(ScalingAction action) =>
        action switch
        {
            ScalingAction.ScaleOut => "Scale-out",
            ScalingAction.ScaleIn => "Scale-in",
            ScalingAction.ChangeTier => "Tier change",
            _ => "Advisory",
        };

    private static string ToVerb(ScalingAction action) =>
        action switch
        {
            ScalingAction.ScaleOut => "scale out",
            ScalingAction.ScaleIn => "scale in",
            _ => "change the tier",
        };
}
