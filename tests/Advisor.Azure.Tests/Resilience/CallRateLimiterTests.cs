using Advisor.Azure.Resilience;
using Advisor.Tests;

namespace Advisor.Azure.Tests.Resilience;

public sealed class CallRateLimiterTests
{
    private readonly SteppingTime time = new(TimeSpan.FromSeconds(29));

    [Fact]
    public async Task A_burst_goes_at_once_and_then_calls_leave_at_the_steady_rate()
    {
        var bucket = CreateBucket(perSecond: 2, burst: 3);

        for (var call = 0; call < 5; call++)
        {
            await bucket.WaitAsync(TestContext.Current.CancellationToken);
        }

        // Three at once; each further one waits half a second, the clock having moved by the wait before.
        Assert.Equal([TimeSpan.FromSeconds(0.5), TimeSpan.FromSeconds(0.5)], time.Waits);
    }

    [Fact]
    public async Task A_rest_fills_it_up_to_the_burst_and_no_further()
    {
        var bucket = CreateBucket(perSecond: 1, burst: 2);
        await TakeAsync(bucket, 2);
        time.Advance(TimeSpan.FromHours(1));

        await TakeAsync(bucket, 3);

        Assert.Equal([TimeSpan.FromSeconds(1)], time.Waits); // two of the burst, the third owes one second
    }

    [Fact]
    public async Task A_pause_holds_every_call_and_leaves_no_burst_behind()
    {
        var bucket = CreateBucket(perSecond: 1, burst: 100);
        bucket.Pause(TimeSpan.FromSeconds(17));

        await TakeAsync(bucket, 2);

        Assert.Equal([TimeSpan.FromSeconds(17), TimeSpan.FromSeconds(1)], time.Waits);
    }

    [Fact]
    public async Task A_shorter_pause_does_not_end_a_longer_one()
    {
        var bucket = CreateBucket(perSecond: 1, burst: 100);
        bucket.Pause(TimeSpan.FromSeconds(17));
        bucket.Pause(TimeSpan.FromSeconds(3));

        await TakeAsync(bucket, 1);

        Assert.Equal([TimeSpan.FromSeconds(17)], time.Waits);
    }

    [Fact]
    public async Task A_pause_that_is_longer_than_a_call_waits_fails_it_at_once_until_it_is_over()
    {
        var bucket = CreateBucket(perSecond: 1, burst: 100);
        bucket.Pause(TimeSpan.FromSeconds(150));

        // 150 s are left, then 20 s, which a call waits for; the call that failed took no token.
        var atOnce = await Assert.ThrowsAsync<RateLimitedException>(() => bucket.WaitAsync(TestContext.Current.CancellationToken));
        time.Advance(TimeSpan.FromSeconds(130));
        await TakeAsync(bucket, 1);

        Assert.Equal(TimeSpan.FromSeconds(150), atOnce.Remaining);
        Assert.Equal([TimeSpan.FromSeconds(20)], time.Waits);
    }

    [Fact]
    public void A_clock_that_was_wrong_for_a_while_leaves_neither_a_pause_nor_a_debt_behind()
    {
        var moving = new MovingTime { Now = new DateTimeOffset(2027, 3, 1, 12, 0, 0, TimeSpan.Zero) };
        var bucket = new CallRateLimiter(moving, perSecond: 1, burst: 2, TimeSpan.FromSeconds(30));
        bucket.Pause(TimeSpan.FromMinutes(15));
        moving.Now = moving.Now.AddYears(-1);

        // Set back by a year: the pause is not believed, and of the one token that it left the first call takes it.
        Assert.True(bucket.WaitAsync(TestContext.Current.CancellationToken).IsCompletedSuccessfully);
        moving.Now = moving.Now.AddSeconds(1);
        Assert.True(bucket.WaitAsync(TestContext.Current.CancellationToken).IsCompletedSuccessfully);
    }

    private CallRateLimiter CreateBucket(double perSecond, int burst) => new(time, perSecond, burst, maxPause: TimeSpan.FromSeconds(30));

    private sealed class MovingTime : TimeProvider
    {
        public DateTimeOffset Now { get; set; }

        public override DateTimeOffset GetUtcNow() => Now;
    }

    private static async Task TakeAsync(CallRateLimiter bucket, int calls)
    {
        for (var call = 0; call < calls; call++)
        {
            await bucket.WaitAsync(TestContext.Current.CancellationToken);
        }
    }
}
