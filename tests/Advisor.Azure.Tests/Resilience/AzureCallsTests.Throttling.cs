using Advisor.Azure.Resilience;
using Advisor.Core.Fleet;

namespace Advisor.Azure.Tests.Resilience;

public sealed partial class AzureCallsTests
{
    [Fact]
    public async Task A_throttled_read_waits_exactly_what_Retry_After_says()
    {
        var answers = new Queue<HttpResponseMessage>([
            FakeAzure.CreateError(429, "TooManyRequests", "Slow.", ("Retry-After", "17")),
            FakeAzure.CreateJson(AzureResponses.RenderResource("chat")),
        ]);
        azure.Handle("GET", "/SignalR/chat?", _ => answers.Dequeue());

        var listing = await ListAsync(new ResilienceLimits());

        Assert.Single(listing.Resources);
        Assert.Equal([TimeSpan.FromSeconds(17)], LongWaits);
    }

    [Theory]
    [InlineData("retry-after-ms", "1500", 1.5)]
    [InlineData("x-ms-retry-after-ms", "250", 0.25)]
    [InlineData("Retry-After", "Sun, 01 Mar 2026 12:00:20 GMT", 20)] // the clock stands at 12:00:00
    public async Task Every_form_of_Retry_After_is_honoured(string header, string value, double seconds)
    {
        var answers = new Queue<HttpResponseMessage>([
            FakeAzure.CreateError(429, "TooManyRequests", "Slow.", (header, value)),
            FakeAzure.CreateJson(AzureResponses.RenderResource("chat")),
        ]);
        azure.Handle("GET", "/SignalR/chat?", _ => answers.Dequeue());

        await ListAsync(new ResilienceLimits());

        Assert.Equal([TimeSpan.FromSeconds(seconds)], LongWaits);
    }

    [Fact]
    public async Task A_wait_beyond_the_maximum_fails_at_once_and_is_reported_with_its_length()
    {
        azure.Handle("GET", "/SignalR/chat?", _ => FakeAzure.CreateError(429, "TooManyRequests", "Slow.", ("Retry-After", "600")));

        var failure = Assert.Single((await ListAsync(new ResilienceLimits())).Failures);

        Assert.Equal(FailureCode.Throttled, failure.Code);
        Assert.Contains("600 s", failure.Text, StringComparison.Ordinal);
        Assert.Single(azure.Calls);
    }

    [Theory]
    [InlineData("86400000")] // 1,000 days: more than a timer takes
    [InlineData("99999999999999999999")]
    [InlineData("Fri, 31 Dec 9999 23:59:59 GMT")]
    public async Task A_wait_without_measure_is_one_of_15_minutes_in_which_calls_fail_at_once(string retryAfter)
    {
        azure.Handle("GET", "/SignalR/chat?", _ => FakeAzure.CreateError(429, "TooManyRequests", "Slow.", ("Retry-After", retryAfter)));
        using var connection = AzureConnection.Create(azure.CreateOptions(time) with { Limits = new ResilienceLimits() });

        var first = Assert.Single((await connection.Fleet.ListAsync(Scope, TestContext.Current.CancellationToken)).Failures);
        azure.Handle("GET", "/SignalR/chat?", AzureResponses.RenderResource("chat"));
        var paused = Assert.Single((await connection.Fleet.ListAsync(Scope, TestContext.Current.CancellationToken)).Failures);
        var (sent, slept) = (azure.Calls.Count, time.Waits.Count);
        time.Advance(TimeSpan.FromMinutes(15));
        var after = await connection.Fleet.ListAsync(Scope, TestContext.Current.CancellationToken);

        Assert.Equal((FailureCode.Throttled, FailureCode.Throttled), (first.Code, paused.Code));
        Assert.Contains("900 s", first.Text, StringComparison.Ordinal);
        Assert.Contains("900 s", paused.Text, StringComparison.Ordinal);
        Assert.Equal((1, 0), (sent, slept)); // nothing was sent in the pause, and no call waited
        Assert.Single(after.Resources);
    }

    // After a throttling the next call of the run (the autoscale list) waits for its token at 20 a second: 0.05 s, left out here.
    private IEnumerable<TimeSpan> LongWaits => time.Waits.Where(wait => wait > TimeSpan.FromSeconds(0.05));
}
