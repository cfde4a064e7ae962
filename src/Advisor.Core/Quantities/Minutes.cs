namespace Advisor.Core.Quantities;

/// <summary>Whole minutes of UTC, which everything here is measured, stored and decided by.</summary>
public static class Minutes
{
    /// <summary>The start of the minute that an instant lies in: 12:34:56 gives 12:34:00.</summary>
    public static DateTimeOffset Floor(DateTimeOffset at) => new(at.UtcTicks - (at.UtcTicks % TimeSpan.TicksPerMinute), TimeSpan.Zero);

    /// <summary>The number of that minute, counted from 1970; times lie from 1971 on.</summary>
    public static int Number(DateTimeOffset at) => (int)(at.ToUnixTimeSeconds() / 60);

    /// <summary>The start of a minute by its number.</summary>
    public static DateTimeOffset Start(int number) => DateTimeOffset.FromUnixTimeSeconds(number * 60L);
}
