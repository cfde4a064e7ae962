namespace Advisor.Azure.Resilience;

/// <summary>
/// Lets calls through at a steady rate with a burst after a rest, and holds all of them while the service has asked to wait. Calls leave in
/// the order of their arrival, since each takes its token at once and waits until that token exists.
/// </summary>
internal sealed class TokenBucket(TimeProvider time, double perSecond, int burst)
{
    private readonly Lock gate = new();
    private DateTimeOffset filledAt = time.GetUtcNow();
    private DateTimeOffset pausedUntil = DateTimeOffset.MinValue;
    private double tokens = burst;

    /// <summary>Waits for a token. A burst of 2 at 1 a second: the first two calls go at once, the third after 1 s, the fourth after 2 s.</summary>
    public Task WaitAsync(CancellationToken cancellation)
    {
        var wait = Take();
        return wait > TimeSpan.Zero ? Task.Delay(wait, time, cancellation) : Task.CompletedTask;
    }

    /// <summary>Holds every call for <paramref name="span"/>; after that they go at the steady rate, without a burst.</summary>
    public void Pause(TimeSpan span)
    {
        lock (gate)
        {
            var until = time.GetUtcNow() + span;
            if (until > pausedUntil)
            {
                pausedUntil = until;
                filledAt = until;
                tokens = Math.Min(tokens, 1);
            }
        }
    }

    private TimeSpan Take()
    {
        lock (gate)
        {
            var now = time.GetUtcNow();
            if (now > filledAt)
            {
                tokens = Math.Min(burst, tokens + ((now - filledAt).TotalSeconds * perSecond));
                filledAt = now;
            }

            tokens--;
            var owed = TimeSpan.FromSeconds(Math.Max(0, -tokens) / perSecond);
            var paused = pausedUntil > now ? pausedUntil - now : TimeSpan.Zero;
            return paused + owed;
        }
    }
}
