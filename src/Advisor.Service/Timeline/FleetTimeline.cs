using Advisor.Core.Rules;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Timeline;

/// <summary>
/// Timeline of changes and alerts: of the fleet, with one query per bucket, and the alerts of one resource. Events are written in the
/// commit that they describe, and kept as long as the audit trail.
/// </summary>
public sealed class FleetTimeline
{
    private readonly BucketedRows rows;

    internal FleetTimeline(BucketedRows rows) => this.rows = rows;

    /// <summary>Returns the events of the fleet in [from, before), newest first, without rows that cannot be read.</summary>
    /// <param name="after">End of an earlier page; null for the first.</param>
    /// <param name="limit">Maximum number of records, 1 to 1000.</param>
    public async Task<HistoryPage<TimelineEvent>> QueryAsync(
        DateTimeOffset from,
        DateTimeOffset before,
        string? after,
        int limit,
        CancellationToken cancellation
    )
    {
        var (found, gate, isMore) = (new List<Row>(), new Lock(), false);
        await rows.ForEachBucketAsync(
            async (bucket, cancel) =>
            {
                var query = History.CreateQuery(StateKeys.CreateBucketPartition(bucket), StateKeys.Timeline, from, before, after, limit);
                var page = await rows.Store.QueryAsync(query, cancel);
                lock (gate)
                {
                    found.AddRange(page.Rows);
                    isMore |= page.Next is not null;
                }
            },
            cancellation
        );

        // The key is the time and a hash, so its order is the same in every bucket.
        Row[] newest = [.. found.OrderBy(row => row.Key, StringComparer.Ordinal).Take(limit)];
        return new HistoryPage<TimelineEvent>(
            RecordList<TimelineEvent>.Read(newest, RecordCodecs.Timeline.Read).Records,
            newest.Length > 0 && (isMore || found.Count > limit) ? newest[^1].Key : null
        );
    }

    /// <summary>Returns the alerts of a resource in [from, before), newest first.</summary>
    /// <param name="limit">Maximum number of records, 1 to 1000.</param>
    public async Task<HistoryPage<TimelineEvent>> QueryAlertsAsync(
        string resourceId,
        DateTimeOffset from,
        DateTimeOffset before,
        string? after,
        int limit,
        CancellationToken cancellation
    )
    {
        var resource = StateKeys.Hash(resourceId);
        var query = History.CreateQuery(rows.GetPartition(resource), StateKeys.CreateAlertPrefix(resource), from, before, after, limit);
        var page = await rows.Store.QueryAsync(query, cancellation);
        return new HistoryPage<TimelineEvent>(RecordList<TimelineEvent>.Read(page.Rows, RecordCodecs.Timeline.Read).Records, page.Next);
    }

    /// <summary>
    /// Creates the rows of an alert event: one in the timeline of the fleet, and one for its resource if it has one. The same event twice
    /// is one row.
    /// </summary>
    internal static IEnumerable<RowWrite> CreateWrites(string scope, TimelineEvent alert, string eventId)
    {
        var name = $"{StateKeys.FormatDescending(alert.At)}-{StateKeys.Hash($"{alert.Scope}\n{eventId}")}";
        yield return RecordCodecs.Timeline.Put(StateKeys.Timeline + name, alert.At, alert);
        if (alert.Alert?.SubjectKind == AlertSubjectKind.Resource)
        {
            yield return RecordCodecs.Timeline.Put(StateKeys.CreateAlertPrefix(scope) + name, alert.At, alert);
        }
    }

    /// <summary>Creates the row of a change, replacing its previous state; the log of changes has the rows of its resource.</summary>
    internal static RowWrite CreateWrite(ChangeRecord change) =>
        RecordCodecs.Timeline.Put(
            $"{StateKeys.Timeline}{StateKeys.FormatDescending(change.DecidedAt)}-{StateKeys.Hash(change.Id)}",
            change.DecidedAt,
            new TimelineEvent
            {
                Scope = change.ResourceId,
                At = change.DecidedAt,
                Change = change,
            }
        );
}
