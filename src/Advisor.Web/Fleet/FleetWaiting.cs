using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Service.Changes;
using Advisor.Service.Recommendations;
using Advisor.Web.Dashboard;
using Advisor.Web.Shared;

namespace Advisor.Web.Fleet;

/// <summary>
/// Selects what waits for a person, in order of urgency: overloads from the highest on, also those that only a person can resolve,
/// approvals, then savings above the minimum.
/// </summary>
internal static class FleetWaiting
{
    private const int MaxItems = 5;
    private const string Overload = "Overload";

    // What keeps a size where it is until a person lifts it, or changes the app.
    private static readonly HashSet<string> Obstacles =
    [
        ReasonCodes.AutoscaleEnabled,
        ReasonCodes.FreezeWindow,
        ReasonCodes.MaximumSize,
        ReasonCodes.MonthlyBudget,
        ReasonCodes.NoSizeSuffices,
        ReasonCodes.Pinned,
        ReasonCodes.RegionalQuota,
        ReasonCodes.ScaleOutDidNotHelp,
        ReasonCodes.ScalingPaused,
    ];

    public static WaitingView BuildView(IReadOnlyList<FleetEntry> fleet, DashboardContext context)
    {
        var waiting = fleet.Where(entry => FindRank(entry) is not null).ToList();
        var approvals = waiting.Count(entry => entry.Approval is not null);
        return new WaitingView(
            [.. waiting.OrderBy(FindPlace).Take(MaxItems).Select(entry => CreateItem(entry, context))],
            [
                .. approvals > 0
                    ? [new LinkedText($"Answer {Wording.FormatCount(approvals, "approval")}", context.ApprovalsPath)]
                    : (LinkedText[])[],
                .. waiting.Count > MaxItems
                    ? [new LinkedText($"All {Wording.FormatCount(waiting.Count, "resource")}", $"{context.Root}?sort=waiting")]
                    : (LinkedText[])[],
            ]
        );
    }

    private static ActiveRecommendation? FindOpen(FleetEntry entry) => entry.Approval ?? entry.Recommendation;

    /// <summary>
    /// Whether a resource is at risk, and stays so until a person acts: nothing is recommended, or Azure refused the change, or all changes
    /// are stopped. What a person declined or snoozed waits for nobody.
    /// </summary>
    private static bool IsBlocked(FleetEntry entry) =>
        FindOpen(entry) is null
        && entry
            is {
                State: FleetEntryState.AtRisk,
                Evaluation: { Outcome: not (AuditOutcome.Declined or AuditOutcome.Snoozed), IsChanging: false } record
            }
        && (record.Outcome == AuditOutcome.Suppressed || record.Reasons.Any(reason => Obstacles.Contains(reason.Code)));

    /// <summary>Returns the place of a resource among those that wait for a person, overloads first; null for one that does not.</summary>
    public static IComparable? FindPlace(FleetEntry entry) =>
        FindRank(entry) is { } rank
            ? (rank, rank == 0 ? -entry.LimitingUtilization ?? 0 : 0, FindOpen(entry)?.CostChange ?? 0, entry.Id.ToUpperInvariant())
            : null;

    private static int? FindRank(FleetEntry entry) =>
        IsBlocked(entry) ? 0
        : FindOpen(entry) is not { } open ? null
        : open is { IsLarger: true, IsUrgent: true } ? 0
        : entry.Approval is not null ? 1
        : open.IsLarger ? 2
        : open.IsWorthSaying ? 3
        : null;

    private static WaitingItem CreateItem(FleetEntry entry, DashboardContext context)
    {
        if (FindOpen(entry) is not { } recommendation)
        {
            return new WaitingItem(
                Overload,
                entry.Name,
                context.CreateResourceAddress(entry.Id),
                FleetPages.DescribeRecommendation(entry)
                    + (entry is { IsRecommended: true, Evaluation.Outcome: { } outcome } ? $" ({outcome.Describe()})" : ""),
                null,
                Tone.Bad
            );
        }

        var isUrgent = recommendation is { IsLarger: true, IsUrgent: true };
        var isKnownOverload = isUrgent && entry.State == FleetEntryState.AtRisk;
        var (kind, tone) =
            entry.Approval is not null && !isKnownOverload ? ("Approval", Tone.Active)
            : isUrgent ? (Overload, Tone.Bad)
            : recommendation.IsLarger ? ("Too small", Tone.Warning)
            : ("Saving", Tone.Good);
        return new WaitingItem(
            kind,
            entry.Name,
            context.CreateResourceAddress(entry.Id),
            ChangeText.DescribeSizes(recommendation.From, recommendation.To)
                + (entry.Approval is not null && kind == Overload ? ", waiting for approval" : ""),
            recommendation is { CostChange: { } change, Currency: { } currency }
                ? $"{Wording.FormatChange(new Money(change, currency))} a month"
                : null,
            tone
        );
    }
}
