using System.Runtime.CompilerServices;

namespace Advisor.Core.Forecasting.LeadWindow;

/// <summary>
/// Facts of one minute from which the rise until the lead window is predicted, each the logarithm of a ratio of required units. A fact
/// that is not known is 0.
/// </summary>
[InlineArray(Count)]
internal struct LeadFacts
{
    /// <summary>Number of facts.</summary>
    public const int Count = 7;

    /// <summary>Rise of the last minute.</summary>
    public const int LastMinute = 0;

    /// <summary>Rise of the last five minutes.</summary>
    public const int FiveMinutes = 1;

    /// <summary>Rise of the last hour.</summary>
    public const int Hour = 2;

    /// <summary>How far the minute lies below the highest of the last hour.</summary>
    public const int BelowPeak = 3;

    /// <summary>Rise until the lead window at this time yesterday.</summary>
    public const int Yesterday = 4;

    /// <summary>Mean of the same at this minute of the last six hours: events of every full hour.</summary>
    public const int SameMinute = 5;

    /// <summary>Rise until the lead window in the median of the analogs.</summary>
    public const int Analogs = 6;

    private const int MinutesOfHour = 60,
        Hours = 6;

    /// <summary>Bound of the rises of minutes: a fact beyond it says no more than one at it, a factor of 2.7.</summary>
    public const double MaxShort = 1;

    // That of an hour: a factor of 148.
    private const double MaxLong = 5;

    private double first;

    /// <summary>Collects the facts of the newest minute of a history, which is known.</summary>
    /// <param name="from">First minute of the lead window, counted from the newest minute.</param>
    /// <param name="to">Last minute of the lead window, inclusive.</param>
    /// <param name="median">Median of the lead window by the analogs, in units, above 0.</param>
    /// <param name="zone">Time zone of yesterday's time; null = UTC.</param>
    public static LeadFacts Create(RequiredUnitsHistory history, int from, int to, double median, TimeZoneInfo? zone)
    {
        var minute = history.NextMinute - 1;
        var code = history.GetCode(minute);
        double FindRise(int back) => history.GetCode(minute - back) is > UnitsCode.Unknown and var then ? ComputeLogarithm(code - then) : 0;
        var facts = default(LeadFacts);
        facts[LastMinute] = LimitTo(FindRise(1), MaxShort);
        facts[FiveMinutes] = LimitTo(FindRise(5), MaxShort);
        facts[Hour] = LimitTo(FindRise(MinutesOfHour), MaxLong);
        facts[BelowPeak] = LimitTo(ComputeLogarithm(history.FindMaxCode(minute - MinutesOfHour + 1, MinutesOfHour) - code), MaxLong);
        facts[Yesterday] = FindRiseAhead(history, ClockForecast.FindSameTime(zone, minute, 1), from, to) ?? 0;
        var (sum, known) = (0.0, 0);
        for (var hour = 1; hour <= Hours; hour++)
        {
            if (FindRiseAhead(history, minute - (hour * MinutesOfHour), from, to) is { } rise)
            {
                (sum, known) = (sum + rise, known + 1);
            }
        }

        facts[SameMinute] = known == 0 ? 0 : sum / known;
        facts[Analogs] = LimitTo(Math.Log(Math.Max(median, UnitsCode.MinUnits)) - Math.Log(UnitsCode.Decode(code)), MaxLong);
        return facts;
    }

    /// <summary>Returns the rise from a minute until its lead window, as a logarithm; null when unknown.</summary>
    public static double? FindRiseAhead(RequiredUnitsHistory history, int minute, int from, int to) =>
        history.GetCode(minute) is > UnitsCode.Unknown and var then
        && history.FindMaxCode(minute + from, to - from + 1) is > UnitsCode.Unknown and var highest
            ? LimitTo(ComputeLogarithm(highest - then), MaxShort)
            : null;

    private static double ComputeLogarithm(int codes) => codes / UnitsCode.PerE;

    private static double LimitTo(double value, double bound) => Math.Clamp(value, -bound, bound);
}
