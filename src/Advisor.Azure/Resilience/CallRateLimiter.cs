using Advisor.State.Http;

namespace Advisor.Azure.Resilience;

/// <summary>
/// Lets calls through at a steady rate with a burst after a rest. While the service has asked for a pause, a call waits for its end where
/// that is near, and fails at once where it is not. Calls leave in the order of their arrival, since each takes its token at once and waits
/// until that token exists.
/// </summary>
/// <param name="maxPause">The longest pause whose end a call waits for.</param>
internal sealed class CallRateLimiter(TimeProvider time, double perSecond, int burst, TimeSpan maxPause)
{
    private readonly Lock gate = new();
    private DateTimeOffset filledAt = time.GetUtcNow();
    private DateTimeOffset pausedUntil = DateTimeOffset.MinValue;
    private double tokens = burst;

    /// <summary>
    /// Waits for a token. A burst of 2 at 1 a second: the first two calls go at once, the third after 1 s, the fourth after 2 s.
    /// </summary>
    /// <exception cref="RateLimitedException">The pause that the service asked for lasts longer than a call waits.</exception>
    public Task WaitAsync(CancellationToken cancellation)
    {
        var wait = TakeToken();
        return wait > TimeSpan.Zero ? Task.Delay(wait, time, cancellation) : Task.CompletedTask;
    }

    /// <summary>
    /// Begins a pause of <paramref name="span"/>; after that calls go at the steady rate, without a burst. A longer one that is on stays.
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
                // A clock that was set back adds nothing.
                tokens = Math.Min(burst, tokens + (Math.Max(0, (now - filledAt).TotalSeconds) * perSecond));
                filledAt = now;
            }

            tokens--;
            return paused + TimeSpan.FromSeconds(Math.Max(0, -tokens) / perSecond);
        }
    }
}
