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
    /// <param name="isAllowed">Whether a size may be reduced in the hour that starts at a minute counted from 1970; null = in all.</param>
    internal static QuietHour? Find(RequiredUnitsHistory history, Func<int, bool>? isAllowed = null)
    {
        Span<(double Units, int Count)> all = stackalloc (double, int)[HoursOfDay];
        Span<(double Units, int Count)> allowed = stackalloc (double, int)[HoursOfDay];
        all.Clear();
        allowed.Clear();
        var hours = Math.Min(Days * HoursOfDay, history.Count / HourMinutes);
        for (var (start, end) = (history.NextMinute - (hours * HourMinutes), history.NextMinute); start < end; start = GetNextHour(start))
        {
            var (sum, count) = Sum(history, start, Math.Min(GetNextHour(start), end));
            Add(ref all[GetHour(start)], sum, count);
            if (count > 0 && isAllowed?.Invoke(start / HourMinutes * HourMinutes) != false)
            {
                Add(ref allowed[GetHour(start)], sum, count);
            }
        }

        QuietHour? lowest = null;
        var total = 0.0;
        for (var hour = 0; hour < HoursOfDay; hour++)
        {
            if (all[hour].Count == 0)
            {
                return null;
            }

            total += all[hour].Units / all[hour].Count;
            if (allowed[hour] is { Count: > 0 } known && !(known.Units / known.Count >= lowest?.Units))
            {
                lowest = new(hour, known.Units / known.Count);
            }
        }

        return lowest?.Units <= total / HoursOfDay * MaxShareOfMean ? lowest : null;
    }

    private static (double Units, int Count) Sum(RequiredUnitsHistory history, int start, int end)
    {
        var (sum, count) = (0.0, 0);
        for (var minute = start; minute < end; minute += SampleMinutes)
        {
            if (history.GetCode(minute) is not UnitsCode.Unknown and var code)
            {
                (sum, count) = (sum + UnitsCode.Decode(code), count + 1);
            }
        }

        return (sum, count);
    }

    private static void Add(ref (double Units, int Count) to, double units, int count) => to = (to.Units + units, to.Count + count);

    private static int GetHour(int minute) => minute / HourMinutes % HoursOfDay;

    private static int GetNextHour(int minute) => ((minute / HourMinutes) + 1) * HourMinutes;
}
