using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Core.Text;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Notifications;
using Advisor.Service.SignedLinks;

namespace Advisor.Service.Recommendations;

/// <summary>
/// Creates the notices that are sent at once: a recommendation that cannot wait for the digest, and the request for an approval. Pure.
/// </summary>
internal static class RecommendationNotices
{
    /// <summary>
    /// Creates the notice of an overload, now or expected within the hour; null when it was sent or can wait for the digest.
    /// </summary>
    /// <param name="unsent">What is recommended, unless an alert carries it; null = nothing.</param>
    /// <param name="cost">Cost or saving of the change; null when no price is known.</param>
    /// <param name="dropRatio">Connections that a scale-in drops, measured; see <see cref="DroppedConnections.FindShare"/>.</param>
    public static Notification? CreateRecommendation(
        DecisionRecord record,
        ActiveRecommendation? unsent,
        FleetResource resource,
        string? cost,
        double? dropRatio = null
    ) =>
        record.Outcome == AuditOutcome.Recommended && unsent is { IsUrgent: true, SentAt: null }
            ? Create("recommendation", unsent.Since, record, resource, cost, dropRatio) with
            {
                Title =
                    $"{ToNoun(record.Action)} {(record.Action == ScalingAction.Advise ? "" : "recommended ")}for {resource.Name}: "
                    + $"{DescribeSizes(record)}",
                Next =
                    record.Action == ScalingAction.Advise
                        ? "This is an advisory: Advisor does not make this change itself."
                        : $"In mode {record.Mode.ToCamelCase()} Advisor makes no change itself.",
            }
            : null;

    /// <summary>Creates the request for an approval; null for a scale-in, which the digest lists.</summary>
    /// <param name="approval">The requested approval; null when approval links are off.</param>
    /// <inheritdoc cref="CreateRecommendation"/>
    public static Notification? CreateApproval(
        DecisionRecord record,
        FleetResource resource,
        RequestedApproval? approval,
        string? cost,
        double? dropRatio = null
    ) =>
        record.Action == ScalingAction.ScaleIn
            ? null
            : Create("approval", record.Tick, record, resource, cost, dropRatio) with
            {
                Title = $"Approval requested for {resource.Name}: {ToVerb(record.Action)}, {DescribeSizes(record)}",
                ApproveLink = approval?.Link,
                Next = approval is null
                    ? "Waiting for approval, but approval links are off: docs/approvals.md describes how to turn them on."
                    : $"Waiting for approval until {approval.Record.ExpiresAt.UtcDateTime:yyyy-MM-dd HH:mm} UTC. "
                        + $"Without an answer Advisor changes nothing.",
            };

    private static Notification Create(
        string topic,
        DateTimeOffset since,
        DecisionRecord record,
        FleetResource resource,
        string? cost,
        double? dropRatio
    ) =>
        NoticeItems.Create(
            topic,
            // A saving is no warning.
            record.Action == ScalingAction.ScaleIn
            || cost?.StartsWith('-') == true
                ? AlertSeverity.Info
                : AlertSeverity.Warning,
            // A recommendation that still stands has the same key.
            $"{topic}/{resource.Id.ToLowerInvariant()}/{record.Sku}/{record.Units}/{since.UtcDateTime:yyyyMMddHHmm}",
            record.Tick,
            title: "",
            string.Join(
                ' ',
                new[]
                {
                    ChangeText.DescribeReasons(SelectReasons(record)),
                    DroppedConnections.Describe(record.From, record.To, dropRatio),
                }.OfType<string>()
            ),
            resource.Id
        ) with
        {
            Team = resource.Settings.Team,
            Cost = cost,
        };

    // An advisory costs much more: what else would do, with its price, matters more to its reader than the size to keep until then.
    private static IEnumerable<Reason> SelectReasons(DecisionRecord record) =>
        record.Action == ScalingAction.Advise
        && record.Reasons.Skip(1).LastOrDefault(reason => reason.Code is ReasonCodes.RoutingWall or ReasonCodes.NoSizeSuffices)
            is { } alternatives
            ? [record.Reasons[0], alternatives]
            : record.Reasons;

    private static string DescribeSizes(DecisionRecord record) => ChangeText.DescribeSizes(record.From, record.To);

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
