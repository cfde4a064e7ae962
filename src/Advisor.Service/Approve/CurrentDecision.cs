using Advisor.Service.Change;
using Advisor.State;
using Advisor.State.Resources;

namespace Advisor.Service.Approve;

/// <summary>
/// The newest line of the service in a resource's audit trail: what stands now, since a minute that says the same again writes none.
/// </summary>
internal static class CurrentDecision
{
    // Answers of people stand between the lines of the service: at most so many are skipped.
    private const int MaxRecords = 50;

    // Another instance's clock may be ahead of ours by so much.
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
            line.Outcome is not ("approved" or "declined" or "approvalVoid" or DecisionHandling.Snoozed)
        );
    }
}
