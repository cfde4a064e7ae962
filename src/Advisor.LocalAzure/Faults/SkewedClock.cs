namespace Advisor.LocalAzure.Faults;

/// <summary>
/// While this Azure's own time is in [<paramref name="From"/>, <paramref name="Until"/>), those who read its clock are shown a wrong
/// time.
/// </summary>
/// <param name="AheadSeconds">How far the shown time is ahead; negative = behind.</param>
internal sealed record ClockSkew(DateTimeOffset From, DateTimeOffset Until, double AheadSeconds);

/// <summary>
/// The time that /local/clock shows: that of this Azure, or for a while a wrong one, as a machine has whose clock was set wrongly. What
/// Azure itself stamps, dates of answers included, stays right. Safe for many threads.
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

    /// <exception cref="ArgumentException">The step is no span, or leads out of the calendar.</exception>
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
