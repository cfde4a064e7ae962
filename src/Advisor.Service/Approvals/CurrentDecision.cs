using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Store;

namespace Advisor.Service.Approvals;

/// <summary>
/// Finds the newest decision in a resource's audit trail. It is the current one, since a repeated decision writes no record.
/// </summary>
internal static class CurrentDecision
{
    // Lines of people stand between those of Advisor, which repeats its decision once a day: mostly one page is read.
    private const int PageSize = 50;

    // Another instance's clock may be ahead by this much.
    private static readonly TimeSpan ClockSkew = TimeSpan.FromMinutes(10);

    public static async Task<DecisionRecord?> FindAsync(
        AdvisorState state,
        string resourceId,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        string? after = null;
        do
        {
            var page = await state.Decisions.QueryAsync(
                resourceId,
                new(DateTimeOffset.UnixEpoch, now + ClockSkew, after, PageSize),
                cancellation
            );
            if (page.Records.FirstOrDefault(line => !IsByPerson(line)) is { } found)
            {
                return found;
            }

            after = page.Next;
        } while (after is not null);

        return null;
    }

    // What people did, and the snooze that follows from it, is no decision.
    private static bool IsByPerson(DecisionRecord line) =>
        line.Outcome
            is AuditOutcome.Approved
                or AuditOutcome.Declined
                or AuditOutcome.ApprovalVoid
                or AuditOutcome.Snoozed
                or AuditOutcome.SnoozeEnded
                or AuditOutcome.Paused
                or AuditOutcome.Pinned
                or AuditOutcome.Resumed;
}
