namespace Advisor.Lab.LocalAzure;

/// <summary>Time of the loopback Azure: the host's clock for all timestamps, a faster one for demand and changes in progress.</summary>
internal sealed class LocalClock(TimeProvider time, double speed)
{
    private readonly long startMinute = ToMinute(time.GetUtcNow());
    private readonly TimeProvider time = time;

    public DateTimeOffset Now => time.GetUtcNow();

    /// <summary>Returns the minute of demand shown in a minute of the clock: at speed 60, a day of demand passes in 24 minutes.</summary>
    public long ToDemandMinute(long minute)
    {
        var passed = minute - startMinute;
        return passed <= 0 ? minute : startMinute + (long)(passed * speed);
    }

    /// <summary>Returns a duration on the clock.</summary>
    public TimeSpan Shorten(TimeSpan span) => span / speed;

    public static long ToMinute(DateTimeOffset time) =>
        Math.DivRem(time.UtcTicks - DateTimeOffset.UnixEpoch.Ticks, TimeSpan.TicksPerMinute).Quotient;

    public static DateTimeOffset ToTime(long minute) => DateTimeOffset.UnixEpoch.AddMinutes(minute);
}
