namespace Advisor.Notifications.Delivery;

/// <summary>
/// How patient a channel is. All of a message's attempts together stay well below the time that a row of the outbox is taken for.
/// </summary>
public sealed record DeliveryLimits
{
    /// <summary>Time that one attempt may take, above 0; default 10 s.</summary>
    public TimeSpan AttemptTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Attempts after the first, 0 or more; default 2.</summary>
    public int Retries { get; init; } = 2;

    /// <summary>Wait before the first retry, doubling from there with jitter; default 1 s.</summary>
    public TimeSpan FirstDelay { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>
    /// A Retry-After above this is not waited for: the channel rests for so long and the message is for later; default 20 s.
    /// </summary>
    public TimeSpan MaxRetryAfter { get; init; } = TimeSpan.FromSeconds(20);

    /// <summary>Failed attempts within 5 minutes that open the circuit where no more than a tenth worked, 2 or more; default 6.</summary>
    public int BreakMinAttempts { get; init; } = 6;

    /// <summary>How long an open circuit sends nothing before it lets one try; default 1 minute.</summary>
    public TimeSpan BreakDuration { get; init; } = TimeSpan.FromMinutes(1);
}
