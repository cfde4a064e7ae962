using Advisor.Core.Alerting;
using Advisor.Service.Evaluation;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Series;
using Advisor.Service.Silences;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Store;

/// <summary>
/// Retention job: deletes rows older than the policy, up to 100 per commit. Never deletes open changes, open messages and open alerts. Can
/// be repeated and interrupted.
/// </summary>
public sealed class Retention
{
    private readonly BucketedRows rows;

    internal Retention(BucketedRows rows) => this.rows = rows;

    /// <summary>Purges one bucket, 0 to <see cref="AdvisorState.Buckets"/> - 1: the part of one tick.</summary>
    /// <param name="problems">Receives one sentence per row with an unknown key, which is not deleted. Null discards them.</param>
    public async Task<int> PurgeBucketAsync(
        int bucket,
        RetentionPolicy policy,
        DateTimeOffset now,
        CancellationToken cancellation,
        ICollection<string>? problems = null
    )
    {
        var partition = StateKeys.CreateBucketPartition(bucket);
        var open = await ListOpenMarksAsync(partition, problems, cancellation);
        var deleted = await PurgeNewestFirstAsync(partition, StateKeys.EnqueuedOutbox, now - policy.Messages, open, cancellation);

        deleted += await PurgeNewestFirstAsync(partition, StateKeys.Timeline, now - policy.History, kept: [], cancellation);

        foreach (
            var prefix in (string[])[StateKeys.Snapshots, StateKeys.LastEvaluations, StateKeys.Evaluations, StateKeys.EvaluationDetails]
        )
        {
            deleted += await DeleteAsync(
                RowQuery.FromPrefix(partition, prefix, keysOnly: true),
                row => row.At < now - policy.DeletedResources,
                cancellation
            );
        }

        // Skips from resource to resource by the key after the last row of each, so that recent rows are not read.
        for (string? after = null; await FindFirstAsync(partition, after, cancellation) is { } row; )
        {
            if (StateKeys.FindResource(row.Key) is not { } resource)
            {
                problems?.Add(DescribeDamage(row));
                after = row.Key;
                continue;
            }

            deleted += await PurgeResourceAsync(partition, resource, policy, now, cancellation);
            after = $"{StateKeys.Resources}{resource}-~";
        }

        return deleted;
    }

    /// <summary>Purges rows that belong to no resource: ticks, dead-lettered messages, ends of pauses, silences.</summary>
    public async Task<int> PurgeFleetAsync(RetentionPolicy policy, DateTimeOffset now, CancellationToken cancellation)
    {
        var ticks = new RowQuery(StateKeys.Ticks, StateKeys.FormatDescending(now - policy.Ticks), "~", KeysOnly: true);
        var deleted = await DeleteAsync(ticks, _ => true, cancellation);
        deleted += await PurgeNewestFirstAsync(StateKeys.DeadLetters, DeadLetters.Prefix, now - policy.DeadLetters, kept: [], cancellation);
        deleted += await PurgeNewestFirstAsync(StateKeys.Fleet, FleetState.ResumedPrefix, now - policy.History, kept: [], cancellation);
        return deleted
            + await DeleteAsync(
                RowQuery.FromPrefix(StateKeys.Fleet, SilenceStore.Prefix, keysOnly: true),
                row => row.At < now - policy.Silences,
                cancellation
            );
    }

    private async Task<int> PurgeResourceAsync(
        string partition,
        string resource,
        RetentionPolicy policy,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var slot = await rows.Store.GetAsync(partition, StateKeys.CreateOpenChangeKey(resource), cancellation);
        string[] open = slot is null ? [] : [StateKeys.CreateChangePrefix(resource) + StateKeys.FormatDescending(slot.At)];
        var deleted = await PurgeNewestFirstAsync(
            partition,
            StateKeys.CreateChangePrefix(resource),
            now - policy.History,
            open,
            cancellation
        );
        foreach (var prefix in (string[])[StateKeys.CreateDecisionPrefix(resource), StateKeys.CreateAlertPrefix(resource)])
        {
            deleted += await PurgeNewestFirstAsync(partition, prefix, now - policy.History, kept: [], cancellation);
        }

        deleted += await DeleteAsync(
            MinuteSeries.CreateOlderQuery(partition, resource, MinuteDay.GetDay(now - policy.Minutes)),
            _ => true,
            cancellation
        );
        deleted += await DeleteAsync(
            RowQuery.FromPrefix(partition, StateKeys.CreateApprovalPrefix(resource), keysOnly: true),
            row => row.At < now - policy.Messages,
            cancellation
        );
        if (slot is null && !await IsInUseAsync(partition, resource, now - policy.DeletedResources, cancellation))
        {
            // All but the mark of an open change.
            var all = new RowQuery(
                partition,
                StateKeys.CreateHistoryKey(resource),
                StateKeys.CreateCurrentPrefix(resource) + "~",
                KeysOnly: true
            );
            deleted += await DeleteAsync(all, row => row.At < now - policy.DeletedResources, cancellation);
        }

        return deleted;
    }

    // The state is written at every evaluation, and the snapshot while the resource is listed; rows beside them may be old and still valid.
    // Alerts of a resource that was deleted while Advisor was stopped are resolved after some lists.
    private async Task<bool> IsInUseAsync(string partition, string resource, DateTimeOffset cutoff, CancellationToken cancellation)
    {
        var (state, snapshot) = (StateKeys.CreateStateKey(resource), StateKeys.CreateSnapshotKey(resource));
        var current = RowQuery.FromPrefix(partition, StateKeys.CreateCurrentPrefix(resource), keysOnly: true);
        var found = (await rows.Store.QueryAsync(current, cancellation)).Rows.Where(row => row.Key == state || row.Key == snapshot);
        return found.Any(row => row.At >= cutoff)
            || (await rows.Store.GetAsync(partition, state, cancellation) is { } old && HasOpenAlerts(old));
    }

    private static bool HasOpenAlerts(Row state) =>
        (
            SubjectAlertsFormat.Read(state.Payload.Span).Alerts
            ?? ResourceStateDocument.Read(new ResourceDocument(state.Key, state.Version, state.At, state.Payload)).Memory?.Alerts.Alerts
        )
            is { IsQuiet: false };

    private async Task<Row?> FindFirstAsync(string partition, string? after, CancellationToken cancellation)
    {
        var page = await rows.Store.QueryAsync(
            RowQuery.FromPrefix(partition, StateKeys.Resources, after, limit: 1, keysOnly: true),
            cancellation
        );
        return page.Rows.Count > 0 ? page.Rows[0] : null;
    }

    // The mark of an open message has the same name with the time in the opposite order.
    private async Task<IReadOnlyCollection<string>> ListOpenMarksAsync(
        string partition,
        ICollection<string>? problems,
        CancellationToken cancellation
    )
    {
        const int hashLength = 32;
        var marks = new HashSet<string>(StringComparer.Ordinal);
        foreach (var prefix in Outbox.OpenPrefixes)
        {
            await foreach (var row in rows.EnumerateAsync(RowQuery.FromPrefix(partition, prefix, keysOnly: true), cancellation))
            {
                if (row.Key.Length <= hashLength)
                {
                    problems?.Add(DescribeDamage(row));
                    continue;
                }

                marks.Add($"{StateKeys.EnqueuedOutbox}{StateKeys.FormatDescending(row.At)}-{row.Key[^hashLength..]}");
            }
        }

        return marks;
    }

    private static string DescribeDamage(Row row) =>
        $"The key of row {row.Partition}/{row.Key} is damaged: retention passes it over. Delete the row.";

    private Task<int> PurgeNewestFirstAsync(
        string partition,
        string prefix,
        DateTimeOffset cutoff,
        IReadOnlyCollection<string> kept,
        CancellationToken cancellation
    )
    {
        // Keys of older rows sort after the key of the cutoff.
        var old = new RowQuery(partition, $"{prefix}{StateKeys.FormatDescending(cutoff.UtcTicks - 1)}", prefix + "~", KeysOnly: true);
        return DeleteAsync(old, row => !kept.Contains(row.Key), cancellation);
    }

    private async Task<int> DeleteAsync(RowQuery query, Func<Row, bool> chosen, CancellationToken cancellation)
    {
        var deleted = 0;
        var old = rows.EnumerateAsync(query, cancellation).Where(chosen).Select(row => RowWrite.Delete(row.Key, row.ETag));
        await foreach (var batch in old.Chunk(RowLimits.MaxCommitWrites))
        {
            // A batch that conflicts with another purge is left to it, or to the next run.
            deleted += (await rows.Store.CommitAsync(query.Partition, batch, cancellation)).IsCommitted ? batch.Length : 0;
        }

        return deleted;
    }
}
