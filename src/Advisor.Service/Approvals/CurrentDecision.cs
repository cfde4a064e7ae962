using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Store;

namespace Advisor.Service.Approvals;

/// <summary>
/// Finds the newest decision in a resource's audit trail. It is the current one, since a repeated decision writes no record.
/// </summary>
internal static class CurrentDecision
{
    // Answers of people stand between the records of the service: at most this many records are read.
    private const int MaxRecords = 50;

    // Another instance's clock may be ahead by this much.
    private static readonly TimeSpan ClockSkew = TimeSpan.FromMinutes(10);

    public static async Task<DecisionRecord?> FindAsync(
        AdvisorState state,
        string resourceId,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var page = await state.Decisions.QueryAsync(resourceId, DateTimeOffset.UnixEpoch, now + ClockSkew, null, MaxRecords, cancellation);
        return page.Records.FirstOrDefault(line =>
            line.Outcome
                is not (
                    DecisionHandling.Approved
                    or DecisionHandling.Declined
                    or DecisionHandling.ApprovalVoid
                    or DecisionHandling.Snoozed
                    or RecommendationSnoozes.Ended
                    or ScalingPauses.Paused
                    or ScalingPauses.Pinned
                    or ScalingPauses.Resumed
                )
        );
    }
}
