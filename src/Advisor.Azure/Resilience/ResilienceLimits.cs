namespace Advisor.Azure.Resilience;

/// <summary>Limits of retries, timeouts and rates for Azure. The retries of the Azure SDK are disabled; only these apply.</summary>
public sealed record ResilienceLimits
{
    /// <summary>Limits for Azure itself.</summary>
    public static ResilienceLimits Azure { get; } = new();

    /// <summary>Limits for a local Azure: it has no rate limits, and retrying a refused connection is pointless.</summary>
    public static ResilienceLimits Loopback { get; } =
        new()
        {
            CallsPerSecond = 20_000,
            Burst = 20_000,
            RetriesUnreachable = false,
        };

    /// <summary>
    /// <see cref="MaxRetryAfter"/> of a service with a tick per minute: 10 s. A longer wait would delay the other resources of the tick,
    /// and the next tick reads the minutes that this one misses.
    /// </summary>
    public static readonly TimeSpan ServiceMaxRetryAfter = TimeSpan.FromSeconds(10);

    /// <summary>Retries, 0 or more; default 3. Reads only: a change is sent once.</summary>
    public int Retries { get; init; } = 3;

    /// <summary>Whether a refused connection or unknown host is retried; default true.</summary>
    public bool RetriesUnreachable { get; init; } = true;

    /// <summary>Delay before the first retry, doubling from there with jitter; default 0.8 s, as in Azure.Core.</summary>
    public TimeSpan FirstDelay { get; init; } = TimeSpan.FromSeconds(0.8);

    /// <summary>Longest delay between two attempts, unless the service requests a longer one; default 30 s.</summary>
    public TimeSpan MaxDelay { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>
    /// Longest Retry-After to wait for. With a longer one, the call and those after it fail as throttled and report the remaining time;
    /// default 90 s.
    /// </summary>
    public TimeSpan MaxRetryAfter { get; init; } = TimeSpan.FromSeconds(90);

    /// <summary>Timeout of one attempt; default 30 s.</summary>
    public TimeSpan AttemptTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Maximum concurrent calls, over all endpoints; default 12.</summary>
    public int Concurrency { get; init; } = 12;

    /// <summary>
    /// Calls per second for one endpoint and subscription, above 0; default 20. Resource Manager refills 25 reads per second.
    /// </summary>
    public double CallsPerSecond { get; init; } = 20;

    /// <summary>Maximum burst of calls after an idle time, 1 or more; default 200. Resource Manager allows 250 reads.</summary>
    public int Burst { get; init; } = 200;

    /// <summary>Share of failed attempts at or above which an endpoint's circuit opens; default 0.8.</summary>
    public double BreakFailureRatio { get; init; } = 0.8;

    /// <summary>Minimum attempts within 30 s before the circuit may open, 2 or more; default 12.</summary>
    public int BreakMinAttempts { get; init; } = 12;

    /// <summary>
    /// Time in which two calls all of whose attempts time out, and none that is answered, open the circuit for reads; default 150 s, a
    /// little more than one such call takes.
    /// </summary>
    public TimeSpan SilenceWindow { get; init; } = TimeSpan.FromSeconds(150);

    /// <summary>Time for which an open circuit refuses calls before it allows a trial call; default 30 s.</summary>
    public TimeSpan BreakDuration { get; init; } = TimeSpan.FromSeconds(30);
}
