namespace Advisor.Lab.LocalAzure.Faults;

/// <summary>
/// Lets <paramref name="burst"/> calls through at once and <paramref name="perSecond"/> calls per second in the long run. Not thread-safe.
/// </summary>
internal sealed class TokenBucket(int burst, double perSecond)
{
    private double tokens = burst;
    private DateTimeOffset? last;

    /// <summary>Takes a token; false when none is left. A rejected call takes none.</summary>
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

    /// <summary>Whole seconds until a call can pass, at least 1; 60 without refill.</summary>
    public int SecondsUntilNext => perSecond <= 0 ? 60 : Math.Max(1, (int)Math.Ceiling((1 - tokens) / perSecond));
}
