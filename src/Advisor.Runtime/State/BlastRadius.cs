namespace Advisor.Runtime.State;

/// <summary>How much of a subscription may be changed in an hour of the clock (UTC), and how many verifications failed in a row. Shared by all instances.</summary>
public sealed class BlastRadius
{
    internal const string HourPrefix = "h-";

    private const int Remembered = 200;

    private readonly IStateStore store;

    internal BlastRadius(IStateStore store) => this.store = store;

    /// <summary>What the hour of <paramref name="now"/> has used up.</summary>
    public async Task<BlastUsage> UsageAsync(string subscription, DateTimeOffset now, CancellationToken cancellation) =>
        await SharedRow.ReadAsync(store, StateKeys.Radius, KeyOf(subscription, now), Codecs.Usage, cancellation)
            ?? new BlastUsage(subscription, HourOf(now), []);

    /// <summary>Takes a share of the hour for a change, before its intention is written. Asked again for the same change it is granted again and counted once.</summary>
    /// <param name="units">Units that the change moves, 0 or more.</param>
    /// <param name="mostChanges">Changes that an hour allows.</param>
    /// <param name="mostUnits">Units that an hour allows to be moved.</param>
    public async Task<BlastAnswer> TakeAsync(
        string subscription, string changeId, int units, int mostChanges, int mostUnits, DateTimeOffset now, CancellationToken cancellation)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(units);
        var answer = BlastAnswer.Granted;
        await SharedRow.UpdateAsync(
            store,
            StateKeys.Radius,
            KeyOf(subscription, now),
            Codecs.Usage,
            now,
            before =>
            {
                var usage = before ?? new BlastUsage(subscription, HourOf(now), []);
                answer = Ask(usage, changeId, units, mostChanges, mostUnits);
                return answer == BlastAnswer.Granted && usage.Shares.All(share => share.ChangeId != changeId)
                    ? usage with { Shares = [.. usage.Shares, new BlastShare(changeId, units)] }
                    : null;
            },
            cancellation);
        return answer;
    }

    /// <summary>Counts a verification, once per change: a failure adds to the run, a success ends it.</summary>
    /// <returns>Failures in a row, this one included.</returns>
    public async Task<int> RecordVerificationAsync(string subscription, string changeId, bool succeeded, DateTimeOffset now, CancellationToken cancellation)
    {
        var run = await SharedRow.UpdateAsync(
            store,
            StateKeys.Radius,
            "v-" + StateKeys.Hash(subscription),
            Codecs.Verifications,
            now,
            before => before?.Counted.Contains(changeId) == true
                ? null
                : new VerificationRun(
                    subscription,
                    succeeded ? 0 : (before?.FailuresInARow ?? 0) + 1,
                    [.. (before?.Counted ?? []).TakeLast(Remembered - 1), changeId]),
            cancellation);
        return run!.FailuresInARow;
    }

    /// <summary>Starts the count anew, such as when a person lets applying go on.</summary>
    public Task ForgiveAsync(string subscription, DateTimeOffset now, CancellationToken cancellation) =>
        SharedRow.UpdateAsync(
            store,
            StateKeys.Radius,
            "v-" + StateKeys.Hash(subscription),
            Codecs.Verifications,
            now,
            before => before is null ? null : before with { FailuresInARow = 0 },
            cancellation);

    private static BlastAnswer Ask(BlastUsage usage, string changeId, int units, int mostChanges, int mostUnits) =>
        usage.Shares.Any(share => share.ChangeId == changeId) ? BlastAnswer.Granted
        : usage.Changes + 1 > mostChanges ? BlastAnswer.NoChangesLeft
        : usage.Units + units > mostUnits ? BlastAnswer.NoUnitsLeft
        : BlastAnswer.Granted;

    private static DateTimeOffset HourOf(DateTimeOffset now) => new(now.UtcTicks - (now.UtcTicks % TimeSpan.TicksPerHour), TimeSpan.Zero);

    private static string KeyOf(string subscription, DateTimeOffset now) =>
        $"{HourPrefix}{StateKeys.Newest(HourOf(now))}-{StateKeys.Hash(subscription)}";
}
