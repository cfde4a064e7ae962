using Advisor.Service.Store.Rows;

namespace Advisor.Service.Evaluation.Records;

/// <summary>Audit trail of decisions: append-only, purged by age.</summary>
public sealed class DecisionLog
{
    private readonly BucketedRows rows;

    internal DecisionLog(BucketedRows rows) => this.rows = rows;

    /// <summary>
    /// Returns the decisions of a resource, newest first, without those that cannot be read, such as one whose outcome a newer version has.
    /// </summary>
    public async Task<HistoryPage<DecisionRecord>> QueryAsync(string resourceId, HistoryRange range, CancellationToken cancellation)
    {
        var page = await range.QueryAsync(rows, resourceId, StateKeys.CreateDecisionPrefix, cancellation);
        return new(RecordCodecs.Decision.ReadAll(page.Rows).Records, page.Next);
    }

    internal static RowWrite CreateInsert(string resource, DecisionRecord decision) =>
        RecordCodecs.Decision.Insert(
            $"{StateKeys.CreateDecisionPrefix(resource)}{StateKeys.FormatDescending(decision.Tick)}-{decision.Action}",
            decision.Tick,
            decision
        );
}
