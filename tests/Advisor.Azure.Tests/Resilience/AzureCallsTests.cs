using System.Net.Sockets;
using Advisor.Azure.Resilience;
using Advisor.Core.Fleet;
using Advisor.Tests;

namespace Advisor.Azure.Tests.Resilience;

/// <summary>
/// The resilience of the whole, seen from the ports: real clients over a network that misbehaves, and a clock that no one waits for.
/// </summary>
public sealed class AzureCallsTests
{
    private static readonly FleetScope Scope = new() { ResourceIds = [FakeAzure.CreateId("chat")] };

    // Longer than the clock's patience: over when the request is on the network, however slow the machine.
    private static readonly TimeSpan AttemptTimeout = TimeSpan.FromSeconds(30);

    private readonly SteppingTime time = new(TimeSpan.FromSeconds(29));

    private readonly FakeAzure azure = new FakeAzure().Handle("GET", "/autoscalesettings?", AzureResponses.List());

    [Theory]
    [InlineData(500)]
    [InlineData(502)]
    [InlineData(503)]
    [InlineData(504)]
    [InlineData(408)]
    [Fault("monitor-5xx")]
    public async Task A_passing_fault_is_tried_again_as_often_as_set_and_no_more(int status)
    {
        azure.Handle("GET", "/SignalR/chat?", _ => FakeAzure.CreateError(status, "Passing"));

        var listing = await ListAsync(new ResilienceLimits { Retries = 3 });

        Assert.Single(listing.Failures);
        Assert.Equal(4, azure.Calls.Count); // the library's own retries would make more of it
        Assert.Equal(3, time.Waits.Count);
    }

    [Theory]
    [InlineData(HttpRequestError.ConnectionError)]
    [InlineData(HttpRequestError.NameResolutionError)]
    [InlineData(HttpRequestError.ResponseEnded)]
    [Fault("monitor-reset")]
    public async Task A_connection_that_fails_or_ends_early_is_tried_again(HttpRequestError error)
    {
        azure.Handle("GET", "/SignalR/chat?", _ => throw new HttpRequestException(error, "broken"));

        var failure = Assert.Single((await ListAsync(new ResilienceLimits { Retries = 3 })).Failures);

        Assert.Equal((FailureCode.Unreachable, 4, 3), (failure.Code, azure.Calls.Count, time.Waits.Count));
    }

    // As on this machine, where nothing listens: only that does not pass by itself.
    [Theory]
    [InlineData(HttpRequestError.ConnectionError, SocketError.ConnectionRefused, 1)]
    [InlineData(HttpRequestError.Unknown, SocketError.ConnectionReset, 4)]
    public async Task Where_a_refused_connection_is_not_tried_again_one_that_is_reset_is(
        HttpRequestError error,
        SocketError cause,
        int calls
    )
    {
        azure.Handle(
            "GET",
            "/SignalR/chat?",
            _ => throw new HttpRequestException(error, "broken", new IOException("broken", new SocketException((int)cause)))
        );

        await ListAsync(new ResilienceLimits { Retries = 3, RetriesUnreachable = false });

        Assert.Equal(calls, azure.Calls.Count);
    }

    [Fact]
    public async Task A_person_who_waits_reads_what_for()
    {
        var answers = 0;
        azure.Handle(
            "GET",
            "/SignalR/chat?",
            _ =>
                answers++ == 0
                    ? FakeAzure.CreateError(500, "Passing")
                    : throw new HttpRequestException("Name or service not known (management.azure.com:443)")
        );
        var said = new List<string>();
        using var connection = AzureConnection.Create(
            azure.CreateOptions(time) with
            {
                Limits = new ResilienceLimits { Retries = 3 },
                OnRetry = said.Add,
            }
        );

        await connection.Fleet.ListAsync(Scope, TestContext.Current.CancellationToken);

        Assert.Equal(
            [
                "management.azure.com answered 500: attempt 2 of 4",
                "Azure could not be reached (Name or service not known (management.azure.com:443)): attempt 3 of 4",
                "Azure could not be reached (Name or service not known (management.azure.com:443)): attempt 4 of 4",
            ],
            said
        );
    }

    [Theory]
    [InlineData(400)]
    [InlineData(401)]
    [InlineData(403)]
    [InlineData(404)]
    [Fault("arm-lock")]
    public async Task A_refusal_with_a_reason_is_not_tried_again(int status)
    {
        azure.Handle("GET", "/SignalR/chat?", _ => FakeAzure.CreateError(status, "No"));

        await ListAsync(new ResilienceLimits());

        Assert.Single(azure.Calls);
    }

    [Fact]
    public async Task An_attempt_that_takes_too_long_is_given_up()
    {
        azure.Handle("GET", "/SignalR/chat?", _ => throw new TaskCanceledException("The operation was canceled."));

        var failure = Assert.Single((await ListAsync(new ResilienceLimits { Retries = 0 })).Failures);

        Assert.Equal(FailureCode.Timeout, failure.Code);
    }

    [Fact]
    [Fault("monitor-hang")]
    public async Task A_silent_endpoint_is_cut_off_by_the_timeout_of_the_attempt()
    {
        using var silent = new SilentNetwork(() => time.Advance(AttemptTimeout));
        using var connection = AzureConnection.Create(
            new AzureOptions
            {
                Credential = new FixedCredential(),
                Handler = silent,
                Time = time,
                Limits = new ResilienceLimits { Retries = 0, AttemptTimeout = AttemptTimeout },
            }
        );

        var failure = Assert.Single((await connection.Fleet.ListAsync(Scope, TestContext.Current.CancellationToken)).Failures);

        Assert.Equal(FailureCode.Timeout, failure.Code);
    }

    [Fact]
    [Fault("monitor-hang")]
    public async Task Of_an_endpoint_that_says_nothing_two_calls_wait_for_an_answer_and_the_others_do_not()
    {
        using var silent = new SilentNetwork(() => time.Advance(AttemptTimeout));
        using var connection = AzureConnection.Create(
            new AzureOptions
            {
                Credential = new FixedCredential(),
                Handler = silent,
                Time = time,
                // Two calls of two attempts, 30 s each, and the waits between them: less than the window of 150 s.
                Limits = new ResilienceLimits
                {
                    Retries = 1,
                    AttemptTimeout = AttemptTimeout,
                    Concurrency = 1,
                },
            }
        );

        var failures = new List<FleetFailure>();
        for (var call = 0; call < 5; call++)
        {
            failures.AddRange((await connection.Fleet.ListAsync(Scope, TestContext.Current.CancellationToken)).Failures);
        }

        Assert.Equal(4, silent.Calls);
        Assert.Equal([FailureCode.Timeout, FailureCode.Timeout], failures.Take(2).Select(failure => failure.Code));
        Assert.All(failures.Skip(2), failure => Assert.Contains("Circuit open", failure.Text, StringComparison.Ordinal));
        Assert.Equal(5, failures.Count);

        // The circuit is open for 30 s; then one call tries again.
        time.Advance(TimeSpan.FromSeconds(31));
        await connection.Fleet.ListAsync(Scope, TestContext.Current.CancellationToken);
        Assert.Equal(6, silent.Calls);
    }

    [Fact]
    [Fault("monitor-5xx")]
    public async Task An_endpoint_that_keeps_failing_is_left_alone_for_a_while()
    {
        azure.Handle("GET", "/SignalR/", _ => FakeAzure.CreateError(500, "Down"));
        var ids = Enumerable.Range(0, 40).Select(i => FakeAzure.CreateId($"r{i}")).ToList();
        using var connection = AzureConnection.Create(
            azure.CreateOptions(time) with
            {
                Limits = new ResilienceLimits
                {
                    Retries = 0,
                    BreakMinAttempts = 10,
                    Concurrency = 1,
                },
            }
        );

        var listing = await connection.Fleet.ListAsync(new FleetScope { ResourceIds = ids }, TestContext.Current.CancellationToken);

        Assert.Equal(40, listing.Failures.Count);
        Assert.Contains(listing.Failures, f => f.Text.Contains("Circuit open", StringComparison.Ordinal));
        Assert.InRange(azure.Calls.Count, 10, 39);

        time.Advance(TimeSpan.FromSeconds(31)); // the circuit is open for 30 s
        azure.Handle("GET", "/SignalR/chat?", AzureResponses.RenderResource("chat"));
        Assert.Single((await connection.Fleet.ListAsync(Scope, TestContext.Current.CancellationToken)).Resources);
    }

    [Fact]
    [Fault("process-clock")]
    public async Task An_endpoint_left_alone_while_the_clock_was_ahead_is_called_again_when_the_clock_is_set_back()
    {
        azure.Handle("GET", "/SignalR/", _ => FakeAzure.CreateError(500, "Down"));
        var limits = new ResilienceLimits
        {
            Retries = 0,
            BreakMinAttempts = 10,
            Concurrency = 1,
        };
        using var connection = AzureConnection.Create(azure.CreateOptions(time) with { Limits = limits });
        var ids = Enumerable.Range(0, 40).Select(i => FakeAzure.CreateId($"r{i}")).ToList();
        var down = await connection.Fleet.ListAsync(new FleetScope { ResourceIds = ids }, TestContext.Current.CancellationToken);
        Assert.Contains(down.Failures, f => f.Text.Contains("Circuit open", StringComparison.Ordinal));

        azure.Handle("GET", "/SignalR/chat?", AzureResponses.RenderResource("chat"));
        time.Advance(TimeSpan.FromHours(-9));
        Assert.Empty((await connection.Fleet.ListAsync(Scope, TestContext.Current.CancellationToken)).Resources);
        time.Advance(TimeSpan.FromSeconds(31)); // the circuit is open for 30 s

        Assert.Single((await connection.Fleet.ListAsync(Scope, TestContext.Current.CancellationToken)).Resources);
    }

    [Fact]
    public async Task Throttling_by_529_does_not_count_towards_the_circuit()
    {
        azure.Handle("GET", "/SignalR/", _ => FakeAzure.CreateError(529, "TooManyRequests"));
        var ids = Enumerable.Range(0, 40).Select(i => FakeAzure.CreateId($"r{i}")).ToList();
        var limits = new ResilienceLimits
        {
            Retries = 0,
            BreakMinAttempts = 10,
            Concurrency = 1,
        };
        using var connection = AzureConnection.Create(azure.CreateOptions(time) with { Limits = limits });

        var listing = await connection.Fleet.ListAsync(new FleetScope { ResourceIds = ids }, TestContext.Current.CancellationToken);

        Assert.Equal(40, azure.Calls.Count);
        Assert.All(listing.Failures, failure => Assert.Equal(FailureCode.Throttled, failure.Code));
    }

    [Fact]
    public async Task A_circuit_belongs_to_its_endpoint()
    {
        azure
            .Handle("POST", "westeurope.metrics", _ => FakeAzure.CreateError(500, "Down"))
            .Handle("POST", "eastus.metrics", call => FakeAzure.CreateJson(AzureResponses.RenderBatch(call)));
        using var connection = AzureConnection.Create(
            azure.CreateOptions(time) with
            {
                Limits = new ResilienceLimits
                {
                    Retries = 0,
                    BreakMinAttempts = 2,
                    Concurrency = 1,
                },
            }
        );
        var resources = Enumerable
            .Range(0, 500)
            .Select(i => AzureResponses.CreateResource($"w{i}"))
            .Append(AzureResponses.CreateResource("e", region: "eastus"))
            .ToList();

        var answer = await connection.Metrics.ReadAsync(
            resources,
            AzureResponses.Noon.AddHours(-1),
            AzureResponses.Noon,
            TestContext.Current.CancellationToken
        );

        Assert.Equal(500, answer.Failures.Count);
        Assert.Equal(FakeAzure.CreateId("e"), Assert.Single(answer.Series.Keys));

        // 10 batches for one region, 8 at once: two faults open its circuit, and by then at most one more than those 8 was sent.
        Assert.InRange(azure.Calls.Count(call => call.Uri.Host.StartsWith("westeurope", StringComparison.Ordinal)), 2, 9);
    }

    [Fact]
    public async Task Calls_in_flight_stay_within_the_bound()
    {
        using var network = new CountingNetwork();
        using var connection = AzureConnection.Create(
            new AzureOptions
            {
                Credential = new FixedCredential(),
                Handler = network,
                Limits = new ResilienceLimits { Retries = 0, Concurrency = 3 },
            }
        );

        await connection.Fleet.ListAsync(
            new FleetScope { ResourceIds = [.. Enumerable.Range(0, 30).Select(i => FakeAzure.CreateId($"r{i}"))] },
            TestContext.Current.CancellationToken
        );

        Assert.Equal(3, network.MaxParallel);
    }

    [Fact]
    public async Task A_cancelled_run_throws_and_is_no_failure_of_a_resource()
    {
        using var cancelled = new CancellationTokenSource();
        await cancelled.CancelAsync();
        using var connection = azure.Connect();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => connection.Fleet.ListAsync(Scope, cancelled.Token));
    }

    private async Task<FleetListing> ListAsync(ResilienceLimits limits)
    {
        using var connection = AzureConnection.Create(azure.CreateOptions(time) with { Limits = limits });
        return await connection.Fleet.ListAsync(Scope, TestContext.Current.CancellationToken);
    }

    /// <summary>Never answers.</summary>
    /// <param name="wait">The time that passes meanwhile.</param>
    private sealed class SilentNetwork(Action wait) : HttpMessageHandler
    {
        private int calls;

        public int Calls => calls;

        protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            Interlocked.Increment(ref calls);
            wait();
            await Task.Delay(Timeout.InfiniteTimeSpan, cancellationToken);
            throw new InvalidOperationException("Never reached.");
        }
    }

    /// <summary>
    /// Answers once three calls are in flight, or no more can come; so the highest number seen does not depend on timing.
    /// </summary>
    private sealed class CountingNetwork : HttpMessageHandler
    {
        private readonly TaskCompletionSource full = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private int inFlight;
        private int max;

        public int MaxParallel => max;

        protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            var now = Interlocked.Increment(ref inFlight);
            RaiseMax(now);
            if (now >= 3)
            {
                full.TrySetResult();
            }

            await full.Task.WaitAsync(cancellationToken);
            await Task.Yield();
            Interlocked.Decrement(ref inFlight);
            return FakeAzure.CreateError(404, "ResourceNotFound");
        }

        private void RaiseMax(int value)
        {
            for (var seen = max; value > seen; seen = max)
            {
                if (Interlocked.CompareExchange(ref max, value, seen) == seen)
                {
                    return;
                }
            }
        }
    }

    [Fact]
    [Fault("monitor-429")]
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
    [Fault("monitor-429")]
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
