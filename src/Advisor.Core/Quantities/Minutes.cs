namespace Advisor.Core.Quantities;

/// <summary>Conversions to whole UTC minutes, the resolution of all metrics and decisions.</summary>
public static class Minutes
{
    /// <summary>Returns the start of the minute that contains an instant: 12:34:56 gives 12:34:00.</summary>
    public static DateTimeOffset Floor(DateTimeOffset at) => new(at.UtcTicks - (at.UtcTicks % TimeSpan.TicksPerMinute), TimeSpan.Zero);

    /// <summary>Returns the number of the minute that contains an instant, counted from 1970; for instants from 1971 on.</summary>
    public static int ToNumber(DateTimeOffset at) => (int)(at.ToUnixTimeSeconds() / 60);

    /// <summary>Returns the start of a minute by its number.</summary>
    public static DateTimeOffset ToInstant(int number) => DateTimeOffset.FromUnixTimeSeconds(number * 60L);
}
