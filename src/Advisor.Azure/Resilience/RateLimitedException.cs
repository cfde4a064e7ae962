namespace Advisor.Azure.Resilience;

/// <summary>
/// A call that was not sent, since Azure has asked for a pause that is still on. Caught at the ports and told as a throttled call.
/// </summary>
/// <param name="remaining">How long the pause still lasts, above 0.</param>
internal sealed class RateLimitedException(TimeSpan remaining) : Exception("Azure is throttling.")
{
    public TimeSpan Remaining { get; } = remaining;
}
