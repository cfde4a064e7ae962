using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;

namespace Advisor.Core.Advice;

/// <summary>
/// The size to keep until a person looks again: the one of lowest objective over the look-back, not below what is required now, expected
/// for the next 24 hours, and best for the next 7 days if the load goes on growing.
/// </summary>
/// <param name="Sku">SKU of the size: the one in force, or the next one where no size of it carries what was required.</param>
/// <param name="Units">Units of the size, a step of the ladder.</param>
/// <param name="Sizes">
/// Every size of the SKU that can be bought, ascending, then those of the next SKU that it would have taken, where one is open.
/// </param>
/// <param name="LookBack">Length of the look-back: 14 days, more where more was read.</param>
/// <param name="KnownMinutes">Minutes of the look-back that are sized for and whose requirement is known.</param>
/// <param name="Peak">The minute of the highest requirement of the look-back, in the hours to size for.</param>
/// <param name="Trials">Days on which a size chosen from the days before them was tested; see <see cref="SteadyTrials"/>.</param>
/// <param name="IsRaised">
/// Whether the units required now, or expected for the next 24 hours, are more than the look-back alone suggests.
/// </param>
public sealed record SteadySize(
    string Sku,
    int Units,
    IReadOnlyList<SteadyOption> Sizes,
    TimeSpan LookBack,
    int KnownMinutes,
    RequirementPeak Peak,
    SteadyTrials Trials,
    bool IsRaised
)
{
    // A few minutes without metrics are usual; from 16 hours of 14 days on, a reader should know of them.
    private const double AlmostAll = 0.95;

    /// <summary>Known history with less of which no size is recommended to be kept: a night says nothing of the day.</summary>
    public static readonly TimeSpan MinToAdvise = TimeSpan.FromDays(1);

    /// <summary>Known history with less of which the steady size is advisory: a week has days off and busy days.</summary>
    public static readonly TimeSpan MinHistory = TimeSpan.FromDays(7);

    /// <summary>The steady size among <see cref="Sizes"/>.</summary>
    public SteadyOption Chosen => Find(Units)!;

    /// <summary>Whether the size is one of the next SKU: a change of tier.</summary>
    public bool IsNextSku { get; init; }

    /// <summary>
    /// Whether it is the largest of <see cref="Sizes"/>, and more than 2 % of the known minutes required more: it is kept for want of a
    /// larger one.
    /// </summary>
    public bool NoneSuffices() => Chosen == Sizes[^1] && Chosen.OverloadedMinutes > SteadyTrials.HeldShare * KnownMinutes;

    /// <summary>
    /// Returns the units that the peak required: more than the readings show where it filled its size, which is no larger than the largest.
    /// </summary>
    public double FindPeakUnits(int largest) => Peak.Units * (IsPeakBound && Peak.Units <= largest ? FullFactor : 1);

    /// <summary>Known minutes of the look-back, those that are not sized for, too.</summary>
    public int HistoryMinutes { get; init; } = KnownMinutes;

    /// <summary>Minutes of the look-back that are sized for, known or not: fewer than it has where some hours are.</summary>
    public int IncludedMinutes { get; init; } = (int)LookBack.TotalMinutes;

    /// <summary>Whether some hours of the week are sized for, not all.</summary>
    public bool HasHours => IncludedMinutes < LookBack.TotalMinutes;

    /// <summary>Part of the minutes to size for whose requirement is known, 0 to 1.</summary>
    public Ratio KnownShare => new((double)KnownMinutes / IncludedMinutes);

    /// <summary>Whether the minutes to size for are known but for a few.</summary>
    public bool IsAlmostAllKnown => KnownShare.Value >= AlmostAll;

    /// <summary>Whether less than a week is known.</summary>
    public bool IsAdvisory => HistoryMinutes < MinHistory.TotalMinutes;

    /// <summary>
    /// How far the size can be trusted, 0 to 1: the known part of the look-back, times how often a size so chosen has held (one of two
    /// before the first trial, so that a few days alone give no certainty).
    /// </summary>
    public Ratio Confidence => new(Math.Min(1, KnownShare.Value) * (Trials.Held + 1) / (Trials.Days + 2));

    /// <summary>Whether the minute of the highest requirement was one of a full size: it required at least that.</summary>
    public bool IsPeakBound { get; init; }

    /// <summary>Known minutes of the look-back in which the size was full, and no greater one showed what was wanted.</summary>
    public int FullMinutes { get; init; }

    /// <summary>Multiple of what such a minute showed that it counts as required; 1 or more.</summary>
    public double FullFactor { get; init; } = 1;

    /// <summary>
    /// The one day, by the time zone of the resource, to which all minutes above the steady size belong, where the requirement was at least
    /// half as much again: the load does not repeat. Null where there is none.
    /// </summary>
    public DateOnly? UnrepeatedDay { get; init; }

    /// <summary>The growth for which the size is larger, or the largest will be too small; null where neither is so.</summary>
    public SteadyGrowth? Growth { get; init; }

    /// <summary>Time zone of the resource; null = UTC.</summary>
    internal TimeZoneInfo? Zone { get; init; }

    /// <summary>Hours of the week in which far more than the size was required again and again; null where there are none.</summary>
    public RecurringPeak? RecurringPeak { get; init; }

    /// <summary>
    /// The hour of the day with the lowest load, the best one for a scale-in; null when a day is not known, or the load is much the same
    /// at all hours.
    /// </summary>
    public QuietHour? QuietHour { get; init; }

    /// <summary>What sizing every minute would have done over the same look-back; null when it was not replayed.</summary>
    public AutopilotReplayResult? Autopilot { get; init; }

    /// <summary>Returns "46 minutes in 14 days", or "46 minutes of the 2 days known" where no more of the look-back is known.</summary>
    public string FormatMinutesIn(int minutes)
    {
        var (time, known) = (Wording.FormatMinutes(minutes), Wording.FormatMinutes(KnownMinutes));
        return IsAlmostAllKnown ? Wording.FormatMinutesIn(minutes, LookBack) : $"{(time == known ? "all" : time)} of the {known} known";
    }

    /// <summary>Returns a size; null when the SKU has no such size.</summary>
    public SteadyOption? Find(int units) => Sizes.FirstOrDefault(size => size.Units == units);
}

/// <summary>A size and what it would have meant over the look-back.</summary>
/// <param name="Units">Units of the size.</param>
/// <param name="OverloadedMinutes">Known minutes that required more.</param>
/// <param name="BeyondLimitMinutes">
/// Known minutes that required more than the units divided by the target of connections (11 % more with the default of 0.90). Where
/// connections were the limit, Azure would have refused clients; the history does not keep which limit it was.
/// </param>
/// <param name="WorstHour">
/// Start of the hour (UTC) with the most overloaded minutes, the newest of several; null when there was none.
/// </param>
/// <param name="Cost">Monthly cost of the size; null when its units have no price.</param>
public sealed record SteadyOption(
    int Units,
    int OverloadedMinutes,
    int BeyondLimitMinutes,
    DateTimeOffset? WorstHour,
    MonthlyCost? Cost = null
)
{
    /// <summary>SKU of the size where it is the next one; null = the SKU in force.</summary>
    public string? NextSku { get; init; }
}

/// <summary>The minute of the highest requirement.</summary>
/// <param name="At">Start of the minute, UTC.</param>
/// <param name="Units">Units that it required, not rounded.</param>
public readonly record struct RequirementPeak(DateTimeOffset At, double Units);

/// <summary>
/// How sizes chosen in the same way have held: for each of the last 7 days, the size of lowest objective over the days before it, of which
/// at least 7 are known.
/// </summary>
/// <param name="Days">Days tested, 0 to 7.</param>
/// <param name="Held">Of these, days on which at most 2 % of the minutes required more.</param>
public readonly record struct SteadyTrials(int Days, int Held)
{
    /// <summary>Share of the minutes that may require more than a size that holds, 0 to 1.</summary>
    internal const double HeldShare = 0.02;
}

/// <summary>What sizing every interval would have done over the look-back, by replay of its requirements.</summary>
/// <param name="MinUnits">Smallest size.</param>
/// <param name="MaxUnits">Largest size.</param>
/// <param name="MeanUnits">Mean size: what would have been paid.</param>
/// <param name="OverloadedShare">Share of the intervals that required more, 0 to 1.</param>
/// <param name="Cost">Monthly cost at the mean size; null when units have no price.</param>
public sealed record AutopilotReplayResult(int MinUnits, int MaxUnits, double MeanUnits, Ratio OverloadedShare, MonthlyCost? Cost);
