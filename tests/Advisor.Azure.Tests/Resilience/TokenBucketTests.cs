using Advisor.Azure.Resilience;
using Advisor.Tests;

namespace Advisor.Azure.Tests.Resilience;

public sealed class TokenBucketTests
{
    private readonly SteppingTime time = new(TimeSpan.FromSeconds(29));

    [Fact]
    public async Task A_burst_goes_at_once_and_then_calls_leave_at_the_steady_rate()
    {
        var bucket = new TokenBucket(time, perSecond: 2, burst: 3);

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
        var bucket = new TokenBucket(time, perSecond: 1, burst: 2);
        await TakeAsync(bucket, 2);
        time.Advance(TimeSpan.FromHours(1));

        await TakeAsync(bucket, 3);

        Assert.Equal([TimeSpan.FromSeconds(1)], time.Waits); // two of the burst, the third owes one second
    }

    [Fact]
    public async Task A_pause_holds_every_call_and_leaves_no_burst_behind()
    {
        var bucket = new TokenBucket(time, perSecond: 1, burst: 100);
        bucket.Pause(TimeSpan.FromSeconds(17));

        await TakeAsync(bucket, 2);

        Assert.Equal([TimeSpan.FromSeconds(17), TimeSpan.FromSeconds(1)], time.Waits);
    }

    [Fact]
    public async Task A_shorter_pause_does_not_end_a_longer_one()
    {
        var bucket = new TokenBucket(time, perSecond: 1, burst: 100);
        bucket.Pause(TimeSpan.FromSeconds(17));
        bucket.Pause(TimeSpan.FromSeconds(3));

        await TakeAsync(bucket, 1);

        Assert.Equal([TimeSpan.FromSeconds(17)], time.Waits);
    }

    private static async Task TakeAsync(TokenBucket bucket, int calls)
    {
        for (var call = 0; call < calls; call++)
        {
            await bucket.WaitAsync(TestContext.Current.CancellationToken);
        }
    }
}
