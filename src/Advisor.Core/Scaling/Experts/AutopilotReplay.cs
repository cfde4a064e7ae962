using Advisor.Core.Advice;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Forecasting;
using Advisor.Core.Forecasting.LeadWindow;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;

namespace Advisor.Core.Scaling.Experts;

/// <summary>
/// Replays the look-back of a resource as if Advisor had sized it: the same forecast, experts and weights as a decision, once a quarter of
/// an hour on the highest requirement of it, which is the resolution in which weeks are read. Guards do not apply.
/// </summary>
public static class AutopilotReplay
{
    private const int StepMinutes = 15,
        SearchMinutes = 60,
        WarmUpMinutes = 2 * 1440,
        LagMinutes = 2;

    /// <summary>Replays the requirements that a state has kept, the first two days only to learn from.</summary>
    /// <param name="units">Units in force at the start.</param>
    /// <param name="computeCost">Returns the monthly cost of a size; null when units have no price.</param>
    /// <param name="earlier">Requirements before those that the state has kept; null = none were read.</param>
    /// <returns>Null with less than three days.</returns>
    public static AutopilotReplayResult? Run(
        RuleSet rules,
        ResourceSettings settings,
        Sku sku,
        ResourceState state,
        int units,
        Func<int, MonthlyCost?> computeCost,
        EarlierRequirements? earlier = null
    )
    {
        var codes = new LookBack(state.History, earlier).Codes;
        var prices = settings.Prices ?? rules.Policy.Prices;
        if (codes.Length < WarmUpMinutes + 1440)
        {
            return null;
        }

        var (first, ladder) = (state.History.NextMinute - codes.Length, sku.Ladder);
        var high = ladder.FindIndexAtLeast(ladder.FindStepAtMost(settings.ResolveMaxUnits(state.FindMostUnits(units))));
        int Limit(int step, int minute)
        {
            var (past, end) = (Minutes.ToInstant(minute), Minutes.ToInstant(state.History.NextMinute));
            var low = ladder.FindIndexAtLeast(UnitMinimum.FindUnitsInPast(settings, past, end));
            return Math.Clamp(step, Math.Min(low, high), high);
        }

        // In place, since only the sizes that follow are of interest; the state does not change.
        var (history, analogs) = (RequiredUnitsHistory.Empty, AnalogSet.None);
        var left = RemainingShares.Compute(state.Persistence);
        var known = new LevelCache();
        var levels = QuantileLevels.FromOverloadPrice(prices.Overload / prices.Unit);
        var step = Limit(ladder.FindIndexAtLeast(units), first);
        var shadows = new ShadowPolicies(ladder.Count, step, first);
        var tally = new Tally(ladder);
        for (var i = 0; i + StepMinutes <= codes.Length; i += StepMinutes)
        {
            history.AddRange(first + i, codes.Slice(i, StepMinutes));
            if (history.FindMaxCode(first + i, StepMinutes) is not (> UnitsCode.Unknown and var code))
            {
                continue;
            }

            var required = UnitsCode.Decode(code);
            if (i >= WarmUpMinutes)
            {
                tally.Add(step, required);
            }

            analogs = i % SearchMinutes == 0 ? AnalogSearch.Find(history, state.MeanSlope, analogs) : analogs;
            var forecast = AnalogForecast.Create(history, analogs, left, LagMinutes, required, levels, known);
            var (from, to) = (AnalogForecast.ComputeLeadStart(LagMinutes), AnalogForecast.ComputeLeadEnd(LagMinutes) + StepMinutes);
            var clock = ClockForecast.Create(history, from, to, rules.Policy.Clock, settings.TimeZone);
            Advance(shadows, first + i + StepMinutes - 1, settings.TimeZone, required, forecast, clock, step, ladder, prices, rules.Policy);
            step = Limit(shadows.ComputeAgreedStep(), first + i + StepMinutes);
        }

        return tally.Build(computeCost);
    }

    private static void Advance(
        ShadowPolicies shadows,
        int minute,
        TimeZoneInfo? zone,
        double required,
        Forecast forecast,
        ClockForecast clock,
        int step,
        UnitLadder ladder,
        ObjectivePrices prices,
        PolicyRules policy
    )
    {
        Span<double> triggers = stackalloc double[SizingExperts.Triggers];
        Span<double> floors = stackalloc double[SizingExperts.Floors];
        SizingExperts.WriteTriggers(required, 0, LeadForecast.FromAnalogs(forecast, required), clock.Units, policy.Margins, triggers);
        SizingExperts.WriteFloors(forecast, floors);
        shadows.AdvanceInPlace(
            new ShadowStep
            {
                DecisionMinute = minute,
                IsWeekend = ZonedTime.IsWeekend(Minutes.ToInstant(minute), zone),
                MeasuredMinute = minute,
                UnitsRequired = required,
                TriggerUnits = triggers,
                FloorUnits = floors,
                Ladder = ladder,
                CurrentStep = step,
                Prices = prices,
                UsesRetention = true,
                UsesWeights = true,
            }
        );
    }

    /// <summary>Sizes of the replay, counted.</summary>
    private sealed class Tally(UnitLadder ladder)
    {
        private readonly int[] counts = new int[ladder.Count];
        private int overloaded;

        public void Add(int step, double required)
        {
            counts[step]++;
            overloaded += required > ladder[step] * (1 + 1e-3) ? 1 : 0; // stored requirements have 16-bit precision
        }

        public AutopilotReplayResult? Build(Func<int, MonthlyCost?> computeCost)
        {
            var total = counts.Sum();
            return total == 0
                ? null
                : new AutopilotReplayResult(
                    ladder[Array.FindIndex(counts, count => count > 0)],
                    ladder[Array.FindLastIndex(counts, count => count > 0)],
                    counts.Select((count, step) => (double)count * ladder[step]).Sum() / total,
                    new Ratio((double)overloaded / total),
                    ComputeCost(total, computeCost)
                );
        }

        // Each size costs its share of a month, to the cent of the sum.
        private MonthlyCost? ComputeCost(int total, Func<int, MonthlyCost?> computeCost)
        {
            var (unitsCost, messages, missing) = (default(Money?), default(Money?), CostGap.None);
            for (var step = 0; step < counts.Length; step++)
            {
                if (counts[step] == 0)
                {
                    continue;
                }

                if (computeCost(ladder[step]) is not { } cost)
                {
                    return null;
                }

                var share = (decimal)counts[step] / total;
                unitsCost = unitsCost is { } sum ? sum + (cost.Units * share) : cost.Units * share;
                var part = cost.Messages * share;
                messages = messages is { } known && part is { } more ? known + more : part;
                missing = cost.Missing;
            }

            return new MonthlyCost(unitsCost!.Value, messages, missing);
        }
    }
}
