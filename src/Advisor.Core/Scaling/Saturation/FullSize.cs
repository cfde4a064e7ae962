using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;
using Advisor.Core.Metrics;
using Advisor.Core.Rules;

namespace Advisor.Core.Scaling.Saturation;

/// <summary>
/// A size that was full in the minute of the metrics: Azure refuses connections beyond the limit, and a processor does not work beyond
/// 100 %, so the metrics show what was served. The required units are then "at least", and how much more is required is estimated.
/// </summary>
/// <param name="Units">Size that was full.</param>
/// <param name="AtLeast">Units required at least.</param>
/// <param name="LeadUnits">
/// Units to size for: half as much again as the full size, or what earlier days required that filled it at about this time, whichever is
/// more.
/// </param>
/// <param name="EarlierDays">Those days.</param>
internal readonly record struct FullSize(int Units, double AtLeast, double LeadUnits, ClockForecast EarlierDays)
{
    // Azure refuses connections at the limit. Metrics that show far more count the demand, as another service might, and hide nothing.
    private const double Beyond = 1.1;

    // A server load at its end is full if traffic and connections explain most of it; otherwise the metric is stuck or inflated.
    private const double Explained = 0.75;

    // About this time of day: what earlier days required from half an hour before until an hour after.
    private const int MinutesBefore = 30,
        MinutesAfter = 60;

    private const double Percent = 100;

    /// <summary>
    /// What previous days required in the lead window, where that is far more than the full size and already was some minutes ago; else 0.
    /// Were the size not full, today would count as a day off.
    /// </summary>
    public double UsualUnits { get; init; }

    // Full minutes of the last hour count as what a greater size then shows; what was wanted before that may have been less.
    internal const int ShownWithinMinutes = 60;

    // Between a full minute and the one that shows the demand there may be some that show neither.
    private const int FewMinutes = 5;

    // Points of server load.
    private const double ReadingsVary = 5;

    /// <summary>Whether a size was full by its metrics.</summary>
    /// <param name="units">Units in force in the minute of the metrics.</param>
    /// <param name="expectedLoad">Server load explained by traffic and connections, in percent; null when unknown.</param>
    /// <param name="throttledCloses">Connections closed as throttled in that minute; null when unknown.</param>
    public static bool IsFull(
        in MetricReadings readings,
        int units,
        int connectionsPerUnit,
        double? expectedLoad,
        double? throttledCloses,
        SaturationRules rules
    ) =>
        throttledCloses > 0
        || IsAtLimit(readings, units, connectionsPerUnit, rules)
        || (readings.ServerLoad >= rules.From * Percent && expectedLoad >= Explained * Percent);

    /// <summary>
    /// Whether a minute in which the size was not full shows the demand. Not where traffic and connections explain a full server load and
    /// the reading is a few points below it, by which readings vary: what was served is still all that the size serves.
    /// </summary>
    /// <param name="expectedLoad">Server load explained by traffic and connections, in percent; null when unknown.</param>
    public static bool IsDemandShown(double? serverLoad, double? expectedLoad, SaturationRules rules) =>
        !(expectedLoad >= rules.From * Percent && serverLoad >= (rules.From * Percent) - ReadingsVary);

    /// <summary>Whether a minute is the first one after minutes in which the size was full that shows what they wanted.</summary>
    /// <param name="before">History before the minute.</param>
    /// <param name="expectedLoad">Server load explained by traffic and connections, in percent; null when unknown.</param>
    public static bool IsFirstAfterFull(
        RequiredUnitsHistory before,
        int minute,
        double? serverLoad,
        double? expectedLoad,
        SaturationRules rules
    ) =>
        IsDemandShown(serverLoad, expectedLoad, rules)
        && before.LowerBounds.Newest is { } newest
        && minute - newest <= ShownWithinMinutes
        && (minute - newest <= FewMinutes || newest == before.FindNewestKnownMinute());

    /// <summary>Estimates what a full size requires, before its minute is part of the history.</summary>
    /// <param name="required">Units required by what was served.</param>
    /// <param name="isRefusing">Whether connections are at their limit and others were closed as throttled.</param>
    /// <param name="targets">Targets of the resource.</param>
    public static FullSize Estimate(
        RequiredUnitsHistory history,
        int minute,
        int units,
        double required,
        bool isRefusing,
        TargetUtilizations targets,
        PolicyRules policy,
        TimeZoneInfo? zone
    )
    {
        var atLeast = ComputeAtLeast(units, required, isRefusing, targets, policy);
        var offset = minute - (history.NextMinute - 1);
        var earlier = ClockForecast.Create(
            history,
            offset - MinutesBefore,
            offset + MinutesAfter,
            policy.Clock,
            zone,
            UnitsCode.Encode(atLeast)
        );
        return new(units, atLeast, Math.Max(Math.Max(atLeast, units * policy.FullSize.Lead), earlier.Units ?? 0), earlier);
    }

    /// <summary>
    /// Returns the units that a full size requires at least. One that refuses clients is too small by any target: it requires what the
    /// usual target does, if its own is higher.
    /// </summary>
    /// <param name="required">Units required by what was served.</param>
    /// <param name="isRefusing">Whether connections are at their limit and others were closed as throttled.</param>
    public static double ComputeAtLeast(int units, double required, bool isRefusing, TargetUtilizations targets, PolicyRules policy)
    {
        var target = isRefusing ? Math.Min(targets.Connections.Value, policy.Targets.Connections.Value) : targets.Connections.Value;
        return Math.Max(required, units * policy.FullSize.From / target);
    }

    /// <summary>Whether the connections of a size are at their limit.</summary>
    public static bool IsAtLimit(in MetricReadings readings, int units, int connectionsPerUnit, SaturationRules rules)
    {
        var used = readings.ConnectionCount / ((double)connectionsPerUnit * units) ?? readings.ConnectionQuotaUtilization / Percent;
        return used >= rules.From && used <= Beyond;
    }
}
