using Advisor.Core.Rules;
using Advisor.Core.Text;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Timeline;

/// <summary>
/// Timeline of changes, alerts and what people did: of the fleet, with one query per bucket, and the alerts of one resource. Events are
/// written in the commit that they describe, and kept as long as the audit trail.
/// </summary>
public sealed class FleetTimeline
{
    private const int MinBucketRows = 8;

    private readonly BucketedRows rows;

    internal FleetTimeline(BucketedRows rows) => this.rows = rows;

    /// <summary>
    /// Returns the events of the fleet, newest first, without rows that cannot be read: fewer than the limit only where no others follow,
    /// or cannot be read.
    /// </summary>
    public async Task<HistoryPage<TimelineEvent>> QueryAsync(HistoryRange range, CancellationToken cancellation)
    {
        var (taken, after) = (new List<Row>(), range.After);
        do
        {
            (var next, after) = await ReadAsync(range with { After = after, Limit = range.Limit - taken.Count }, cancellation);
            taken.AddRange(next);
        } while (after is not null && taken.Count < range.Limit);

        return new HistoryPage<TimelineEvent>(RecordCodecs.Timeline.ReadAll(taken).Records, after);
    }

    /// <summary>Reads the next rows of all buckets; fewer than the limit where a bucket has more of them than was read of it.</summary>
    private async Task<(IReadOnlyList<Row> Rows, string? Next)> ReadAsync(HistoryRange range, CancellationToken cancellation)
    {
        // The newest rows are spread over the buckets: twice its share of each is enough nearly always.
        var share = Math.Min(range.Limit, (2 * range.Limit / rows.Count) + MinBucketRows);
        var (found, gate, known) = (new List<Row>(), new Lock(), (string?)null);
        await rows.ForEachBucketAsync(
            async (bucket, cancel) =>
            {
                var query = (range with { Limit = share }).CreateQuery(StateKeys.CreateBucketPartition(bucket), StateKeys.Timeline);
                var page = await rows.Store.QueryAsync(query, cancel);
                lock (gate)
                {
                    found.AddRange(page.Rows);
                    known = page.Next is { } end && (known is null || string.CompareOrdinal(end, known) < 0) ? end : known;
                }
            },
            cancellation
        );

        // The key is the time and a hash, so its order is the same in every bucket. Up to where a bucket was read, all are known.
        Row[] newest =
        [
            .. found
                .Where(row => known is null || string.CompareOrdinal(row.Key, known) <= 0)
                .OrderBy(row => row.Key, StringComparer.Ordinal)
                .Take(range.Limit),
        ];
        return (
            newest,
            newest.Length == found.Count && known is null ? null
            : newest.Length == range.Limit ? newest[^1].Key
            : known
        );
    }

    /// <summary>Returns the alerts of a resource, newest first, without rows that cannot be read.</summary>
    public async Task<HistoryPage<TimelineEvent>> QueryAlertsAsync(string resourceId, HistoryRange range, CancellationToken cancellation)
    {
        var page = await range.QueryAsync(rows, resourceId, StateKeys.CreateAlertPrefix, cancellation);
        return new HistoryPage<TimelineEvent>(RecordCodecs.Timeline.ReadAll(page.Rows).Records, page.Next);
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

    /// <summary>Creates the row of what a person did, where it is no change, which has a row of its own.</summary>
    internal static IEnumerable<RowWrite> CreateWrites(DecisionRecord line)
    {
        if (line.Actor == DecisionRecord.Advisor || line.ChangeId is not null || line.Reasons is not [var did, ..])
        {
            yield break;
        }

        var happened = new TimelineEvent
        {
            Scope = line.ResourceId,
            At = line.Tick,
            Person = new TimelinePerson(
                line.Outcome,
                line.Actor,
                line.From.IsSame(line.To) ? did.Text : $"{line.From} to {line.To}. {did.Text}"
            ),
        };
        var name = $"{StateKeys.FormatDescending(line.Tick)}-{StateKeys.Hash($"{line.ResourceId}\n{line.Outcome.ToCamelCase()}")}";
        yield return RecordCodecs.Timeline.Put(StateKeys.Timeline + name, line.Tick, happened);
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
