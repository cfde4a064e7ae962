namespace Advisor.Azure.Resilience;

/// <summary>
/// Thrown for a call that was not sent because of a pause requested by Azure. The ports catch it and report a throttled call.
/// </summary>
/// <param name="remaining">Remaining time of the pause, above 0.</param>
internal sealed class RateLimitedException(TimeSpan remaining) : Exception("Azure is throttling.")
{
    public TimeSpan Remaining { get; } = remaining;
}
