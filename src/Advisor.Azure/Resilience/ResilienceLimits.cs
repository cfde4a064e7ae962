namespace Advisor.Azure.Resilience;

/// <summary>How patient and how gentle Advisor is with Azure. The libraries' own retries are off; these alone hold.</summary>
public sealed record ResilienceLimits
{
    /// <summary>Limits for Azure itself.</summary>
    public static ResilienceLimits Azure { get; } = new();

    /// <summary>Limits for an Azure on this machine: it has no rate limits, and retries of a refused connection are pointless.</summary>
    public static ResilienceLimits Loopback { get; } =
        new()
        {
            CallsPerSecond = 20_000,
            Burst = 20_000,
            RetriesUnreachable = false,
        };

    /// <summary>
    /// <see cref="MaxRetryAfter"/> of a service with a tick a minute: 10 s. A longer wait would hold up the other resources of the tick,
    /// and the next tick reads the minutes that this one leaves out.
    /// </summary>
    public static readonly TimeSpan ServiceMaxRetryAfter = TimeSpan.FromSeconds(10);

    /// <summary>Attempts after the first, 0 or more; default 3. Reads only: a change is sent once.</summary>
    public int Retries { get; init; } = 3;

    /// <summary>Whether a refused or unknown address is tried again; default true.</summary>
    public bool RetriesUnreachable { get; init; } = true;

    /// <summary>Wait before the first retry, doubling from there with jitter; default 0.8 s, as Azure.Core has it.</summary>
    public TimeSpan FirstDelay { get; init; } = TimeSpan.FromSeconds(0.8);

    /// <summary>Longest wait between two attempts of our own choice; default 30 s.</summary>
    public TimeSpan MaxDelay { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>
    /// A Retry-After above this is not waited for, neither by the call that was sent nor by those after it: they fail as throttled and say
    /// how long; default 90 s.
    /// </summary>
    public TimeSpan MaxRetryAfter { get; init; } = TimeSpan.FromSeconds(90);

    /// <summary>Time that one attempt may take; default 30 s.</summary>
    public TimeSpan AttemptTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Calls in flight at once, over all endpoints; default 12.</summary>
    public int Concurrency { get; init; } = 12;

    /// <summary>
    /// Calls a second for one endpoint and subscription, above 0; default 20. Resource Manager refills 25 reads a second.
    /// </summary>
    public double CallsPerSecond { get; init; } = 20;

    /// <summary>Calls that may go at once after a rest, 1 or more; default 200. Resource Manager holds 250 reads.</summary>
    public int Burst { get; init; } = 200;

    /// <summary>Share of failed attempts at or above which an endpoint's circuit opens; default 0.8.</summary>
    public double BreakFailureRatio { get; init; } = 0.8;

    /// <summary>Minimum attempts within 30 s before the circuit may open, 2 or more; default 12.</summary>
    public int BreakMinAttempts { get; init; } = 12;

    /// <summary>How long an open circuit refuses calls before it lets one try; default 30 s.</summary>
    public TimeSpan BreakDuration { get; init; } = TimeSpan.FromSeconds(30);
}
