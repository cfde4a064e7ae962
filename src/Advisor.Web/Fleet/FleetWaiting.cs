using Advisor.Core.Quantities;
using Advisor.Service.Changes;
using Advisor.Web.Dashboard;
using Advisor.Web.Shared;

namespace Advisor.Web.Fleet;

/// <summary>Selects what waits for a person, in order of urgency: overloads, approvals, then savings above the minimum.</summary>
internal static class FleetWaiting
{
    private const int MaxItems = 5;

    public static WaitingView BuildView(IReadOnlyList<FleetEntry> fleet, DashboardContext context)
    {
        var waiting = fleet.Where(entry => FindRank(entry) is not null).ToList();
        var approvals = waiting.Count(IsApproval);
        return new WaitingView(
            [
                .. waiting
                    .OrderBy(FindRank)
                    .ThenBy(entry => entry.Evaluation!.Recommendation!.CostChange ?? 0)
                    .ThenBy(entry => entry.Id, StringComparer.OrdinalIgnoreCase)
                    .Take(MaxItems)
                    .Select(entry => CreateItem(entry, context)),
            ],
            [
                .. approvals > 0
                    ? [new LinkedText($"Answer {Wording.FormatCount(approvals, "approval")}", context.ApprovalsPath)]
                    : (LinkedText[])[],
                .. waiting.Count > MaxItems
                    ? [new LinkedText($"All {Wording.FormatCount(waiting.Count, "resource")}", $"{context.Root}?sort=change")]
                    : (LinkedText[])[],
            ]
        );
    }

    /// <summary>Whether an approval of the resource is pending.</summary>
    public static bool IsApproval(FleetEntry entry) => entry.Evaluation is { Recommendation.ApproveLink: not null, IsSnoozed: false };

    private static int? FindRank(FleetEntry entry) =>
        entry.Evaluation is not { Recommendation: { } recommendation, IsSnoozed: false } ? null
        : recommendation is { IsLarger: true, IsUrgent: true } ? 0
        : IsApproval(entry) ? 1
        : recommendation.IsLarger ? 2
        : recommendation.IsWorthSaying ? 3
        : null;

    private static WaitingItem CreateItem(FleetEntry entry, DashboardContext context)
    {
        var recommendation = entry.Evaluation!.Recommendation!;
        var (kind, tone) =
            IsApproval(entry) ? ("Approval", Tone.Active)
            : recommendation is { IsLarger: true, IsUrgent: true } ? ("Overload", Tone.Bad)
            : recommendation.IsLarger ? ("Too small", Tone.Warning)
            : ("Saving", Tone.Good);
        return new WaitingItem(
            kind,
            entry.Name,
            context.CreateResourceAddress(entry.Id),
            ChangeText.DescribeSizes(recommendation.From, recommendation.To),
            recommendation is { CostChange: { } change, Currency: { } currency }
                ? $"{Wording.FormatChange(new Money(change, currency))} a month"
                : null,
            tone
        );
    }
}
