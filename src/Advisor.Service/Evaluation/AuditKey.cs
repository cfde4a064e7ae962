using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Text;
using Advisor.Service.Changes;

namespace Advisor.Service.Evaluation;

/// <summary>
/// The key that distinguishes one audit record from the next: sizes, handling and reason, without figures that change every minute. A plan
/// that waits for a person stays the same plan for another reason, and with the answer.
/// </summary>
internal static class AuditKey
{
    private static readonly TimeSpan RepeatInterval = TimeSpan.FromDays(1);

    public static string Create(Decision decision, FleetResource resource, DecisionHandling handling)
    {
        var outcome = handling.IsAnswer ? AuditOutcome.AwaitingApproval : handling.Outcome;
        var waits = outcome is AuditOutcome.Recommended or AuditOutcome.AwaitingApproval;
        var reason = waits ? null : handling.Reason?.Code ?? (decision.Reasons is [var first, ..] ? first.Code : null);
        return $"{decision.Action}/{outcome.ToCamelCase()}/{resource.Units}/{decision.Target.Sku}/{decision.Target.Units}/{reason}";
    }

    /// <summary>Whether a record with this key would repeat the last one, which is less than a day old.</summary>
    public static bool IsRepeated(ResourceStateHead head, string key, DateTimeOffset now) =>
        key == head.AuditKey && now - head.AuditedAt <= RepeatInterval;
}
