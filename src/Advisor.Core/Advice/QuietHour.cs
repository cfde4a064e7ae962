using Advisor.Core.Forecasting;

namespace Advisor.Core.Advice;

/// <summary>
/// The hour of the day with the lowest load, the best one for a scale-in: the fewest clients reconnect, to units with the most to spare.
/// </summary>
/// <param name="Hour">Hour of the day, UTC, 0 to 23.</param>
/// <param name="Units">Mean units that it required over the last 7 days.</param>
public readonly record struct QuietHour(int Hour, double Units)
{
    private const int Days = 7,
        HoursOfDay = 24,
        HourMinutes = 60,
        SampleMinutes = 5;

    // Above this part of the mean load, waiting for the hour is worth little.
    private const double MaxShareOfMean = 0.8;

    /// <summary>
    /// Returns the hour of lowest mean requirement, the earliest of several; null when some hour of the day is unknown, or none is well
    /// below the mean.
    /// </summary>
    /// <param name="isAllowed">
    /// Whether a size may be reduced at a minute counted from 1970; an hour counts where it may from the first to the last. Null = always.
    /// </param>
    internal static QuietHour? Find(RequiredUnitsHistory history, Func<int, bool>? isAllowed = null)
    {
        Span<Mean> all = stackalloc Mean[HoursOfDay];
        Span<Mean> allowed = stackalloc Mean[HoursOfDay];
        var hours = Math.Min(Days * HoursOfDay, history.Count / HourMinutes);
        for (var (start, end) = (history.NextMinute - (hours * HourMinutes), history.NextMinute); start < end; start = GetNextHour(start))
        {
            var (hour, next) = (GetHour(start), GetNextHour(start));
            var mean = Measure(history, start, Math.Min(next, end));
            all[hour] += mean;
            allowed[hour] += isAllowed is null || (isAllowed(next - HourMinutes) && isAllowed(next - 1)) ? mean : default;
        }

        QuietHour? lowest = null;
        var total = 0.0;
        for (var hour = 0; hour < HoursOfDay; hour++)
        {
            if (all[hour].Count == 0)
            {
                return null;
            }

            total += all[hour].Units;
            if (allowed[hour].Count > 0 && !(allowed[hour].Units >= lowest?.Units))
            {
                lowest = new(hour, allowed[hour].Units);
            }
        }

        return lowest?.Units <= total / HoursOfDay * MaxShareOfMean ? lowest : null;
    }

    private static Mean Measure(RequiredUnitsHistory history, int start, int end)
    {
        var mean = default(Mean);
        for (var minute = start; minute < end; minute += SampleMinutes)
        {
            mean += history.GetCode(minute) is not UnitsCode.Unknown and var code ? new(UnitsCode.Decode(code), 1) : default;
        }

        return mean;
    }

    private static int GetHour(int minute) => minute / HourMinutes % HoursOfDay;

    private static int GetNextHour(int minute) => ((minute / HourMinutes) + 1) * HourMinutes;

    /// <summary>Mean of known minutes.</summary>
    private readonly record struct Mean(double Sum, int Count)
    {
        public double Units => Sum / Count;

        public static Mean operator +(Mean one, Mean other) => new(one.Sum + other.Sum, one.Count + other.Count);
    }
}
