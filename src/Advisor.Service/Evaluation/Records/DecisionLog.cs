using Advisor.Core.Decisions;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Evaluation.Records;

/// <summary>Audit trail of decisions: append-only, purged by age.</summary>
public sealed class DecisionLog
{
    private readonly BucketedRows rows;

    internal DecisionLog(BucketedRows rows) => this.rows = rows;

    /// <summary>Returns the decisions of a resource in [from, before), newest first.</summary>
    /// <param name="after">End of an earlier page; null for the first.</param>
    /// <param name="limit">Maximum number of records, 1 to 1000.</param>
    public Task<HistoryPage<DecisionRecord>> QueryAsync(
        string resourceId,
        DateTimeOffset from,
        DateTimeOffset before,
        string? after,
        int limit,
        CancellationToken cancellation
    ) =>
        History.QueryAsync(
            rows,
            resourceId,
            StateKeys.CreateDecisionPrefix,
            RecordCodecs.Decision.Read,
            from,
            before,
            after,
            limit,
            cancellation
        );

    internal static RowWrite CreateInsert(string resource, DecisionRecord decision) =>
        RecordCodecs.Decision.Insert(
            $"{StateKeys.CreateDecisionPrefix(resource)}{StateKeys.FormatDescending(decision.Tick)}-{CreateName(decision.Action)}",
            decision.Tick,
            decision
        );

    private static string CreateName(ScalingAction action) => action.ToString();
}
