using Advisor.Service.Store;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Series;

/// <summary>
/// Minutes of every resource for <see cref="RetentionPolicy.Minutes"/>, one row per UTC day. The newest day is stored beside the state and
/// read and written with it; a completed day moves to its own key.
/// </summary>
public sealed class MinuteSeries
{
    private readonly BucketedRows rows;

    internal MinuteSeries(BucketedRows rows) => this.rows = rows;

    /// <summary>
    /// Reads the days of a resource that have a minute in [from, before), ascending; a damaged day is reported as a problem.
    /// </summary>
    public async Task<RecordList<MinuteDay>> ReadAsync(
        string resourceId,
        DateTimeOffset from,
        DateTimeOffset before,
        CancellationToken cancellation
    )
    {
        var resource = StateKeys.Hash(resourceId);
        var (first, last) = (MinuteDay.GetDay(from), MinuteDay.GetDay(before.AddTicks(-1)));

        // The newest day first: if it moves in between, it is read twice instead of missed.
        var newest = await rows.GetAsync(resource, StateKeys.CreateTodayKey(resource), cancellation);
        var range = new RowQuery(rows.GetPartition(resource), CreateKey(resource, first), CreateKey(resource, last) + "~");
        var found = await rows.EnumerateAsync(range, cancellation).ToListAsync(cancellation);
        var read = RecordCodecs.MinuteDay.ReadAll(newest is null ? found : [.. found, newest]);
        return read with
        {
            Records =
            [
                .. read.Records.Where(day => day.Day >= first && day.Day <= last).DistinctBy(day => day.Day).OrderBy(day => day.Day),
            ],
        };
    }

    /// <param name="before">Newest day as read; null if there was none.</param>
    /// <param name="days">Days in ascending order; the last one becomes the newest, the others are complete.</param>
    internal static IEnumerable<RowWrite> CreateWrites(
        string resource,
        StoredMinutes? before,
        IReadOnlyList<MinuteDay> days,
        DateTimeOffset at
    )
    {
        var (key, newest) = (StateKeys.CreateTodayKey(resource), days[^1]);
        yield return before is null
            ? RecordCodecs.MinuteDay.Insert(key, at, newest)
            : RecordCodecs.MinuteDay.Replace(key, at, newest, before.ETag);
        foreach (var day in days.SkipLast(1))
        {
            yield return RecordCodecs.MinuteDay.Put(CreateKey(resource, day.Day), at, day);
        }
    }

    /// <summary>Creates a query for the rows of days before the given one.</summary>
    internal static RowQuery CreateOlderQuery(string partition, string resource, DateOnly day) =>
        new(partition, StateKeys.CreateMinutesPrefix(resource), CreateKey(resource, day), KeysOnly: true);

    private static string CreateKey(string resource, DateOnly day) => StateKeys.CreateMinutesPrefix(resource) + day.ToString("yyyyMMdd");
}
