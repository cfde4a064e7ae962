using Advisor.Core.Metrics;
using Advisor.Core.Quantities;

namespace Advisor.Core.Alerting;

/// <summary>
/// Newest minute in which each metric that is always reported had a value; null where the resource never had it. Traffic is not among them:
/// it may well be absent for days.
/// </summary>
public sealed record MetricTimes
{
    // A metric that comes a few minutes after the others is not missing.
    private static readonly TimeSpan Late = TimeSpan.FromHours(1);

    public static MetricTimes None { get; } = new();

    public DateTimeOffset? ServerLoad { get; init; }

    public DateTimeOffset? ConnectionCount { get; init; }

    public DateTimeOffset? ConnectionQuota { get; init; }

    /// <summary>Returns the times after one more minute of metrics.</summary>
    public MetricTimes Observe(in MinuteSample sample) =>
        new()
        {
            ServerLoad = sample.Readings.ServerLoad is null ? ServerLoad : sample.Time,
            ConnectionCount = sample.Readings.ConnectionCount is null ? ConnectionCount : sample.Time,
            ConnectionQuota = sample.Readings.ConnectionQuotaUtilization is null ? ConnectionQuota : sample.Time,
        };

    /// <summary>Returns the times without those after an instant.</summary>
    public MetricTimes DropAfter(DateTimeOffset now) =>
        new()
        {
            ServerLoad = ServerLoad <= now ? ServerLoad : null,
            ConnectionCount = ConnectionCount <= now ? ConnectionCount : null,
            ConnectionQuota = ConnectionQuota <= now ? ConnectionQuota : null,
        };

    /// <summary>
    /// Returns for how many minutes the first of them has been missing while others were reported; 0 when none is, null when none was ever
    /// reported.
    /// </summary>
    /// <param name="newest">Newest minute with any metric.</param>
    public double? ComputeMissingMinutes(DateTimeOffset? newest) =>
        newest - FindFirst(FindFirst(ServerLoad, ConnectionCount), ConnectionQuota) is { } missing
            ? Math.Max(missing.TotalMinutes, 0)
            : null;

    /// <summary>Returns which metrics are missing, since when, and what Advisor does without them; null when none is.</summary>
    /// <inheritdoc cref="ComputeMissingMinutes"/>
    public string? DescribeMissing(DateTimeOffset? newest)
    {
        var missing = List().Where(metric => metric.SeenAt is { } seen && newest - seen >= Late).ToList();
        var names = missing.Select(metric => $"{metric.Name} since {metric.SeenAt!.Value.UtcDateTime:yyyy-MM-dd HH:mm} UTC");
        return missing.Count == 0 ? null : $"Missing: {Wording.JoinWords([.. names])}. {DescribeEffect(newest)}";
    }

    private string DescribeEffect(DateTimeOffset? newest)
    {
        var (load, count, quota) = (IsMissing(ServerLoad), IsMissing(ConnectionCount), IsMissing(ConnectionQuota));
        string?[] instead =
        [
            load ? "estimates the server load from traffic and connections" : null,
            quota && !count ? "compares the connection count with what the size accepts"
            : count && ConnectionQuota is not null && !quota ? "computes connections from their quota metric"
            : null,
            load || (count && (quota || ConnectionQuota is null)) ? "does not scale in" : null,
        ];
        return $"Advisor {Wording.JoinWords([.. instead.OfType<string>()])}.";

        bool IsMissing(DateTimeOffset? seenAt) => newest - seenAt >= Late;
    }

    private static DateTimeOffset? FindFirst(DateTimeOffset? one, DateTimeOffset? other) => one is null || other < one ? other : one;

    private IEnumerable<(string Name, DateTimeOffset? SeenAt)> List() =>
        [("server load", ServerLoad), ("connection count", ConnectionCount), ("connection quota", ConnectionQuota)];
}
