namespace Advisor.Core.Metrics;

/// <summary>When the metrics of a resource were last other than zero.</summary>
/// <param name="ReadAt">The newest minute with any metric; null before the first.</param>
/// <param name="ActiveAt">The newest minute with a metric above zero; null where there was none.</param>
/// <param name="ActiveSince">The first minute of that stretch.</param>
/// <param name="HeldAt">The newest minute whose zeros were taken for an outage of the metrics; null where none was.</param>
public sealed record MetricActivity(
    DateTimeOffset? ReadAt = null,
    DateTimeOffset? ActiveAt = null,
    DateTimeOffset? ActiveSince = null,
    DateTimeOffset? HeldAt = null
)
{
    public static MetricActivity Unknown { get; } = new();

    /// <summary>Whether the newest minute has metrics, and all of them are exactly zero.</summary>
    public bool IsZero => ReadAt is { } read && !(ActiveAt >= read);

    /// <summary>
    /// The activity after some more minutes; those that are known already, and those without any metric, are passed over.
    /// </summary>
    /// <param name="series">Ascending.</param>
    /// <param name="gap">A stretch goes on over so long without activity, and over zeros that were taken for an outage.</param>
    public MetricActivity After(IEnumerable<MinuteSample> series, TimeSpan gap)
    {
        var activity = this;
        foreach (var (time, readings) in series)
        {
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
