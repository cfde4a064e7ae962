using System.Buffers;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace Advisor.Service.Store.Rows;

/// <summary>
/// Names of partitions and rows. Ids (slashes, any script, any length) are stored as hashes, times as 19 digits.
/// <code>
/// b-017                              one of the buckets; a resource's rows are all in one, so that they commit together
///   o-{created}-{item}               outbox, open change requests, oldest first
///   g-{created}-{item}               outbox, open alerts and notices, not grouped yet, oldest first
///   d-{scope}-{created}-{item}       outbox, open deliveries: those of one incident are adjacent, oldest first
///   q-{created, inverse}-{item}      outbox, mark of every item: prevents enqueuing it twice
///   c-{resource}                     resources with an open change
///   r-{resource}-a-{approval}        approvals
///   r-{resource}-d-{tick, inverse}-{action}   decisions, newest first
///   r-{resource}-e-{at, inverse}-{event}   alerts that fired or resolved, newest first
///   r-{resource}-m-{day}             minutes of a completed day, yyyyMMdd, oldest first
///   r-{resource}-n-change | -history | -pause | -snapshot | -snooze | -state | -tally | -today   present state, read by one query
///   r-{resource}-x-{decided, inverse}   changes, newest first
///   s-{resource}                     snapshots, for lists
///   t-{at, inverse}-{event}          timeline of changes, alerts and what people did, newest first
///   u-{resource}                     last evaluations of deleted resources, for the budgets of their month
///   v-{resource}                     newest evaluations in numbers, for lists
///   w-{resource}                     their details, for the page of the resource
/// open                               buckets that may have open rows: c, d, g and o
/// grouping                           the grouping plan in progress, and the state of grouping
/// fleet                              layout, pause and who ended one, heartbeat, quota refusals, throttles, silences, reports
/// dead-letters                       queue messages that cannot be processed, newest first
/// change-rate                        changes and units of the last 60 minutes by subscription; verifications in a row
/// ticks                              ticks and their batches, newest first
/// </code>
/// </summary>
internal static class StateKeys
{
    public const string Fleet = "fleet";
    public const string Grouping = "grouping";
    public const string Open = "open";
    public const string Buckets = "b-";
    public const string Ticks = "ticks";
    public const string ChangeRate = "change-rate";
    public const string OpenChangeRequests = "o-";
    public const string OpenSources = "g-";
    public const string OpenDeliveries = "d-";
    public const string DeadLetters = "dead-letters";
    public const string EnqueuedOutbox = "q-";
    public const string OpenChanges = "c-";

    /// <summary>End of the key range of all open rows, which contains only the prefixes c, d, g and o.</summary>
    public const string OpenEnd = "p";

    public const string Resources = "r-";
    public const string Snapshots = "s-";
    public const string LastEvaluations = "u-";
    public const string Evaluations = "v-";
    public const string EvaluationDetails = "w-";
    public const string Timeline = "t-";

    private static readonly SearchValues<char> HexDigits = SearchValues.Create("0123456789abcdef");

    public static bool IsHex(ReadOnlySpan<char> text) => !text.ContainsAnyExcept(HexDigits);

    /// <summary>Returns 128 bits of a SHA-256 of the id, ignoring case, as 32 hexadecimal digits.</summary>
    public static string Hash(string id)
    {
        ArgumentException.ThrowIfNullOrEmpty(id);
        return Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(id.ToLowerInvariant())).AsSpan(0, 16));
    }

    /// <summary>Returns the bucket of a resource, 0 to <paramref name="buckets"/> - 1.</summary>
    public static int ComputeBucket(string hash, int buckets) => int.Parse(hash.AsSpan(0, 6), NumberStyles.HexNumber) % buckets;

    public static string CreateBucketPartition(int number) => $"{Buckets}{number:D3}";

    public static string FormatAscending(DateTimeOffset time) => time.UtcTicks.ToString("D19");

    /// <summary>Formats an instant so that keys sort newest first.</summary>
    public static string FormatDescending(DateTimeOffset time) => FormatDescending(time.UtcTicks);

    public static string FormatDescending(long utcTicks) => (long.MaxValue - utcTicks).ToString("D19");

    /// <summary>Returns the resource of a row's key; null if the key has none.</summary>
    public static string? FindResource(string key)
    {
        const int start = 2,
            end = 34;
        return
            key.Length > end
            && key[end] == '-'
            && key.StartsWith(Resources, StringComparison.Ordinal)
            && IsHex(key.AsSpan(start, end - start))
            ? key[start..end]
            : null;
    }

    public static string CreateCurrentPrefix(string resource) => $"r-{resource}-n-";

    public static string CreateDecisionPrefix(string resource) => $"r-{resource}-d-";

    public static string CreateChangePrefix(string resource) => $"r-{resource}-x-";

    public static string CreateApprovalPrefix(string resource) => $"r-{resource}-a-";

    public static string CreateOpenChangeKey(string resource) => CreateCurrentPrefix(resource) + "change";

    /// <summary>Key of the older part of the history of the state.</summary>
    public static string CreateHistoryKey(string resource) => CreateCurrentPrefix(resource) + "history";

    public static string CreateTallyKey(string resource) => CreateCurrentPrefix(resource) + "tally";

    public static string CreateSnoozeKey(string resource) => CreateCurrentPrefix(resource) + "snooze";

    public static string CreatePauseKey(string resource) => CreateCurrentPrefix(resource) + "pause";

    public static string CreateAlertPrefix(string resource) => $"r-{resource}-e-";

    public static string CreateMinutesPrefix(string resource) => $"r-{resource}-m-";

    /// <summary>Key of the minutes of the newest day.</summary>
    public static string CreateTodayKey(string resource) => CreateCurrentPrefix(resource) + "today";

    public static string CreateStateKey(string resource) => CreateCurrentPrefix(resource) + "state";

    /// <summary>Key of the snapshot beside the state, for the evaluation; the one under <see cref="Snapshots"/> is for lists.</summary>
    public static string CreateSnapshotKey(string resource) => CreateCurrentPrefix(resource) + "snapshot";
}
