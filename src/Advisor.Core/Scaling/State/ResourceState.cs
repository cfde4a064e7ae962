using Advisor.Core.Advice;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Forecasting;
using Advisor.Core.Forecasting.LeadWindow;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.Experts;
using Advisor.Core.Scaling.Readings;
using Advisor.Core.Serialization;

namespace Advisor.Core.Scaling.State;

/// <summary>
/// State of a resource between two decisions. An immutable value: the same state with the same observation gives the same decision.
/// Successive states share their history in memory.
/// </summary>
public sealed partial record ResourceState
{
    // As long as a steady size may be exceeded, in 2 % of the minutes.
    private const double FailoverShare = 0.98;

    internal ResourceState(string sku, int measured, int decided, ShadowPolicies shadows, RequiredUnitsHistory history) =>
        (Sku, MeasuredMinute, DecisionMinute, Shadows, History) = (sku, measured, decided, shadows, history);

    /// <summary>Newest observed minute.</summary>
    public DateTimeOffset Time => Minutes.ToInstant(MeasuredMinute);

    /// <summary>Latest minute in the state, observed or decided.</summary>
    public DateTimeOffset LatestTime => Minutes.ToInstant(Math.Max(MeasuredMinute, DecisionMinute));

    /// <summary>Minutes of history, with and without metrics, at most 14 days.</summary>
    public int MinutesKept => History.Count;

    /// <summary>Changes of size by others, each after one by Advisor, until they have left the size alone for a day; 0 = none.</summary>
    public int ChangesByOthers => OtherController?.Count ?? 0;

    /// <summary>Minute in which the last of them was seen in force; null where there is none.</summary>
    public DateTimeOffset? ChangedByOthersAt => OtherController is { } other ? Minutes.ToInstant(other.LastAt) : null;

    /// <summary>Returns one sentence about these changes, with their sizes; null where there is none.</summary>
    public string? DescribeChangesByOthers() => OtherController?.Describe();

    /// <summary>Requested changes that did not take effect since the last that did; only for a caller that applies decisions.</summary>
    public int ChangesWithoutEffect => IneffectiveChanges?.Count ?? 0;

    /// <summary>Returns the highest required units of the last minutes; null if fewer than a share of them are known.</summary>
    /// <param name="lookBack">Length of the look-back, up to 14 days.</param>
    /// <param name="minShare">Share of the minutes that must be known, above 0 to 1.</param>
    public double? FindMaxRequiredUnits(TimeSpan lookBack, double minShare) => History.FindMax((int)lookBack.TotalMinutes, minShare);

    /// <summary>
    /// Returns the highest required units over the look-back of the condition "oversize"; null if too few of its minutes are known.
    /// </summary>
    public double? FindMaxRequiredUnits(AlertRules rules) => FindMaxRequiredUnits(rules.OversizeLookBack, rules.WholeDayShare);

    /// <summary>Returns the most units in force in the last 14 days, those of now included.</summary>
    public int FindMostUnits(int now) => Math.Max(now, Usage.FindMaxUnits());

    /// <summary>
    /// Returns the highest required units of each interval of the recent past, oldest first; null for an interval without metrics.
    /// </summary>
    public IReadOnlyList<double?> ListRecentRequiredUnits(TimeSpan stretch, int count)
    {
        var (minutes, needs) = ((int)stretch.TotalMinutes, new double?[count]);
        for (var i = 0; i < count; i++)
        {
            needs[i] = History.FindMaxFrom(History.NextMinute - ((count - i) * minutes), minutes);
        }

        return needs;
    }

    /// <summary>
    /// Returns what the clients of the resource require, for those that take over from it; null if the last hour is unknown.
    /// </summary>
    public FailoverLoad? FindFailoverLoad() =>
        FindRecentRequirement() is { } recent ? new(recent, FindSteadyRequirement() ?? recent.Max) : null;

    /// <summary>Returns <see cref="FailoverLoad.Recent"/> alone; null if the last hour is unknown.</summary>
    internal RecentRequirement? FindRecentRequirement() => RecentRequirement.Create(History, LastUnitsRequired);

    /// <summary>Returns <see cref="FailoverLoad.Steady"/> alone, which looks at every minute kept; null if none is known.</summary>
    internal double? FindSteadyRequirement() => History.FindQuantile(FailoverShare);

    /// <summary>Counts the known minutes of the recent past that required more than a number of units.</summary>
    public int CountMinutesAbove(int units, TimeSpan lookBack) => History.CountAbove(units, (int)lookBack.TotalMinutes);

    /// <summary>Billed messages (2-KB pieces of outbound traffic) by UTC day over the look-back; null before the first reading.</summary>
    public DailyMessages? Messages => Usage.FindMessages();

    /// <summary>Messages and units of each UTC day of this month and the previous one, as far as known.</summary>
    public DailyUsage Usage { get; init; } = DailyUsage.None;

    /// <summary>Chooses the part of the history that is stored apart, and left out where this state is written.</summary>
    /// <param name="before">Part that is stored; null if none is.</param>
    /// <param name="turn">
    /// Minute of each <see cref="OlderHistory.TurnMinutes"/> in which a part is written again; another for each resource, so that few are
    /// written at once.
    /// </param>
    /// <returns>The part, <paramref name="before"/> itself if it stays; null if the history is too short for one.</returns>
    public OlderHistory? ChooseOlderHistory(OlderHistory? before, int turn) => OlderHistory.Choose(History, before, turn);

    /// <summary>Returns the units in force in a minute of the last half hour; null when unknown.</summary>
    public int? FindUnits(DateTimeOffset minute) => RecentUnits.Find(Minutes.ToNumber(minute));

    /// <summary>Returns this state with the sizes that were requested by a decision, and with nothing else of it.</summary>
    public ResourceState WithRequest(ResourceState decided) => this with { Changes = Changes.WithRequest(decided.Changes) };

    internal string Sku { get; init; }

    /// <summary>Newest observed minute, counted from 1970.</summary>
    internal int MeasuredMinute { get; init; }

    /// <summary>Minute of the last decision.</summary>
    internal int DecisionMinute { get; init; }

    internal ShadowPolicies Shadows { get; init; }

    internal RecentUnits RecentUnits { get; init; } = RecentUnits.None;

    internal ServerLoadModel LoadModel { get; init; } = new();

    internal RequiredUnitsHistory History { get; init; }

    /// <summary>Running mean of the absolute change of the logarithm of the required units over 15 minutes.</summary>
    internal double MeanSlope { get; init; } = 0.05;

    internal AnalogSet Analogs { get; init; } = AnalogSet.None;

    internal PersistenceForecast Persistence { get; init; } = PersistenceForecast.Unlearned;

    /// <summary>What was learned of the lead window.</summary>
    internal LeadRegression Lead { get; init; } = LeadRegression.Unlearned;

    /// <summary>Number of consecutive visible minutes in which the required units exceeded the size in force at the decision.</summary>
    internal int OverloadedMinutes { get; init; }

    /// <summary>Last required units for which all limits were known.</summary>
    internal double LastUnitsRequired { get; init; }

    /// <summary>Last readings, with which a jump is compared.</summary>
    internal ReadingMemory Readings { get; init; } = ReadingMemory.None;

    /// <summary>
    /// Newest minute in which connections were opened faster than the units accept, counted from 1970; null if there was none.
    /// </summary>
    internal int? StormMinute { get; init; }

    /// <summary>Requested and observed changes of size.</summary>
    internal SizeChangeHistory Changes { get; init; } = SizeChangeHistory.Empty;

    /// <summary>First scale-in by Advisor; null before it, and where it is not limited.</summary>
    internal FirstScaleIn? FirstScaleIn { get; init; }

    /// <summary>Changes of size by others; null before the first, and after they have left the size alone for a day.</summary>
    internal OtherController? OtherController { get; init; }

    /// <summary>Changes that did not take effect; null when there are none. Not stored.</summary>
    internal IneffectiveChanges? IneffectiveChanges { get; init; }

    /// <summary>Workload inferred from the traffic if none is declared; null before the first inference.</summary>
    internal InferredWorkload? InferredWorkload { get; init; }

    /// <summary>
    /// 2-KB pieces of outbound traffic per minute, the running mean of about a day; null before the first reading. Only for
    /// <see cref="Observations.Observation.BillsRunningMean"/>.
    /// </summary>
    internal double? PiecesPerMinute { get; init; }

    /// <summary>Capacity model of the last observation's workload, cached since it rarely changes. Not stored.</summary>
    public CapacityModel? Model { get; init; }
}
