using Advisor.Service.Store.Rows;

namespace Advisor.Service.Changes;

/// <summary>
/// Change rate limit: changes of a subscription within any 60 minutes per direction, and consecutive failed verifications. Shared by all
/// instances.
/// </summary>
public sealed class ChangeRateLimiter
{
    private const string VerificationPrefix = "v-";
    private const int MaxCounted = 200;

    private static readonly TimeSpan Window = TimeSpan.FromHours(1);

    private readonly BucketedRows rows;

    internal ChangeRateLimiter(BucketedRows rows) => this.rows = rows;

    /// <summary>Returns the usage of the 60 minutes before <paramref name="now"/>.</summary>
    public async Task<ChangeRateUsage> GetUsageAsync(string subscription, DateTimeOffset now, CancellationToken cancellation) =>
        KeepRecent(await GetUsage(subscription).ReadAsync(cancellation), subscription, now);

    /// <summary>
    /// Acquires a share of the limit for a change before it is sent. Idempotent: a repeated call for the same change is granted and counted
    /// once.
    /// </summary>
    /// <param name="units">Number of units that the change adds or removes, 0 or more.</param>
    /// <param name="urgent">Whether the change may use the remainder of the other direction.</param>
    public async Task<ChangeRateResult> AcquireAsync(
        string subscription,
        string changeId,
        ChangeDirection direction,
        bool urgent,
        int units,
        ChangeRate limit,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        ArgumentOutOfRangeException.ThrowIfNegative(units);
        var answer = ChangeRateResult.Granted;
        await GetUsage(subscription)
            .UpdateAsync(
                now,
                before =>
                {
                    var usage = KeepRecent(before, subscription, now);
                    if (usage.Shares.Any(share => share.ChangeId == changeId))
                    {
                        answer = ChangeRateResult.Granted;
                        return null;
                    }

                    (var counted, answer) = usage.FindDirection(direction, urgent, units, limit);
                    return counted is { } found
                        ? usage with
                        {
                            Shares = [.. usage.Shares, new ChangeRateShare(changeId, units, now, found)],
                        }
                        : null;
                },
                cancellation
            );
        return answer;
    }

    /// <summary>Releases the share of a change that Azure did not accept.</summary>
    public Task ReleaseAsync(string subscription, string changeId, DateTimeOffset now, CancellationToken cancellation) =>
        GetUsage(subscription)
            .UpdateAsync(
                now,
                before =>
                    before?.Shares.Any(share => share.ChangeId == changeId) == true
                        ? before with
                        {
                            Shares = [.. before.Shares.Where(share => share.ChangeId != changeId)],
                        }
                        : null,
                cancellation
            );

    /// <summary>
    /// Records a verification, once per change: a failure increments the count of consecutive failures, a success resets it, and writes
    /// nothing where there is none, since hundreds of changes of a large fleet may take effect at once.
    /// </summary>
    /// <returns>Consecutive failures, including this one.</returns>
    public async Task<int> RecordVerificationAsync(
        string subscription,
        string changeId,
        bool succeeded,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var run = await GetVerifications(VerificationPrefix + StateKeys.Hash(subscription))
            .UpdateAsync(
                now,
                before =>
                    before?.Counted.Contains(changeId) == true || (succeeded && before is not { FailuresInARow: > 0 })
                        ? null
                        : new VerificationRun(
                            subscription,
                            succeeded ? 0 : (before?.FailuresInARow ?? 0) + 1,
                            [.. (before?.Counted ?? []).TakeLast(MaxCounted - 1), changeId]
                        ),
                cancellation
            );
        return run?.FailuresInARow ?? 0;
    }

    /// <summary>Resets the count of consecutive failed verifications of every subscription to 0.</summary>
    public async Task ResetVerificationsAsync(DateTimeOffset now, CancellationToken cancellation)
    {
        await foreach (
            var row in rows.EnumerateAsync(RowQuery.FromPrefix(StateKeys.ChangeRate, VerificationPrefix, keysOnly: true), cancellation)
        )
        {
            await GetVerifications(row.Key)
                .UpdateAsync(now, before => before is { FailuresInARow: > 0 } ? before with { FailuresInARow = 0 } : null, cancellation);
        }
    }

    private static ChangeRateUsage KeepRecent(ChangeRateUsage? usage, string subscription, DateTimeOffset now) =>
        new(subscription, [.. (usage?.Shares ?? []).Where(share => share.At > now - Window)]);

    private OptimisticRow<ChangeRateUsage> GetUsage(string subscription) =>
        new(rows.Store, StateKeys.ChangeRate, "u-" + StateKeys.Hash(subscription), RecordCodecs.ChangeRateUsage);

    private OptimisticRow<VerificationRun> GetVerifications(string key) =>
        new(rows.Store, StateKeys.ChangeRate, key, RecordCodecs.Verifications);
}
