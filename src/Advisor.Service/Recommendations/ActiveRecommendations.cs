using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Service.Changes;

namespace Advisor.Service.Recommendations;

/// <summary>
/// Follows what is recommended for a resource from evaluation to evaluation, so that a person is asked once and not with every minute that
/// decides a little differently. Pure.
/// </summary>
internal static class ActiveRecommendations
{
    private const int MaxReasonLength = 300;

    // A load with days off recommends the same again after them.
    private static readonly TimeSpan MaxPause = TimeSpan.FromDays(7);

    /// <summary>
    /// Returns the recommendation of one evaluation; null when nothing is recommended to a person. What a person has answered still
    /// explains the alerts.
    /// </summary>
    /// <param name="handling">How the decision is handled; null without a decision.</param>
    public static ActiveRecommendation? Create(Decision? decision, DecisionHandling? handling, FleetResource resource, DateTimeOffset now)
    {
        if (
            decision is null
            || handling is not ({ IsAnswer: true } or { Outcome: AuditOutcome.Recommended or AuditOutcome.AwaitingApproval })
        )
        {
            return null;
        }

        var change = decision.MonthlyCostChange;
        var found = new ActiveRecommendation
        {
            Action = decision.Action,
            FromSku = resource.Sku,
            FromUnits = resource.Units,
            Sku = decision.Target.Sku,
            Units = decision.Target.Units,
            Since = now,
            SeenAt = now,
            Reason = decision.Reasons is [{ Text: var why }, ..] ? why[..Math.Min(why.Length, MaxReasonLength)] : null,
            CostChange = change?.Amount,
            Currency = change?.Currency,
        };
        return found with
        {
            IsUrgent = found.IsLarger && IsUrgent(decision),
            IsWorthSaying =
                found.IsLarger
                || change is not { } saved
                || decision.CostNow is not { } cost
                || resource.Settings.MinSaving.IsReached(-saved.Amount, cost.Total.Amount),
        };
    }

    /// <summary>Returns what stands after one evaluation, and the last that was sent and no longer stands.</summary>
    /// <param name="before">What stood before it; null = nothing.</param>
    /// <param name="earlier">The last one that was sent and no longer stands: it goes on where it is decided again within a week.</param>
    /// <param name="decided">What it recommends, of <see cref="Create"/>; null = nothing.</param>
    /// <param name="isOpen">
    /// Whether an evaluation without a recommendation may be an interruption: nothing was decided, or to hold. A snooze or another mode
    /// ends the recommendation at once, and it is sent again after it.
    /// </param>
    /// <param name="ladder">Sizes of the SKU in force; null when unknown.</param>
    public static (ActiveRecommendation? Active, ActiveRecommendation? Earlier) Advance(
        ActiveRecommendation? before,
        ActiveRecommendation? earlier,
        ActiveRecommendation? decided,
        bool isOpen,
        FleetResource resource,
        UnitLadder? ladder,
        TimeSpan settles,
        DateTimeOffset now
    )
    {
        if (decided is null && !isOpen)
        {
            return default;
        }

        var kept = before is not null && before.From.IsSame(resource.Size) ? before : null;
        var after =
            kept is null ? Resume(earlier, decided, ladder, now)
            : decided is null ? (now - kept.SeenAt < settles ? kept : null)
            : IsWithinOneStep(kept, decided, ladder) ? Continue(kept, decided)
            : Settle(kept, earlier, decided, ladder, settles, now);
        return (after, before is { SentAt: not null } && before.Since != after?.Since ? before : earlier);
    }

    private static ActiveRecommendation Continue(ActiveRecommendation active, ActiveRecommendation decided) =>
        (active.Units == decided.Units ? decided : active) with
        {
            Since = active.Since,
            SeenAt = decided.SeenAt,
            SentAt = active.SentAt,
            EarlierUnits = active.EarlierUnits,
            IsUrgent = decided.IsUrgent,
            Reason = decided.Reason,
            DiffersSince = null,
        };

    // More than a step away: it replaces what stands when it has stayed so, or at once where clients would suffer meanwhile.
    private static ActiveRecommendation Settle(
        ActiveRecommendation active,
        ActiveRecommendation? earlier,
        ActiveRecommendation decided,
        UnitLadder? ladder,
        TimeSpan settles,
        DateTimeOffset now
    )
    {
        var since = active.DiffersSince ?? now;
        return now - since >= settles || (decided.IsUrgent && !active.IsLarger)
            ? Resume(earlier, decided, ladder, now)! with
            {
                EarlierUnits = IsSame(active.Sku, decided.Sku) ? active.Units : null,
            }
            : active with
            {
                SeenAt = now,
                DiffersSince = since,
            };
    }

    /// <summary>
    /// Returns which alerts a recommendation explains: none in an evaluation that does not recommend it, so that an alert that is over is
    /// resolved.
    /// </summary>
    public static AdviceDirection FindAdvice(ActiveRecommendation? recommendation, DateTimeOffset now) =>
        recommendation?.SeenAt != now ? AdviceDirection.None
        : recommendation.IsLarger ? AdviceDirection.Larger
        : recommendation.IsWorthSaying ? AdviceDirection.Smaller
        : AdviceDirection.None;

    private static ActiveRecommendation? Resume(
        ActiveRecommendation? earlier,
        ActiveRecommendation? decided,
        UnitLadder? ladder,
        DateTimeOffset now
    ) =>
        decided is not null
        && earlier is { SentAt: { } sent }
        && now - sent < MaxPause
        && earlier.From.IsSame(decided.From)
        && IsWithinOneStep(earlier, decided, ladder)
            ? decided with
            {
                Since = earlier.Since,
                SentAt = sent,
            }
            : decided;

    // An advisory names a size that Advisor does not set itself, such as another tier: it is urgent while a limit is exceeded.
    private static bool IsUrgent(Decision decision) =>
        decision.IsUrgent
        || decision.Reasons.Any(reason => reason.Code is ReasonCodes.SustainedOverload or ReasonCodes.ForecastExceedsCapacity)
        || (
            decision is { Action: ScalingAction.Advise, LimitingFactor: not Limit.None and var limit }
            && decision.Utilization[limit]?.Value > 1
        );

    private static bool IsWithinOneStep(ActiveRecommendation before, ActiveRecommendation decided, UnitLadder? ladder) =>
        IsSame(before.Sku, decided.Sku)
        && (
            before.Units == decided.Units
            || (
                ladder is not null
                && before.IsLarger == decided.IsLarger
                && Math.Abs(ladder.FindIndexAtLeast(before.Units) - ladder.FindIndexAtLeast(decided.Units)) <= 1
            )
        );

    private static bool IsSame(string sku, string other) => string.Equals(sku, other, StringComparison.OrdinalIgnoreCase);
}
