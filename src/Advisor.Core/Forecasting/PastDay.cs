using System.Runtime.CompilerServices;
using Advisor.Core.Rules;

namespace Advisor.Core.Forecasting;

/// <summary>What was needed on one of the days before, around the time that it is now; as codes.</summary>
/// <param name="Age">Days before today, 1 or more.</param>
/// <param name="Now">The highest need of the last minutes up to this time of day; unknown at the end of what is kept.</param>
/// <param name="Peaks">The highest need over each horizon of a <see cref="Forecast"/>.</param>
internal readonly record struct PastDay(int Age, ushort Now, HorizonPeaks Peaks)
{
    /// <summary>The most days that are known.</summary>
    public const int MaxDays = RequiredUnitsHistory.MinutesKept / Minutes;

    /// <summary>So many minutes up to the newest one say how a day is.</summary>
    public const int NowMinutes = 5;

    /// <summary>Of a day.</summary>
    public const int Minutes = 1440;

    private const int DaysOfWeek = 7;

    public bool IsSameWeekday => Age % DaysOfWeek == 0;

    /// <summary>Whether nothing says that this day was another at this time than today is.</summary>
    public bool IsLike(ushort today, double within) => IsLike(Now, today, within);

    /// <summary>The same day, had it been at this time exactly where today is.</summary>
    public PastDay AtLevelOf(ushort today)
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
    /// The days before of which the peaks are known, the newest first; those left out that were not like today at this time and of another
    /// weekday.
    /// </summary>
    /// <param name="days">Takes them; <see cref="MaxDays"/> or more.</param>
    /// <returns>How many there are.</returns>
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
            var then = newest - (day * Minutes);
            then += ClockForecast.OffsetAt(zone, newest) - ClockForecast.OffsetAt(zone, then);
            var now = history.FindMaxCode(then - NowMinutes + 1, NowMinutes);
            if (day % DaysOfWeek != 0 && !IsLike(now, today, within))
            {
                continue;
            }

            if (TryPeaksAfter(history, then, lag, out var peaks))
            {
                days[count++] = new(day, now, peaks);
            }
        }

        return count;
    }

    private static bool IsLike(ushort then, ushort today, double within) => then == UnitsCode.Unknown || Math.Abs(then - today) <= within;

    /// <summary>Each horizon from the first minute of the lead window on; false where nothing is known of one.</summary>
    private static bool TryPeaksAfter(RequiredUnitsHistory history, int then, int lag, out HorizonPeaks peaks)
    {
        peaks = default;
        var (from, to) = (AnalogForecast.LeadFrom(lag), AnalogForecast.LeadTo(lag));
        peaks[0] = history.FindMaxCode(then + from, to - from + 1);
        for (var i = 1; i < Forecast.Horizons; i++)
        {
            var end = Math.Max(to, Forecast.HoldMinutes[i - 1]);
            peaks[i] = Math.Max(peaks[i - 1], history.FindMaxCode(then + to + 1, end - to));
            to = end;
        }

        return peaks[0] != UnitsCode.Unknown; // the later ones include it
    }
}

/// <summary>A code for each horizon of a <see cref="Forecast"/>.</summary>
[InlineArray(Forecast.Horizons)]
internal struct HorizonPeaks
{
    private ushort first;
}
