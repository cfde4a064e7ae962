namespace Advisor.Azure.Resilience;

/// <summary>
/// A call that was not sent, because Azure has requested a pause that has not ended. The ports catch it and report a throttled call.
/// </summary>
/// <param name="remaining">How long the pause still lasts, above 0.</param>
internal sealed class RateLimitedException(TimeSpan remaining) : Exception("Azure is throttling.")
{
    public TimeSpan Remaining { get; } = remaining;
}
