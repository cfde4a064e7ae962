using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Forecasting;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;

namespace Advisor.Core.Scaling.State;

/// <summary>
/// Learns from past minutes without deciding: the required units and the load model, but not the cost of each expert. For coarse metrics,
/// which hide what a single minute would have required. Learns in place, since 14 days have 20,160 minutes and only the last state counts.
/// </summary>
internal sealed partial class CoarseLearner
{
    private readonly RuleSet rules;
    private readonly Observation template;
    private readonly Sku? sku;
    private readonly bool canLearn;
    private readonly RequiredUnitsHistory history;
    private readonly PersistenceForecast persistence;
    private readonly RecentUnits recentUnits;

    // Whole minutes from a minute to its decision, and the minutes whose times are possible.
    private readonly int lag;
    private readonly long firstPossible;
    private readonly long lastPossible;
    private ResourceState? start;
    private CapacityTable? table;
    private CapacityModel? model;
    private InferredWorkload? inferred;
    private SizeChangeHistory changes = SizeChangeHistory.Empty;
    private FirstScaleIn? firstScaleIn;
    private ServerLoadModel loadModel = new();
    private AnalogSet analogs = AnalogSet.None;
    private ushort maxCode;

    // Newest minutes that the persistence has not learned yet.
    private int pending;

    // Of all minutes since the history began, which are those kept until it is full.
    private ushort highestCode;
    private double meanSlope;
    private double lastUnitsRequired;
    private double? piecesPerMinute;
    private int measuredMinute;
    private int decisionMinute;
    private int overloadedMinutes;
    private int? stormMinute;
    private DailyUsage usage = DailyUsage.None;

    /// <param name="template">Resource in its present form; time, units and readings are replaced by those of the past.</param>
    /// <param name="before">State to continue from; null for the first minute.</param>
    public CoarseLearner(RuleSet rules, Observation template, ResourceState? before)
    {
        (this.rules, this.template) = (rules, template);
        sku = rules.GetCatalog(template.Service, template.Settings).Find(template.Sku);
        canLearn =
            sku is not null
            && rules.Policy.MetricLag >= TimeSpan.Zero
            && ObservationCheck.FindSettingsProblem(template.Settings) is null
            && ObservationCheck.FindProblemWithState(null, before?.Model?.Workload, template, rules) is null;
        lag = (int)(rules.Policy.MetricLag.Ticks / TimeSpan.TicksPerMinute);
        (firstPossible, lastPossible) = ObservationCheck.FindPossibleMinutes(rules.Policy.MetricLag);
        history = before?.History.Fork() ?? RequiredUnitsHistory.Empty;
        highestCode = history.FindMaxCode();
        persistence = before?.Persistence.Fork() ?? PersistenceForecast.Unlearned;
        recentUnits = (before?.RecentUnits ?? RecentUnits.None).Fork();
        if (before is not null)
        {
            Begin(before);
        }
    }

    /// <summary>Learns from a minute, unless it is invalid or not after the newest one.</summary>
    /// <param name="number">Minute, counted from 1970.</param>
    /// <param name="readings">Without impossible values (<see cref="PossibleReadings.DropImpossible"/>).</param>
    /// <param name="sample">
    /// Bucket that was read, in whose middle the minute lies; null for an interpolated minute, which updates neither the load model nor
    /// the counted messages.
    /// </param>
    /// <param name="otherUnits">Units of the bucket where another SKU was in force; null = those of the present one.</param>
    public void Learn(long number, in MetricReadings readings, in HistorySample? sample, int? otherUnits = null)
    {
        var units = UnitsAtMinute.Find(sku, readings) ?? template.Units;
        if (!canLearn || number < firstPossible || number > lastPossible || !sku!.Ladder.Contains(units))
        {
            return;
        }

        var minute = (int)number;
        if (start is not null && minute <= measuredMinute)
        {
            return;
        }

        BeginMinute(minute, minute + lag, units, readings);

        // Coarse samples smooth outliers of single minutes, and are not used for scaling decisions.
        var measuredUnits = recentUnits.Find(measuredMinute) ?? units;
        var nextLoad = loadModel;
        var required = RequiredUnits.ComputePast(model!, readings, measuredUnits, ref nextLoad, rules.Policy.Parts);
        Append(required, units, measuredUnits, readings, sample is not null);
        if (sample is { } read)
        {
            loadModel = nextLoad;
            usage = usage.Append(
                Minutes.ToNumber(read.Start),
                new UsageInterval(
                    (int)read.Length.TotalMinutes,
                    StateUpdater.CountPieces(readings),
                    readings.ConnectionCount,
                    start!.Sku,
                    otherUnits ?? measuredUnits
                )
            );
        }
    }

    /// <summary>Returns what was learned, null if nothing was. The learner must not learn afterwards.</summary>
    public ResourceState? ToState()
    {
        LearnPending();
        return start is null
            ? null
            : start with
            {
                MeasuredMinute = measuredMinute,
                DecisionMinute = decisionMinute,
                InferredWorkload = inferred,
                Model = model,
                RecentUnits = recentUnits,
                Changes = changes,
                FirstScaleIn = firstScaleIn,
                LoadModel = loadModel,
                History = history,
                MeanSlope = meanSlope,
                Analogs = analogs with { MaxCode = maxCode },
                Persistence = persistence,
                LastUnitsRequired = lastUnitsRequired,
                OverloadedMinutes = overloadedMinutes,
                StormMinute = stormMinute,
                PiecesPerMinute = piecesPerMinute,
                Usage = usage,
            };
    }

    private void Begin(ResourceState state)
    {
        start = state;
        (measuredMinute, decisionMinute) = (state.MeasuredMinute, state.DecisionMinute);
        (inferred, model, changes, loadModel) = (state.InferredWorkload, state.Model, state.Changes, state.LoadModel);
        firstScaleIn = state.FirstScaleIn;
        (analogs, maxCode, meanSlope) = (state.Analogs, state.Analogs.MaxCode, state.MeanSlope);
        (lastUnitsRequired, overloadedMinutes) = (state.LastUnitsRequired, state.OverloadedMinutes);
        (stormMinute, piecesPerMinute, usage) = (state.StormMinute, state.PiecesPerMinute, state.Usage);
    }

    /// <summary>As <see cref="DecisionInput.BeginState"/>, which is called for the first minute and keeps what the others need.</summary>
    private void BeginMinute(int measured, int decided, int units, in MetricReadings readings)
    {
        if (table is null)
        {
            var first = template with { Time = Minutes.ToInstant(measured), Units = units, Readings = readings };
            var input = new DecisionInput(rules, first, sku!, Minutes.ToInstant(decided));
            table = input.FindTable();
            Begin(input.BeginState(start));
        }
        else if (template.Settings.Workload is null)
        {
            inferred = DecisionInput.InferWorkload(table, template, readings, inferred);
            model = ReferenceEquals(model!.Workload, inferred.Workload)
                ? model
                : new DecisionInput(rules, template, sku!, Minutes.ToInstant(decided)).CreateModel(inferred.Workload, model);
        }

        (measuredMinute, decisionMinute) = (measured, decided);
        recentUnits.Add(decided, units);
        changes = changes.Observe(decided, units);
        firstScaleIn ??= template.Settings.StartsGradually ? FirstScaleIn.Find(changes) : null;
    }
}
