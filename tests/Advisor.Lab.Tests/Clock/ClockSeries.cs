using System.Text;

namespace Advisor.Lab.Tests.Clock;

/// <summary>
/// Makes the series of tests/scenarios/clock: loads with steps, peaks and events at exact minutes of the local clock, four weeks of each
/// from Monday,
/// 5 January 2026, on. Only the corners are written, since a trace is straight between its samples; the level of a day differs a little
/// from day to day.
/// </summary>
internal static class ClockSeries
{
    private const int Days = 28,
        MinutesOfDay = 1440,
        WaveEvery = 30;
    private const uint Seed = 2026;

    private static readonly DateTime Start = new(2026, 1, 5, 0, 0, 0, DateTimeKind.Utc);

    /// <summary>Each series by the name of its file: value by day of the week, Monday first, and minute of the day.</summary>
    public static IReadOnlyDictionary<string, Func<int, int, double>> All { get; } =
        new Dictionary<string, Func<int, int, double>>
        {
            ["call_center"] = ComputeCallCenter,
            ["handover"] = ComputeHandover,
            ["hourly_draw"] = ComputeHourlyDraw,
            ["live_show"] = ComputeLiveShow,
        };

    /// <summary>The text of one file: the first and the last minute of every straight stretch.</summary>
    public static string RenderCsv(Func<int, int, double> series)
    {
        var values = Enumerable
            .Range(0, Days * MinutesOfDay)
            .Select(m => ComputeLevel(m / MinutesOfDay) * series(m / MinutesOfDay % 7, m % MinutesOfDay))
            .ToArray();
        var text = new StringBuilder("timestamp,value\n");
        for (var m = 0; m < values.Length; m++)
        {
            if (m == 0 || m == values.Length - 1 || Math.Abs(values[m + 1] - (2 * values[m]) + values[m - 1]) > 1e-9)
            {
                text.Append($"{Start.AddMinutes(m):yyyy-MM-dd HH:mm},{values[m]:0.00}\n");
            }
        }

        return text.ToString();
    }

    /// <summary>Weekdays from 09:00 to 18:00, less from 12:30 to 13:15; one in ten at night and at weekends.</summary>
    private static double ComputeCallCenter(int weekday, int minute) =>
        weekday >= 5 || minute is < 540 or >= 1080 ? 9
        : minute is >= 750 and < 795 ? 70
        : 90;

    /// <summary>Three shifts of a plant that hand over at 01:30, 09:30 and 17:30; weekends run on the smallest.</summary>
    private static double ComputeHandover(int weekday, int minute) =>
        weekday >= 5 || minute is < 90 or >= 1050 ? 40
        : minute < 570 ? 24
        : 96;

    /// <summary>A draw at every full hour from 08:00 to 22:00: for seven minutes two and a half times the load.</summary>
    private static double ComputeHourlyDraw(int weekday, int minute) =>
        minute is < 480 or >= 1327 ? 12
        : minute % 60 < 7 ? 85
        : 34;

    /// <summary>A show on Wednesdays and Fridays from 10:00 to 11:30, over a wave that is highest in the early evening.</summary>
    private static double ComputeLiveShow(int weekday, int minute)
    {
        var show = weekday is 2 or 4 && minute is >= 600 and < 690 ? 65 : 0;
        return show
            + Interpolate(ComputeWave(minute / WaveEvery), ComputeWave((minute / WaveEvery) + 1), minute % WaveEvery / (double)WaveEvery);
    }

    private static double ComputeWave(int half) => 22 - (9 * Math.Cos((half - 8) * Math.PI / 24));

    private static double Interpolate(double from, double to, double share) => from + ((to - from) * share);

    /// <summary>The level of a day, 0.97 to 1.03.</summary>
    private static double ComputeLevel(int day)
    {
        var mixed = (Seed + (uint)day) * 2654435761u;
        mixed = (mixed ^ (mixed >> 15)) * 2246822519u;
        return 0.97 + (0.06 * ((mixed ^ (mixed >> 13)) / (double)uint.MaxValue));
    }
}
