namespace Advisor.LocalAzure.Faults;

/// <summary>
/// Lets <paramref name="burst"/> calls through at once and <paramref name="perSecond"/> a second in the long run. Not safe for many threads
/// by itself.
/// </summary>
internal sealed class TokenBucket(int burst, double perSecond)
{
    private double tokens = burst;
    private DateTimeOffset? last;

    /// <summary>Whether a call at this time may pass; a call that may not costs nothing.</summary>
    public bool TryTake(DateTimeOffset now)
    {
        tokens = Math.Min(burst, tokens + (perSecond * Math.Max(0, (now - (last ?? now)).TotalSeconds)));
        last = now;
        if (tokens < 1)
        {
            return false;
        }

        tokens--;
        return true;
    }

    /// <summary>Whole seconds, at least 1, until a call may pass.</summary>
    public int SecondsUntilNext => perSecond <= 0 ? 60 : Math.Max(1, (int)Math.Ceiling((1 - tokens) / perSecond));
}
