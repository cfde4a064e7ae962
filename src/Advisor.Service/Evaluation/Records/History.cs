using Advisor.Service.Store.Rows;

namespace Advisor.Service.Evaluation.Records;

/// <summary>Page of a history, newest first.</summary>
/// <param name="Next">Position to continue from; null if the range has no older records.</param>
public sealed record HistoryPage<T>(IReadOnlyList<T> Records, string? Next);

/// <summary>Page to query of a history, newest first.</summary>
/// <param name="From">Start, inclusive.</param>
/// <param name="Before">End, exclusive.</param>
/// <param name="After">End of an earlier page; null for the first.</param>
/// <param name="Limit">Maximum number of records, 1 to 1000.</param>
public readonly record struct HistoryRange(DateTimeOffset From, DateTimeOffset Before, string? After, int Limit)
{
    // Later instants have smaller keys, so [from, before) runs from the key after that of before to the end of that of from.
    internal RowQuery CreateQuery(string partition, string prefix) =>
        new(
            partition,
            prefix + StateKeys.FormatDescending(Before.UtcTicks - 1),
            prefix + StateKeys.FormatDescending(From) + ".",
            After,
            Limit
        );

    /// <summary>Queries the rows of a resource.</summary>
    /// <param name="prefix">Key prefix of the rows, by the resource's hash.</param>
    internal Task<RowPage> QueryAsync(BucketedRows rows, string resourceId, Func<string, string> prefix, CancellationToken cancellation)
    {
        var resource = StateKeys.Hash(resourceId);
        return rows.Store.QueryAsync(CreateQuery(rows.GetPartition(resource), prefix(resource)), cancellation);
    }
}
