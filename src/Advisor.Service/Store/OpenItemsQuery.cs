using System.Collections.Concurrent;
using Advisor.Service.Changes;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Store;

/// <summary>All open items of the store.</summary>
/// <param name="Due">Due change requests and deliveries, oldest first.</param>
/// <param name="Count">Number of open messages of all kinds.</param>
/// <param name="OldestAt">Creation time of the oldest one; null if there is none.</param>
/// <param name="Changes">Open changes.</param>
/// <param name="SourceBuckets">Buckets with alerts and notices that are not grouped yet.</param>
/// <param name="Problems">One sentence per row that cannot be read; such a row affects no other.</param>
internal sealed record OpenItems(
    IReadOnlyList<OutboxItem> Due,
    int Count,
    DateTimeOffset? OldestAt,
    IReadOnlyList<ChangeRecord> Changes,
    IReadOnlyCollection<int> SourceBuckets,
    IReadOnlyList<string> Problems
);

/// <summary>Reads all open items, by one query for each bucket that may have some.</summary>
/// <param name="limit">Maximum number of due messages per kind and bucket; items that are not due do not count.</param>
internal sealed class OpenItemsQuery(BucketedRows rows, ChangeLog changes, DateTimeOffset now, int limit)
{
    private readonly ConcurrentBag<OutboxItem> due = [];
    private readonly ConcurrentBag<DateTimeOffset> open = [];
    private readonly ConcurrentBag<Row> openChangeMarks = [];
    private readonly ConcurrentBag<int> sources = [];
    private readonly ConcurrentBag<string> problems = [];

    public async Task<OpenItems> RunAsync(CancellationToken cancellation)
    {
        await rows.Open.VisitAsync(ReadBucketAsync, now, cancellation);
        var found = await changes.ReadMarkedAsync(
            [.. openChangeMarks.OrderBy(row => row.Partition, StringComparer.Ordinal).ThenBy(row => row.Key, StringComparer.Ordinal)],
            cancellation
        );
        return new OpenItems(
            [.. due.OrderBy(item => item.CreatedAt)],
            open.Count,
            open.IsEmpty ? null : open.Min(),
            found.Records,
            [.. sources.Distinct()],
            [.. problems.Order(StringComparer.Ordinal), .. found.Problems]
        );
    }

    private async Task<bool> ReadBucketAsync(int bucket, CancellationToken cancellation)
    {
        var page = await rows.Store.QueryAsync(
            new RowQuery(StateKeys.CreateBucketPartition(bucket), StateKeys.OpenChanges, StateKeys.OpenEnd),
            cancellation
        );
        foreach (var prefix in Outbox.OpenPrefixes)
        {
            // A bucket with more than a page of open rows is queried per kind, so that no kind crowds out another.
            _ = page.Next is null
                ? page.Rows.Where(row => row.Key.StartsWith(prefix, StringComparison.Ordinal)).Where(TryAddDue).Take(limit).Count()
                : (await rows.ListBucketAsync(bucket, prefix, limit, TryAddDue, cancellation)).Count;
        }

        var changing = page.Next is null
            ? page.Rows.Where(row => row.Key.StartsWith(StateKeys.OpenChanges, StringComparison.Ordinal))
            : await rows.ListBucketAsync(bucket, StateKeys.OpenChanges, int.MaxValue, null, cancellation);
        foreach (var slot in changing)
        {
            openChangeMarks.Add(slot);
        }

        if (page.Next is not null || page.Rows.Any(row => row.Key.StartsWith(StateKeys.OpenSources, StringComparison.Ordinal)))
        {
            sources.Add(bucket);
        }

        return page.Rows.Count > 0;
    }

    private bool TryAddDue(Row row)
    {
        var read = RecordCodecs.Outbox.ReadAll([row]);
        if (read.Records is not [var item])
        {
            problems.Add(read.Problems[0]);
            return false;
        }

        open.Add(item.CreatedAt);
        var chosen = item.Kind is OutboxKind.Change or OutboxKind.Delivery && item.IsDue(now);
        if (chosen)
        {
            due.Add(item);
        }

        return chosen;
    }
}
