namespace Advisor.Core.Metrics;

/// <summary>Times at which the metrics of a resource were last read, last whole and last above zero.</summary>
/// <param name="ReadAt">Newest minute with any metric; null before the first.</param>
/// <param name="ActiveAt">Newest minute with a metric above zero; null if there was none.</param>
/// <param name="ActiveSince">First minute of the stretch of activity that ends at <paramref name="ActiveAt"/>.</param>
/// <param name="HeldAt">Newest minute whose zeros were attributed to an outage of the metrics; null if there was none.</param>
/// <param name="WholeAt">Newest minute with all metrics that a scale-in needs; null before the first.</param>
public sealed record MetricActivity(
    DateTimeOffset? ReadAt = null,
    DateTimeOffset? ActiveAt = null,
    DateTimeOffset? ActiveSince = null,
    DateTimeOffset? HeldAt = null,
    DateTimeOffset? WholeAt = null
)
{
    /// <summary>Activity before the first metric.</summary>
    public static MetricActivity Unknown { get; } = new();

    /// <summary>Whether the newest minute has metrics and all of them are exactly zero.</summary>
    public bool IsZero => ReadAt is { } read && !(ActiveAt >= read);

    /// <summary>
    /// Returns the activity after more minutes. Of minutes already seen only what makes them whole counts; minutes without any metric are
    /// skipped.
    /// </summary>
    /// <param name="series">Samples in ascending order.</param>
    /// <param name="gap">
    /// Longest time without activity that does not end a stretch; zeros attributed to an outage do not end it either.
    /// </param>
    public MetricActivity Observe(IEnumerable<MinuteSample> series, TimeSpan gap)
    {
        var activity = this;
        foreach (var (time, readings) in series)
        {
            activity = readings.HasAllRequired() && !(time <= activity.WholeAt) ? activity with { WholeAt = time } : activity;
            if (readings.IsEmpty || time <= activity.ReadAt)
            {
                continue;
            }

            var goesOn = activity.ActiveAt is { } last && (time - last <= gap || activity.HeldAt > last);
            activity = readings.IsZero
                ? activity with
                {
                    ReadAt = time,
                }
                : activity with
                {
                    ReadAt = time,
                    ActiveAt = time,
                    ActiveSince = goesOn ? activity.ActiveSince : time,
                };
        }

        return activity;
    }
}
