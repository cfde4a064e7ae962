using System.Runtime.CompilerServices;
using Advisor.Core.Rules;

namespace Advisor.Core.Forecasting;

/// <summary>Required units of a previous day around the present time of day, as codes.</summary>
/// <param name="Age">Days before today, 1 or more.</param>
/// <param name="Now">Highest requirement of the last minutes up to this time of day; unknown at the end of the history.</param>
/// <param name="Peaks">Highest requirement over each horizon of a <see cref="Forecast"/>.</param>
internal readonly record struct PastDay(int Age, ushort Now, HorizonPeaks Peaks)
{
    /// <summary>Maximum number of days in the history.</summary>
    public const int MaxDays = RequiredUnitsHistory.MinutesKept / Minutes;

    /// <summary>Number of minutes, up to the newest one, that characterize a day.</summary>
    public const int NowMinutes = 5;

    /// <summary>Minutes per day.</summary>
    public const int Minutes = 1440;

    private const int DaysOfWeek = 7;

    public bool IsSameWeekday => Age % DaysOfWeek == 0;

    /// <summary>Whether the day resembled today at this time, or is unknown there.</summary>
    public bool IsLike(ushort today, double within) => IsLike(Now, today, within);

    /// <summary>Returns the day shifted to today's level at this time.</summary>
    public PastDay ShiftToLevel(ushort today)
    {
        if (Now == UnitsCode.Unknown)
        {
            return this;
        }

        var peaks = Peaks;
        for (var i = 0; i < Forecast.Horizons; i++)
        {
            peaks[i] = (ushort)Math.Clamp(peaks[i] + today - Now, 1, ushort.MaxValue);
        }

        return this with
        {
            Peaks = peaks,
        };
    }

    /// <summary>
    /// Finds the previous days with known peaks, newest first. Days that did not resemble today at this time are omitted, unless they are
    /// of the same weekday.
    /// </summary>
    /// <param name="days">Receives the days; its length is <see cref="MaxDays"/> or more.</param>
    /// <returns>Number of days found.</returns>
    public static int FindBefore(
        RequiredUnitsHistory history,
        int lag,
        ClockRules rules,
        TimeZoneInfo? zone,
        ushort today,
        double within,
        Span<PastDay> days
    )
    {
        var count = 0;
        var newest = history.NextMinute - 1;
        for (var day = 1; day <= Math.Min(rules.Days, MaxDays); day++)
        {
            var then = ClockForecast.FindSameTime(zone, newest, day);
            var now = history.FindMaxCode(then - NowMinutes + 1, NowMinutes);
            if (day % DaysOfWeek != 0 && !IsLike(now, today, within))
            {
                continue;
            }

            if (TryFindPeaks(history, then, lag, out var peaks))
            {
                days[count++] = new(day, now, peaks);
            }
        }

        return count;
    }

    private static bool IsLike(ushort then, ushort today, double within) => then == UnitsCode.Unknown || Math.Abs(then - today) <= within;

    /// <summary>
    /// Finds the peak up to each horizon from the first minute of the lead window on; returns false if the lead window is unknown.
    /// </summary>
    private static bool TryFindPeaks(RequiredUnitsHistory history, int then, int lag, out HorizonPeaks peaks)
    {
        peaks = default;
        var (from, to) = (AnalogForecast.ComputeLeadStart(lag), AnalogForecast.ComputeLeadEnd(lag));
        peaks[0] = history.FindMaxCode(then + from, to - from + 1);
        for (var i = 1; i < Forecast.Horizons; i++)
        {
            var end = Math.Max(to, Forecast.HoldMinutes[i - 1]);
            peaks[i] = Math.Max(peaks[i - 1], history.FindMaxCode(then + to + 1, end - to));
            to = end;
        }

        return peaks[0] != UnitsCode.Unknown; // later horizons include it
    }
}

/// <summary>One code per horizon of a <see cref="Forecast"/>.</summary>
[InlineArray(Forecast.Horizons)]
internal struct HorizonPeaks
{
    private ushort first;
}
