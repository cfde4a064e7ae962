using System.Globalization;
using Advisor.Service.Fleet;
using Advisor.State.Fleet;

namespace Advisor.Service;

/// <summary>This machine's clock is wrong.</summary>
/// <param name="Ahead">By how much it is ahead; negative where it is behind.</param>
/// <param name="Now">The time by Azure; null where only the metrics speak against the clock.</param>
internal sealed record ClockFault(TimeSpan Ahead, DateTimeOffset? Now)
{
    /// <summary>A sentence for people, the same as long as the difference is, to the minute.</summary>
    public string Text
    {
        get
        {
            var minutes = Math.Round(Ahead.Duration().TotalMinutes);
            var by = string.Create(
                CultureInfo.InvariantCulture,
                $"{minutes:#,0} minutes {(Ahead > TimeSpan.Zero ? "ahead of" : "behind")}"
            );
            return Now is not null
                ? $"This machine's clock is {by} Azure's. Nothing is decided, applied or deleted until it is right: "
                    + "set it by a time server."
                : $"This machine's clock is {by} the newest metrics, and Azure's answers have no date. "
                    + "Nothing is decided until the two agree: check the clock.";
        }
    }
}

/// <summary>
/// Whether this machine's clock is right, checked before anything is written: a time that is wrong for minutes would stand in the
/// state for as long as it is ahead, and retention would delete by it.
/// <para>
/// There are two witnesses. The first is the date of Azure's own answers: it is believed alone, in both directions, so that metrics that
/// are late or missing for hours are what they are, and no wrong clock. Only where no answer has a date do the metrics speak: minutes
/// that were read, the newest of which lies further back than metrics do, mean that the clock is ahead. Where nothing was read they say
/// nothing, and the clock is taken to be right.
/// </para>
/// <para>While it is wrong, messages leave by the time of Azure, so that the alert arrives; everything else waits.</para>
/// </summary>
internal sealed class ClockCheck(ServiceDependencies dependencies)
{
    /// <summary>By the dates of Azure's answers.</summary>
    /// <returns>Null where the clock agrees, and where it is not known.</returns>
    public async Task<ClockFault?> FindAsync(DateTimeOffset now, CancellationToken cancellation) =>
        await dependencies.ReadClockOffsetAsync(cancellation) is { } ahead && ahead.Duration() > ClockMark.Tolerance
            ? new ClockFault(ahead, now - ahead)
            : null;

    /// <summary>By both witnesses, when metrics have been read.</summary>
    /// <returns>Null where the clock agrees, and where it is not known.</returns>
    public async Task<ClockFault?> FindAsync(MetricReadResult read, DateTimeOffset now, CancellationToken cancellation)
    {
        if (await dependencies.ReadClockOffsetAsync(cancellation) is not null)
        {
            return await FindAsync(now, cancellation);
        }

        // A minute is whole a minute after it began, and answered when the lag has passed.
        var newest = read.Series.Values.Where(series => series.Count > 0).Select(series => (DateTimeOffset?)series[^1].Time).Max();
        var late = now - newest?.AddMinutes(1) - dependencies.Rules.Policy.MetricLag;
        return late > ClockMark.Tolerance ? new ClockFault(late.Value, null) : null;
    }

    /// <summary>The time to send messages by: Azure's, where this machine's is known to be wrong.</summary>
    public async Task<DateTimeOffset> ReadTimeAsync(DateTimeOffset now, CancellationToken cancellation) =>
        (await FindAsync(now, cancellation))?.Now ?? now;

    /// <summary>Records for the health check that work is on hold, by the time of Azure.</summary>
    public Task RecordHoldAsync(ClockFault fault, CancellationToken cancellation) =>
        fault.Now is { } now
            ? dependencies.State.Fleet.SaveClockMarkAsync(new ClockMark(now, fault.Ahead), cancellation)
            : Task.CompletedTask;
}
