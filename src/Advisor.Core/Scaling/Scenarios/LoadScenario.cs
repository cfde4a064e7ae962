using Advisor.Core.Advice;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Forecasting;
using Advisor.Core.Metrics;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;

namespace Advisor.Core.Scaling.Scenarios;

/// <summary>
/// The load of a resource's look-back, scaled: the pattern of a launch with the same clients in other numbers. Server load follows by what
/// was learned of this resource; a minute that required 3 units requires as much more as the scaled readings do.
/// </summary>
public sealed class LoadScenario
{
    private readonly RuleSet rules;
    private readonly ResourceSettings settings;
    private readonly ResourceState state;
    private readonly CapacityModel model;
    private readonly IReadOnlyList<HistorySample> samples;
    private readonly int units;
    private readonly EarlierRequirements? earlier;

    private LoadScenario(
        RuleSet rules,
        ResourceSettings settings,
        ResourceState state,
        CapacityModel model,
        IReadOnlyList<HistorySample> samples,
        int units,
        EarlierRequirements? earlier
    )
    {
        (this.rules, this.settings, this.state, this.model) = (rules, settings, state, model);
        (this.samples, this.units, this.earlier) = (samples, units, earlier);
    }

    /// <summary>Creates the scenario of a resource; null when nothing of its load is known.</summary>
    /// <param name="state">State after the newest of the samples.</param>
    /// <param name="samples">Metrics of the look-back, ascending.</param>
    /// <param name="units">Units in force, for samples that do not show those of their time.</param>
    /// <param name="earlier">Required units before the 14 days of the state; null = none were read.</param>
    public static LoadScenario? Create(
        RuleSet rules,
        ResourceSettings settings,
        ResourceState? state,
        IReadOnlyList<HistorySample> samples,
        int units,
        EarlierRequirements? earlier = null
    ) => state is { Model: { } model } && samples.Count > 0 ? new(rules, settings, state, model, samples, units, earlier) : null;

    /// <summary>
    /// Returns the factors of two changes. Messages follow the connections unless they have a change of their own: each client sends and
    /// receives what it does today.
    /// </summary>
    /// <param name="messages">Its peak is in 2-KB pieces a minute.</param>
    /// <returns>Null when a peak is wanted of a metric without readings.</returns>
    public LoadFactors? FindFactors(LoadChange? connections, LoadChange? messages)
    {
        var byConnections = connections is { } change ? change.FindFactor(FindHighest(readings => readings.ConnectionCount)) : 1;
        var byMessages = messages is { } own ? own.FindFactor(FindHighest(readings => StateUpdater.CountPieces(readings))) : byConnections;
        return byConnections is { } first && byMessages is { } second ? new(first, second) : null;
    }

    /// <summary>Scales the demand of one minute.</summary>
    public Demand Scale(in Demand demand, LoadFactors factors)
    {
        var scaled = demand with
        {
            Connections = demand.Connections * factors.Connections,
            InboundBytes = demand.InboundBytes * factors.Messages,
            OutboundBytes = demand.OutboundBytes * factors.Messages,
        };
        var byModel =
            RequiredUnits.PredictLoad(model, scaled, state.LoadModel) is { } then
            && RequiredUnits.PredictLoad(model, demand, state.LoadModel) is > 0 and var now
            && double.IsFinite(then / now) // no size of the SKU carries the traffic
                ? then / now
                : Math.Max(factors.Connections, factors.Messages);
        return scaled with { ServerLoadUnits = demand.ServerLoadUnits * byModel };
    }

    /// <summary>Returns the highest units that the scaled load requires of an SKU, with the steady size for it.</summary>
    /// <param name="catalog">SKUs that a change of tier may lead to, where the settings permit it; null = this SKU only.</param>
    /// <param name="messages">Messages by day of the measured load; null when they are not known.</param>
    /// <param name="expectedSoon">Units of the measured load expected for the next hour (50 %); null when they are not known.</param>
    /// <returns>Null when no minute of the look-back is known.</returns>
    public SteadySize? SelectSteady(SkuCatalog? catalog, Sku sku, LoadFactors factors, DailyMessages? messages, double? expectedSoon)
    {
        var other = sku.Name.Equals(model.Sku.Name, StringComparison.OrdinalIgnoreCase) ? model : model.WithSku(sku);
        var (history, newest) = ScaleHistory(state.History, other, factors);
        var before = earlier?.Histories.Select(part => ScaleHistory(part, other, factors).History).ToList();
        var scaled = messages?.Scale(factors.Messages);
        return SteadySizeSelector.Select(
            SteadyInput.Create(
                rules,
                settings,
                catalog,
                sku,
                history,
                before is null ? null : new EarlierRequirements(before),
                model.Targets,
                other.RoutingWallUnits,
                (which, size) => MonthlyBill.Compute(which, size, scaled)
            ),
            expectedSoon * newest
        );
    }

    /// <summary>Returns alternatives for the peak of the scaled load; empty where a size of the SKU is enough for it.</summary>
    /// <param name="catalog">SKUs of the service, with the units that the quota allows the resource.</param>
    /// <param name="demand">Demand of the newest minute, not scaled.</param>
    /// <param name="steady">Steady size of the scaled load on the SKU; null when no minute of the look-back is known.</param>
    /// <param name="today">Cost of the size in force; null when no price is known.</param>
    /// <param name="refusesMessages">Whether the busiest day has more messages than a SKU that sells none sends in a day.</param>
    public IReadOnlyList<Alternative> FindAlternatives(
        SkuCatalog catalog,
        Sku sku,
        in Demand demand,
        LoadFactors factors,
        SteadySize? steady,
        DailyMessages? messages,
        MonthlyCost? today,
        bool refusesMessages
    )
    {
        var other = model.WithSku(sku);
        var scaled = Scale(demand, factors);
        if (other.ComputeRequiredUnits(scaled).Max() is not (> 0 and var newest))
        {
            return [];
        }

        var peak = steady?.FindPeakUnits(sku.Ladder.Max) / newest is > 1 and var factor ? scaled.ScaleBy(factor) : scaled;
        var bill = messages?.Scale(factors.Messages);
        return Alternatives.Find(
            other,
            catalog,
            peak,
            (which, size) => MonthlyBill.Compute(which, size, bill),
            today,
            (which, part) => refusesMessages && !which.Sku.SellsMessages ? null : Alternatives.FindMinSize(which, part)
        );
    }

    private (RequiredUnitsHistory History, double NewestFactor) ScaleHistory(
        RequiredUnitsHistory measured,
        CapacityModel other,
        LoadFactors factors
    )
    {
        var scaled = RequiredUnitsHistory.Empty;
        var codes = measured.Codes;
        var first = measured.NextMinute - codes.Length;
        var (at, known, factor) = (0, -1, 1.0);
        for (var i = 0; i < codes.Length; i++)
        {
            while (at + 1 < samples.Count && Minutes.ToNumber(samples[at + 1].Start) <= first + i)
            {
                at++;
            }

            (known, factor) = known == at ? (known, factor) : (at, FindFactor(other, samples[at], factors) ?? factor);
            scaled.Add(
                first + i,
                codes[i] == UnitsCode.Unknown ? UnitsCode.Unknown : UnitsCode.Encode(UnitsCode.Decode(codes[i]) * factor)
            );
        }

        return (scaled, factor);
    }

    // What the scaled readings require beside the measured ones; null when either is unknown or nothing.
    private double? FindFactor(CapacityModel other, in HistorySample sample, LoadFactors factors)
    {
        var readings = sample.NormalizeToMinute();
        var measuredUnits = UnitsAtMinute.Find(model.Sku, readings) ?? units;
        var demand = model.ComputeDemand(readings, measuredUnits);
        var scaled = Scale(demand, factors);
        return
            RequiredUnits.FindUnits(model, demand, state.LoadModel) is > 0 and var now
            && RequiredUnits.FindUnits(other, scaled, state.LoadModel) is { } then
            ? Round(then) / Round(now)
            : null;
    }

    // As the history keeps them: a minute that requires all units of a size does so when it is scaled to that.
    private static double Round(double units) => UnitsCode.Decode(UnitsCode.Encode(units));

    private double? FindHighest(Func<MetricReadings, double?> read) => samples.Max(sample => read(sample.NormalizeToMinute()));
}
