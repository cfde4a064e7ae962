namespace Advisor.Lab.LocalAzure.Faults;

/// <summary>
/// A wrong time shown to readers of the clock while the actual time is in [<paramref name="From"/>, <paramref name="Until"/>).
/// </summary>
/// <param name="AheadSeconds">Difference of the shown time in seconds; negative = behind.</param>
internal sealed record ClockSkew(DateTimeOffset From, DateTimeOffset Until, double AheadSeconds);

/// <summary>
/// The time shown by /local/clock: the actual one, or temporarily a wrong one, as on a machine whose clock was set wrongly. Timestamps of
/// Azure itself, dates of responses included, stay right. Thread-safe.
/// </summary>
internal sealed class SkewedClock(TimeProvider time)
{
    private readonly Lock gate = new();
    private readonly List<ClockSkew> steps = [];

    public DateTimeOffset Now
    {
        get
        {
            var now = time.GetUtcNow();
            lock (gate)
            {
                return steps.FindLast(step => step.From <= now && now < step.Until) is { } step ? now.AddSeconds(step.AheadSeconds) : now;
            }
        }
    }

    /// <exception cref="ArgumentException">Until is not after From, or the difference is more than 36,500 days.</exception>
    public void Add(ClockSkew step)
    {
        if (step.Until <= step.From || !(Math.Abs(step.AheadSeconds) <= TimeSpan.FromDays(36_500).TotalSeconds))
        {
            throw new ArgumentException("until is after from, and aheadSeconds at most a hundred years.", nameof(step));
        }

        lock (gate)
        {
            steps.Add(step);
        }
    }

    public void Clear()
    {
        lock (gate)
        {
            steps.Clear();
        }
    }
}
