using Advisor.Service.Fleet;
using Advisor.Service.Store;

namespace Advisor.Service;

/// <summary>A difference between this machine's clock and Azure's.</summary>
/// <param name="Ahead">How far this clock is ahead; negative when it is behind.</param>
/// <param name="Now">The time according to Azure; null when only the metrics contradict the clock.</param>
internal sealed record ClockFault(TimeSpan Ahead, DateTimeOffset? Now)
{
    /// <summary>The fault as a sentence, which changes only when the difference in whole minutes changes.</summary>
    public string Text
    {
        get
        {
            var minutes = Math.Round(Ahead.Duration().TotalMinutes);
            var by = $"{minutes:#,0} minutes {(Ahead > TimeSpan.Zero ? "ahead of" : "behind")}";
            return Now is not null
                ? $"This machine's clock is {by} Azure's. Advisor decides, applies and deletes nothing until it is right: "
                    + "synchronize it with a time server."
                : $"This machine's clock is {by} the newest metrics, and Azure's answers have no date. "
                    + "Advisor decides nothing until the two agree: check the clock.";
        }
    }
}

/// <summary>
/// Checks this machine's clock before anything is written: a record with a time in the future would stay in force until that time, and
/// retention would delete by it. <para> There are two sources. The first is the date of Azure's own answers; when one is known it alone
/// decides, in both directions, so that metrics that are late or missing for hours are not mistaken for a wrong clock. Without a date the
/// metrics decide: the clock is ahead when the newest minute read is older than metrics usually are. When no metrics were read the clock
/// counts as right. </para> <para>While the clock is wrong, messages are sent by Azure's time, so that the alert arrives; everything else
/// waits.</para>
/// </summary>
/// <param name="readOffsetAsync">How far this machine's clock is ahead of Azure's; null when no answer had a date.</param>
/// <param name="metricLag">Age of the newest complete minute of metrics.</param>
internal sealed class ClockCheck(Func<CancellationToken, Task<TimeSpan?>> readOffsetAsync, TimeSpan metricLag)
{
    /// <summary>Returns how far this machine's clock is ahead of Azure's; null when it is not known.</summary>
    public Task<TimeSpan?> ReadOffsetAsync(CancellationToken cancellation) => readOffsetAsync(cancellation);

    /// <summary>Compares the clock with the dates of Azure's answers.</summary>
    /// <returns>Null when the clock agrees, and when the difference is not known.</returns>
    public async Task<ClockFault?> FindAsync(DateTimeOffset now, CancellationToken cancellation) =>
        await readOffsetAsync(cancellation) is { } ahead && ahead.Duration() > ClockMark.Tolerance
            ? new ClockFault(ahead, now - ahead)
            : null;

    /// <summary>Compares the clock with the dates of Azure's answers, or else with the metrics just read.</summary>
    /// <returns>Null when the clock agrees, and when the difference is not known.</returns>
    public async Task<ClockFault?> FindAsync(MetricReadResult read, DateTimeOffset now, CancellationToken cancellation)
    {
        if (await readOffsetAsync(cancellation) is not null)
        {
            return await FindAsync(now, cancellation);
        }

        // A minute is complete one minute after it began, and available when the lag has passed.
        var newest = read.Series.Values.Where(series => series.Count > 0).Select(series => (DateTimeOffset?)series[^1].Time).Max();
        var late = now - newest?.AddMinutes(1) - metricLag;
        return late > ClockMark.Tolerance ? new ClockFault(late.Value, null) : null;
    }

    /// <summary>Returns the time to send messages by: Azure's when this machine's clock is known to be wrong.</summary>
    public async Task<DateTimeOffset> ReadTimeAsync(DateTimeOffset now, CancellationToken cancellation) =>
        (await FindAsync(now, cancellation))?.Now ?? now;
}
