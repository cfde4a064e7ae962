using Advisor.Core.Advice;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Forecasting;
using Advisor.Core.Forecasting.LeadWindow;
using Advisor.Core.Observations;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.Readings;
using Advisor.Core.Scaling.Saturation;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;

namespace Advisor.Core.Scaling;

/// <summary>Data shared by the size selection, the guards and the explanation of one decision.</summary>
internal sealed record DecisionContext
{
    private CombinedForecast? shownForecast;
    private DailyMessages? messages;
    private int? mostUnits;
    private (double, double)? recentPeak;

    public required DecisionInput Input { get; init; }

    /// <summary>State of the resource, including this minute.</summary>
    public required ResourceState State { get; init; }

    public required RequiredUnits Required { get; init; }

    /// <summary>Units required now: by this minute's metrics, or by the last complete ones if an incomplete minute shows fewer.</summary>
    public required double UnitsRequired { get; init; }

    public required Forecast Forecast { get; init; }

    /// <summary>Forecast of the lead window, by which the experts scale out.</summary>
    public required LeadForecast Lead { get; init; }

    /// <summary>Forecast shown to people, which includes previous days; the experts use <see cref="Forecast"/>.</summary>
    public CombinedForecast ShownForecast =>
        shownForecast ??= CombinedForecast.Create(Forecast, State.History, Input.Lag, Levels, Input.ClockRules, Settings.TimeZone);

    /// <summary>
    /// Whether there are analogs or previous days to forecast from; without either, the forecast is the requirement + 10 %.
    /// </summary>
    public bool IsForecastKnown => Forecast.Analogs > 0 || ShownForecast.ClockDays > 0;

    /// <summary>
    /// Whether no load is known, neither of this minute nor of one before it: the zeros of the forecast and of the expected score say
    /// nothing then, and are not shown.
    /// </summary>
    public bool IsLoadUnknown => Required.Units is null && State.History.FindNewestKnownMinute() is null;

    /// <summary>Required units at the same minutes of previous days, up to when a change requested now would be in force.</summary>
    public ClockForecast Clock { get; init; }

    /// <summary>Step that the weighted sizing experts agree on.</summary>
    public required int AgreedStep { get; init; }

    /// <summary>The size to keep until a person looks again; null when not asked for, or when nothing is known.</summary>
    public SteadySize? Steady { get; init; }

    /// <summary>Whether the preferred size is the steady one, or a person's in place of it, not the one of this minute.</summary>
    public bool IsSteady { get; init; }

    /// <summary>Whether a smaller SKU is proposed in place of this one: its sizes are then not those to keep.</summary>
    public bool IsSkuTooLarge { get; init; }

    /// <summary>Result of the review of the last change, if it missed its prediction; null if there is nothing to report.</summary>
    public Reason? ChangeReviewReason { get; init; }

    /// <summary>Alternatives if no size of this SKU suffices; empty if one does.</summary>
    public IReadOnlyList<Alternative> Alternatives { get; init; } = [];

    /// <summary>Readings of this minute that are not trusted.</summary>
    public IReadOnlyList<SuspectReading> SuspectReadings { get; init; } = [];

    /// <summary>Whether this minute's requirement is so far above the previous one that a second reading must confirm it.</summary>
    public bool AwaitsSecondReading { get; init; }

    /// <summary>The size that was full in the minute of the metrics; null if it was not.</summary>
    public FullSize? Full { get; init; }

    public RuleSet Rules => Input.Rules;

    public Observation Observation => Input.Observation;

    public DateTimeOffset Now => Input.Now;

    /// <summary>SKU in force; while the guards evaluate a change of tier, the other SKU with the two sizes of the change.</summary>
    public Sku Sku => TierChangeSku ?? Input.Sku;

    /// <summary>Set while the guards evaluate a change of tier; see <see cref="TierSelector"/>.</summary>
    public Sku? TierChangeSku { get; init; }

    /// <summary>Step of the size in force among the two sizes of the change.</summary>
    public int TierChangeStep { get; init; }

    public QuantileLevels Levels => Input.Levels;

    public ObjectivePrices Prices => Input.Prices;

    /// <summary>Step in force.</summary>
    public int CurrentStep => TierChangeSku is null ? Input.CurrentStep : TierChangeStep;

    public UnitLadder Ladder => Sku.Ladder;

    public ResourceSettings Settings => Observation.Settings;

    /// <summary>Billed 2-KB pieces of outbound traffic by day; null when unknown.</summary>
    public DailyMessages? Messages => messages ??= FindMessages(Input, State);

    /// <summary>Whether the units suffice, and the Free tier refuses messages of a day.</summary>
    public bool HasTooManyMessages => UnitsRequired <= Ladder.Max && State.Usage.IsAnyDayFull(Sku);

    /// <summary>Minimum units by the settings or a planned window: now, and for the steady size over the week.</summary>
    public UnitMinimum Minimum =>
        IsSteady ? Settings.FindHighestMinUnits(Now, Rules.Policy.AnnouncedAhead) : Settings.FindMinUnits(Now, Rules.Policy.AnnouncedAhead);

    /// <summary>
    /// Lowest step that the settings allow; the highest one if no step lies within the bounds. A planned window that raises it gives way to
    /// the maximum.
    /// </summary>
    public int MinStep => Math.Min(Ladder.FindIndexAtLeast(MinUnits), MaxStep);

    /// <summary>
    /// Highest step that the settings allow: a stated maximum takes precedence over the minimum, but a planned window that lowers it, and a
    /// default, give way to it.
    /// </summary>
    public int MaxStep
    {
        get
        {
            var maximum = Maximum;
            return Settings.MaxUnits is null && maximum.Window is null
                ? Ladder.FindIndexAtLeast(maximum.Units)
                : FindMaxStep(Math.Max(maximum.Units, MinUnits));
        }
    }

    /// <summary>
    /// Returns the step of a minimum: where its window also states a maximum and no size lies between them, the largest below the maximum,
    /// as for those of the settings, from the lead of the window to its end.
    /// </summary>
    public int FindMinimumStep(UnitMinimum minimum) =>
        Math.Min(
            Ladder.FindIndexAtLeast(minimum.Units),
            minimum is { IsAfterWindow: false, Window.MaxUnits: { } maximum } ? FindMaxStep(maximum) : Ladder.Count - 1
        );

    private int MinUnits => Math.Min(Minimum.Units, Settings.MinUnits);

    /// <summary>Maximum units by the settings or a planned window: now, and for the steady size over the week.</summary>
    public UnitMaximum Maximum => Settings.FindMaxUnits(Now, Rules.Policy.AnnouncedAhead, MostUnits, IsSteady);

    private int MostUnits => mostUnits ??= State.FindMostUnits(Observation.Units);

    /// <summary>
    /// Units with which the others can take over from each other, not rounded: by the last hour, for the steady size by 14 days; null if
    /// nothing takes over, or its load is not known.
    /// </summary>
    public double? FailoverUnits =>
        FailoverPeak is { } peak ? UnitsCode.RemoveRounding(Observation.Fleet.Failover!.FindMinUnits(peak.Own, peak.Others)) : null;

    /// <summary>
    /// Units that the clients of this resource and those of the others require, from which <see cref="FailoverUnits"/> follow; null as
    /// there.
    /// </summary>
    public (double Own, double Others)? FailoverPeak =>
        Observation.Fleet.Failover?.Loads is not { } others ? null
        : IsSteady ? (FailoverOwn, others.Sum(other => other.Steady))
        : recentPeak ??= RecentRequirement.FindPeak(
            State.FindRecentRequirement() ?? RecentRequirement.CreateConstant(UnitsRequired),
            [.. others.Select(other => other.Recent)]
        );

    /// <summary>Highest units that the clients of this resource alone require, over the time of <see cref="FailoverUnits"/>.</summary>
    public double FailoverOwn =>
        State.FindRecentRequirement() is not { } recent ? UnitsRequired
        : IsSteady ? State.FindSteadyRequirement() ?? recent.Max
        : Math.Max(recent.Max, UnitsRequired);

    /// <summary>Units of the largest of the other endpoints whose sizes move together; null = none, or not known.</summary>
    public int? EndpointUnits => Observation.Fleet.Endpoints?.OtherUnits;

    /// <summary>Size pinned by a person; null = none.</summary>
    public ResourcePin? Pin => Settings.FindPin(Now);

    /// <summary>Age of the metrics.</summary>
    public TimeSpan Age => Now - Observation.Time;

    public bool IsStale => Age > Rules.Policy.StaleAfter;

    /// <summary>
    /// Whether the required units have exceeded the size in force for long enough to act whatever the forecast; never for a change of tier.
    /// </summary>
    public bool IsOverloaded =>
        TierChangeSku is null && State.OverloadedMinutes >= Rules.Policy.SustainedOverloadAfter.TotalMinutes && !IsStale;

    /// <summary>Returns the messages that costs are computed from; null when unknown.</summary>
    public static DailyMessages? FindMessages(DecisionInput input, ResourceState state) =>
        !input.Observation.BillsRunningMean ? state.Messages
        : state.PiecesPerMinute is { } mean ? DailyMessages.FromRate(mean)
        : null;

    /// <summary>Returns the highest step with at most this many units; the lowest step if there is none.</summary>
    public int FindMaxStep(double units)
    {
        var step = Ladder.Count - 1;
        while (step > 0 && Ladder[step] > units)
        {
            step--;
        }

        return step;
    }
}
