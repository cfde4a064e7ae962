using Advisor.Core.Capacity;

namespace Advisor.Lab.Baselines;

/// <summary>
/// Target tracking with a predictive floor, as AWS combines them: scales out after three minutes above the target, scales in after fifteen
/// below 0.9 of it; the floor is the requirement of the same hour on earlier days.
/// </summary>
public sealed class AwsLikeScaling(UnitLadder ladder) : ISizingPolicy
{
    private const double LoadTarget = 55,
        QuotaTarget = 75,
        ScaleInBelow = 0.9;
    private const int ScaleOutAfter = 3,
        ScaleInAfter = 15,
        LookAhead = 5,
        Day = 1440;

    private readonly Dictionary<long, (double Sum, int Count)> needByHour = [];
    private int above;
    private int below;

    public int SelectUnits(in MinuteView view)
    {
        var x = Math.Max(view.Readings.ServerLoad!.Value / LoadTarget, view.Readings.ConnectionQuotaUtilization!.Value / QuotaTarget);
        above = x > 1 ? above + 1 : 0;
        below = x < ScaleInBelow ? below + 1 : 0;
        Remember(ToHour(view.Time.AddMinutes(view.MeasuredMinute - view.Minute)), x * view.Units);

        var floor = view.Minute >= Day ? ComputeFloor(view) : ladder.Min;
        var units = view.Units;
        var tracked =
            above >= ScaleOutAfter ? Math.Ceiling(units * x)
            : below >= ScaleInAfter ? units - Math.Floor(units - units * x)
            : units;
        return Math.Max(ladder[ladder.FindIndexAtLeast(tracked)], floor);
    }

    private int ComputeFloor(in MinuteView view)
    {
        var hour = ToHour(view.Time.AddMinutes(LookAhead));
        ReadOnlySpan<int> hoursBefore = view.Minute >= 8 * Day ? [24, 168, 336] : [24, 48, 72];
        var needs = new List<double>(3);
        foreach (var before in hoursBefore)
        {
            if (needByHour.TryGetValue(hour - before, out var need))
            {
                needs.Add(need.Sum / need.Count);
            }
        }

        needs.Sort();
        return needs.Count == 0 ? ladder.Min : ladder[ladder.FindIndexAtLeast(needs[needs.Count / 2])];
    }

    private void Remember(long hour, double need)
    {
        var (sum, count) = needByHour.GetValueOrDefault(hour);
        needByHour[hour] = (sum + need, count + 1);
    }

    private static long ToHour(DateTimeOffset time) => time.ToUnixTimeSeconds() / 3600;
}
