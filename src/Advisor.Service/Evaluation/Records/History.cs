using Advisor.Service.Store.Rows;

namespace Advisor.Service.Evaluation.Records;

/// <summary>Page of a history, newest first.</summary>
/// <param name="Next">Position to continue from; null if the range has no older records.</param>
public sealed record HistoryPage<T>(IReadOnlyList<T> Records, string? Next);

/// <summary>Queries ranges of keys that sort newest first.</summary>
internal static class History
{
    /// <summary>Returns a page of a resource's rows in [from, before).</summary>
    /// <param name="prefix">Key prefix of the rows, by the resource's hash.</param>
    /// <param name="after">End of an earlier page; null for the first.</param>
    public static async Task<HistoryPage<T>> QueryAsync<T>(
        BucketedRows rows,
        string resourceId,
        Func<string, string> prefix,
        Func<Row, T> read,
        DateTimeOffset from,
        DateTimeOffset before,
        string? after,
        int limit,
        CancellationToken cancellation
    )
    {
        var resource = StateKeys.Hash(resourceId);
        var query = CreateQuery(rows.GetPartition(resource), prefix(resource), from, before, after, limit);
        var page = await rows.Store.QueryAsync(query, cancellation);
        return new HistoryPage<T>([.. page.Rows.Select(read)], page.Next);
    }

    // Newest first: later instants have smaller keys, so [from, before) runs from the key after that of before to the end of that of from.
    public static RowQuery CreateQuery(
        string partition,
        string prefix,
        DateTimeOffset from,
        DateTimeOffset before,
        string? after,
        int limit
    ) =>
        new(
            partition,
            prefix + StateKeys.FormatDescending(before.UtcTicks - 1),
            prefix + StateKeys.FormatDescending(from) + ".",
            after,
            limit
        );
}
