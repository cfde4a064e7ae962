using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Forecasting;
using Advisor.Core.Observations;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.Readings;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;

namespace Advisor.Core.Scaling;

/// <summary>Everything that the choice, the guards and the explanation of one decision look at.</summary>
internal sealed record DecisionContext
{
    private CombinedForecast? shownForecast;

    public required DecisionInput Input { get; init; }

    /// <summary>What is remembered, this minute included.</summary>
    public required ResourceState State { get; init; }

    public required RequiredUnits Required { get; init; }

    /// <summary>Units needed now: of this minute's metrics, or of the last good ones where they say less for being incomplete.</summary>
    public required double UnitsRequired { get; init; }

    public required Forecast Forecast { get; init; }

    /// <summary>The forecast that is shown, which knows the clock as well; <see cref="Forecast"/> is what the rules decide by.</summary>
    public CombinedForecast ShownForecast =>
        shownForecast ??= CombinedForecast.Create(Forecast, State.History, Input.Lag, Levels, Input.ClockRules, Settings.TimeZone);

    /// <summary>Whether past moments or the clock say what may come; where neither does, a tenth above the need stands for it.</summary>
    public bool IsForecastKnown => Forecast.Analogs > 0 || ShownForecast.ClockDays > 0;

    /// <summary>What the same minutes of the days before needed until a change asked for now is in force.</summary>
    public ClockForecast Clock { get; init; }

    /// <summary>The step that the weighed rules agree on.</summary>
    public required int AgreedStep { get; init; }

    /// <summary>What the last scale-out promised and did not keep; null where there is nothing to report.</summary>
    public Reason? ChangeReviewReason { get; init; }

    /// <summary>What helps where no size of this SKU does; empty where one does.</summary>
    public IReadOnlyList<Alternative> Alternatives { get; init; } = [];

    /// <summary>Readings of this minute that are not believed.</summary>
    public IReadOnlyList<SuspectReading> SuspectReadings { get; init; } = [];

    /// <summary>Whether this minute's need is so far above what was there that a second reading must confirm it.</summary>
    public bool AwaitsSecondReading { get; init; }

    public RuleSet Rules => Input.Rules;

    public Observation Observation => Input.Observation;

    public DateTimeOffset Now => Input.Now;

    /// <summary>
    /// The SKU in force; while the guards are asked about a change of tier, the other SKU with the two sizes of the change.
    /// </summary>
    public Sku Sku => TierChangeSku ?? Input.Sku;

    /// <summary>Set while the guards are asked about a change of tier: see <see cref="TierSelector"/>.</summary>
    public Sku? TierChangeSku { get; init; }

    /// <summary>The step of the size in force among the two sizes of the change.</summary>
    public int TierChangeStep { get; init; }

    public QuantileLevels Levels => Input.Levels;

    public ObjectivePrices Prices => Input.Prices;

    /// <summary>The step in force.</summary>
    public int CurrentStep => TierChangeSku is null ? Input.CurrentStep : TierChangeStep;

    public UnitLadder Ladder => Sku.Ladder;

    public ResourceSettings Settings => Observation.Settings;

    /// <summary>2-KB pieces of outbound traffic that are billed in a month; null where neither the fleet nor a metric says it.</summary>
    public double? MessagesPerMonth => Input.MessagesPerMonth(State);

    /// <summary>The lowest step that the settings allow.</summary>
    public int MinStep => Ladder.IndexAtLeast(Settings.MinUnits);

    /// <summary>The highest step that the settings allow; the lowest one where no step lies within the bounds.</summary>
    public int MaxStep => Math.Max(MaxStepWithin(Maximum.Units), MinStep);

    /// <summary>The most units allowed now, by the settings or by a planned window.</summary>
    public UnitMaximum Maximum => Settings.FindMaxUnits(Now, Rules.Policy.AnnouncedAhead);

    /// <summary>How old the metrics are.</summary>
    public TimeSpan Age => Now - Observation.Time;

    public bool IsStale => Age > Rules.Policy.StaleAfter;

    /// <summary>
    /// The need has been above the size in force long enough to act whatever the forecast says; never for a change of tier.
    /// </summary>
    public bool IsOverloaded =>
        TierChangeSku is null && State.OverloadedMinutes >= Rules.Policy.SustainedOverloadAfter.TotalMinutes && !IsStale;

    /// <summary>The highest step of at most so many units; the lowest of all where none is.</summary>
    public int MaxStepWithin(double units)
    {
        var step = Ladder.Count - 1;
        while (step > 0 && Ladder[step] > units)
        {
            step--;
        }

        return step;
    }
}
