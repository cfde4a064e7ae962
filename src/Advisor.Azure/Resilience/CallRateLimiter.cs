using Advisor.Service.Http;

namespace Advisor.Azure.Resilience;

/// <summary>
/// Token bucket rate limiter: a steady rate, with a burst after an idle time. During a pause requested by the service, a call waits for its
/// end if that is soon, and otherwise fails at once. Calls proceed in order of arrival, since each takes its token at once and waits until
/// that token is available.
/// </summary>
/// <param name="maxPause">Longest remaining pause that a call waits for.</param>
internal sealed class CallRateLimiter(TimeProvider time, double perSecond, int burst, TimeSpan maxPause)
{
    private readonly Lock gate = new();
    private DateTimeOffset filledAt = time.GetUtcNow();
    private DateTimeOffset pausedUntil = DateTimeOffset.MinValue;
    private double tokens = burst;

    /// <summary>
    /// Waits for a token. With a burst of 2 at 1 per second, the first two calls proceed at once, the third after 1 s, the fourth after 2
    /// s.
    /// </summary>
    /// <exception cref="RateLimitedException">The pause requested by the service is longer than the maximum wait.</exception>
    public Task WaitAsync(CancellationToken cancellation)
    {
        var wait = TakeToken();
        return wait > TimeSpan.Zero ? Task.Delay(wait, time, cancellation) : Task.CompletedTask;
    }

    /// <summary>
    /// Starts a pause of <paramref name="span"/>; afterwards calls proceed at the steady rate, without a burst. A longer pause in progress
    /// is kept.
    /// </summary>
    public void Pause(TimeSpan span)
    {
        lock (gate)
        {
            var now = time.GetUtcNow();
            if (span > (RetryAfterHeader.GetRemaining(pausedUntil, now) ?? TimeSpan.Zero))
            {
                pausedUntil = now + span;
                filledAt = pausedUntil;
                tokens = Math.Min(tokens, 1);
            }
        }
    }

    private TimeSpan TakeToken()
    {
        lock (gate)
        {
            var now = time.GetUtcNow();
            var paused = RetryAfterHeader.GetRemaining(pausedUntil, now) ?? TimeSpan.Zero;
            if (paused > maxPause)
            {
                throw new RateLimitedException(paused);
            }

            if (paused == TimeSpan.Zero)
            {
                // A clock that was set back adds no tokens.
                tokens = Math.Min(burst, tokens + (Math.Max(0, (now - filledAt).TotalSeconds) * perSecond));
                filledAt = now;
            }

            tokens--;
            return paused + TimeSpan.FromSeconds(Math.Max(0, -tokens) / perSecond);
        }
    }
}
