using Advisor.Core.Quantities;
using Advisor.Core.Scaling.State;
using Advisor.Service.Evaluation;

namespace Advisor.Service.Recommendations;

/// <summary>Says what an alert adds to a recommendation that was sent before it. Pure.</summary>
internal static class ActiveRecommendationText
{
    // Sooner there is nothing to add.
    private static readonly TimeSpan MinAge = TimeSpan.FromHours(1);

    /// <summary>
    /// Returns "4 units instead of 2, recommended since 2026-01-05 07:34 UTC, 8 units before"; the proposal alone when it was not sent
    /// before, or when something else is recommended: another SKU, or a smaller size.
    /// </summary>
    public static string AddSince(Proposal proposal, ActiveRecommendation? recommendation, DateTimeOffset now)
    {
        if (
            recommendation is not { SentAt: { } sent, IsLarger: true }
            || now - sent < MinAge
            || proposal.Size?.HasSkuOf(recommendation.To) != true
        )
        {
            return proposal.Text;
        }

        var since =
            $"ecommended since {recommendation.Since.UtcDateTime:yyyy-MM-dd HH:mm} UTC"
            + (recommendation.EarlierUnits is { } earlier ? $", {Wording.FormatCount(earlier, "unit")} before" : "");
        return proposal.Text.EndsWith('.') ? $"{proposal.Text} R{since}." : $"{proposal.Text}, r{since}";
    }

    /// <summary>
    /// Returns "Since the last message (23 h 10 min ago): 9 h 12 min above target."; null when there was none or nothing is known.
    /// </summary>
    public static string? DescribeSinceSent(ActiveRecommendation? recommendation, ResourceState? state, DateTimeOffset now)
    {
        if (recommendation?.SentAt is not { } sent || state is null || now - sent < MinAge)
        {
            return null;
        }

        var minutes = state.CountMinutesAbove(recommendation.FromUnits, now - sent);
        return $"Since the last message ({Wording.FormatDuration(now - sent)} ago): "
            + $"{(minutes == 0 ? "no minute" : Wording.FormatDuration(TimeSpan.FromMinutes(minutes)))} above target.";
    }
}
