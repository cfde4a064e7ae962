using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tests.Store.Contract;

namespace Advisor.Service.Tests.Timeline;

/// <summary>Pages of the timeline over 64 buckets, of which each page reads a share.</summary>
public sealed class FleetTimelineTests
{
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 10, 0, 0, TimeSpan.Zero);

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    // 300 events, of which the first resource has two of three: those of a resource are in one bucket, whose share is not enough then.
    [Theory]
    [InlineData(300, 7)]
    [InlineData(300, 100)]
    [InlineData(10, 40)]
    [InlineData(1, 40)]
    [InlineData(1, 1000)]
    public async Task Pages_are_full_and_have_every_event_once_newest_first_however_the_resources_are_spread(int resources, int limit)
    {
        var state = await OpenAsync(new MemoryStateStore(), resources);

        var (times, after) = (new List<DateTimeOffset>(), (string?)null);
        do
        {
            var page = await state.Timeline.QueryAsync(new(Start, Start.AddDays(1), after, limit), Cancel);
            times.AddRange(page.Records.Select(happened => happened.At));
            after = page.Next;
            Assert.True(page.Records.Count == limit || after is null);
        } while (after is not null);

        Assert.Equal(Enumerable.Range(0, 300).Select(minute => Start.AddMinutes(299 - minute)), times);
    }

    [Fact]
    public async Task A_page_reads_its_share_of_each_bucket_not_a_page_of_each()
    {
        var store = new RowCounter(new MemoryStateStore());
        var state = await OpenAsync(store, 300, events: 3000, isEven: true);
        store.Reset();

        var page = await state.Timeline.QueryAsync(new(Start, Start.AddDays(3), null, 40), Cancel);

        // A bucket has 47 events of 3,000, of which 2 x 40 / 64 + 8 are read: 9 of each of 64 at most, where 40 would be 2,560.
        Assert.Equal(40, page.Records.Count);
        Assert.InRange(store.Rows, 40, 64 * 9);
    }

    private static async Task<AdvisorState> OpenAsync(IStateStore store, int resources, int events = 300, bool isEven = false)
    {
        var state = await AdvisorState.OpenAsync(store, AdvisorState.SharedBuckets, Start, Cancel);
        for (var minute = 0; minute < events; minute++)
        {
            var scope = $"/r/{(minute % 3 == 0 || isEven ? minute % resources : 0)}";
            var alert = AdvisorStateContract.CreateAlert(scope, Start.AddMinutes(minute));
            await state.BeginCommit(scope).Record(alert, "e").RunAsync(Cancel);
        }

        return state;
    }

    /// <summary>Counts the rows that queries return.</summary>
    private sealed class RowCounter(IStateStore inner) : IStateStore
    {
        private int rows;

        public int Rows => rows;

        public void Reset() => rows = 0;

        public Task<Row?> GetAsync(string partition, string key, CancellationToken cancellation) =>
            inner.GetAsync(partition, key, cancellation);

        public Task<CommitResult> CommitAsync(string partition, IReadOnlyList<RowWrite> writes, CancellationToken cancellation) =>
            inner.CommitAsync(partition, writes, cancellation);

        public async Task<RowPage> QueryAsync(RowQuery query, CancellationToken cancellation)
        {
            var page = await inner.QueryAsync(query, cancellation);
            Interlocked.Add(ref rows, page.Rows.Count);
            return page;
        }
    }
}
