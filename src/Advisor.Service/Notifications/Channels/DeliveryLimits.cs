namespace Advisor.Service.Notifications.Channels;

/// <summary>
/// Limits of attempts and waits of a channel. All attempts for a message together take much less than the lease of an outbox item.
/// </summary>
public sealed record DeliveryLimits
{
    /// <summary>Timeout of one attempt, above 0; default 10 s.</summary>
    public TimeSpan AttemptTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// Timeout of a mail server's answer to a mail, which it may scan first, above 0; default 75 s. RFC 5321, section 4.5.3.2.6, allows ten
    /// minutes: more than the lease of an outbox item.
    /// </summary>
    public TimeSpan MailTimeout { get; init; } = TimeSpan.FromSeconds(75);

    /// <summary>Retries, 0 or more; default 2.</summary>
    public int Retries { get; init; } = 2;

    /// <summary>Delay before the first retry, doubling from there with jitter; default 1 s.</summary>
    public TimeSpan FirstDelay { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>
    /// Longest Retry-After to wait for. With a longer one, the channel pauses for that time and the message is sent later; default 20 s.
    /// </summary>
    public TimeSpan MaxRetryAfter { get; init; } = TimeSpan.FromSeconds(20);

    /// <summary>Failed attempts within 5 minutes that open the circuit if no more than a tenth succeeded, 2 or more; default 6.</summary>
    public int BreakMinAttempts { get; init; } = 6;

    /// <summary>Time for which an open circuit sends nothing before it allows a trial message; default 1 minute.</summary>
    public TimeSpan BreakDuration { get; init; } = TimeSpan.FromMinutes(1);
}
