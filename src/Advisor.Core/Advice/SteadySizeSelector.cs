using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;

namespace Advisor.Core.Advice;

/// <summary>
/// Selects the steady size: the one of lowest objective over the look-back, of which the newest 7 days count twice, and not below that for
/// the same load as it will be in a week where every day shows that it grows. docs/decisions has the other rules that were tried.
/// </summary>
internal static class SteadySizeSelector
{
    private const int WeekDays = 7,
        HourMinutes = 60,
        SlotMinutes = 5;
    private const double UnrepeatedFactor = 1.5;

    /// <summary>Selects the steady size.</summary>
    /// <param name="expectedSoon">
    /// Units expected for the next hour (50 %) where the look-back has never required as many; otherwise the expectation of the next 24
    /// hours says more. Not used where the highest requirement is a lower bound, for which the look-back is already sized: a forecast from
    /// such minutes differs from hour to hour, and so would the advice.
    /// </param>
    /// <returns>Null when no minute of the look-back is known.</returns>
    public static SteadySize? Select(SteadyInput input, double? expectedSoon = null)
    {
        var lookBack = new LookBack(input.History, input.Earlier, input.IsIncluded);
        var peak = FindPeak(lookBack);
        var candidates = new SteadyLadder(input.Sku, peak.Units > input.Sku.Ladder.Max ? input.NextSku : null, input.MaxUnits);
        var ladder = candidates.Units;
        var required = RequiredSteps.Count(lookBack, candidates, input.FullSize.Lead);
        if (required.FindSteadyStep(input) is not { } step)
        {
            return null;
        }

        var floor = Math.Max(FindExpectedStep(input, candidates), FindStepRequiredNow(lookBack, input.SustainedMinutes, ladder));
        var isPeakBound = lookBack.IsLowerBound(Minutes.ToNumber(peak.At));
        var isPeakKnown = !isPeakBound && !input.History.LowerBounds.HasAny(input.History.NextMinute - HourMinutes, HourMinutes);
        isPeakKnown &= input.IsIncluded?.Invoke(input.History.NextMinute) != false;
        floor = isPeakKnown && expectedSoon > peak.Units ? Math.Max(floor, ladder.FindIndexAtLeast(expectedSoon.Value)) : floor;
        var sizes = ListSizes(input, lookBack, candidates, required);
        var constant = Math.Max(step, floor);
        var growth = WeeklyGrowth.FindStep(input, lookBack, candidates, constant);
        var chosen = growth?.Step ?? constant;
        var units = ladder[chosen];
        return new SteadySize(
            candidates.GetSku(chosen).Name,
            units,
            sizes,
            TimeSpan.FromDays(required.Days),
            required.CountKnown(0, required.Days),
            peak,
            RunTrials(required, input.Prices),
            floor > step && chosen == constant
        )
        {
            Growth = growth?.Growth,
            HistoryMinutes = required.CountHistory(0, required.Days),
            IncludedMinutes = lookBack.IncludedMinutes,
            IsNextSku = candidates.IsNextSku(chosen),
            IsPeakBound = isPeakBound,
            FullMinutes = required.BoundMinutes,
            FullFactor = input.FullSize.Lead,
            QuietHour = QuietHour.Find(input.History, input.AllowsScaleIn),
            RecurringPeak =
                sizes[chosen].BeyondLimitMinutes == 0
                    ? null
                    : RecurringPeak.Find(lookBack, required, ladder, chosen, input.Targets.Connections.Value, input.Zone),
            Zone = input.Zone,
            UnrepeatedDay = FindUnrepeatedDay(lookBack, units, peak, sizes, input.Zone ?? TimeZoneInfo.Utc),
        };
    }

    /// <summary>Returns the step of lowest objective over the next 24 hours as the same minutes of previous days predict them.</summary>
    private static int FindExpectedStep(SteadyInput input, SteadyLadder candidates)
    {
        var expected = new List<double>(RequiredSteps.MinutesOfDay / SlotMinutes);
        for (var from = 1; from < RequiredSteps.MinutesOfDay; from += SlotMinutes)
        {
            if (
                input.IsIncluded?.Invoke(input.History.NextMinute - 1 + from) != false
                && ClockForecast.Create(input.History, from, from + SlotMinutes - 1, input.Clock, input.Zone).Units is { } units
            )
            {
                expected.Add(units);
            }
        }

        return RequiredSteps.Count(expected, candidates).FindCheapestStep(0, 1, input.Prices) ?? 0;
    }

    /// <summary>Returns the step that each of the last minutes required; a single high minute is not what a size is kept for.</summary>
    private static int FindStepRequiredNow(LookBack lookBack, int sustainedMinutes, UnitLadder ladder)
    {
        var lowest = ushort.MaxValue;
        var codes = lookBack.Codes;
        for (var back = 1; back <= sustainedMinutes; back++)
        {
            lowest = Math.Min(lowest, back > codes.Length ? UnitsCode.Unknown : codes[^back]);
        }

        return lowest == UnitsCode.Unknown ? 0 : Math.Min(new StepFinder(ladder).Find(lowest), ladder.Count - 1);
    }

    private static RequirementPeak FindPeak(LookBack lookBack)
    {
        var codes = lookBack.Codes;
        var highest = RequiredUnitsHistory.Max(codes);
        return new(Minutes.ToInstant(lookBack.NextMinute - codes.Length + codes.LastIndexOf(highest)), UnitsCode.Decode(highest));
    }

    private static SteadyTrials RunTrials(RequiredSteps required, ObjectivePrices prices)
    {
        var (days, held) = (0, 0);
        for (var day = 0; day < WeekDays; day++)
        {
            var known = required.CountKnown(day, day + 1);
            if (
                known > 0
                && required.CountHistory(day + 1, required.Days) >= SteadySize.MinHistory.TotalMinutes * (1 - SteadyTrials.HeldShare)
                && required.FindCheapestStep(day + 1, required.Days, prices) is { } step
            )
            {
                days++;
                held += required.CountAbove(step, day, day + 1) <= SteadyTrials.HeldShare * known ? 1 : 0;
            }
        }

        return new(days, held);
    }

    /// <summary>Lists the sizes with their overloaded minutes and the hour that has the most of them.</summary>
    private static SteadyOption[] ListSizes(SteadyInput input, LookBack lookBack, SteadyLadder candidates, RequiredSteps steps)
    {
        var ladder = candidates.Units;
        var (atTarget, atLimit) = (new StepFinder(ladder), new StepFinder(ladder, 1 / input.Targets.Connections.Value));
        var (wanted, worst, most) = (new int[ladder.Count + 1], new int?[ladder.Count], new int[ladder.Count]);
        Span<int> hour = stackalloc int[ladder.Count + 1];
        var codes = lookBack.Codes;
        var first = lookBack.NextMinute - codes.Length;
        for (var i = 0; i < codes.Length; i++)
        {
            var minute = first + i;
            if (codes[i] != UnitsCode.Unknown)
            {
                wanted[atLimit.Find(lookBack.GetWanted(codes[i], minute))]++;
                hour[atTarget.Find(steps.GetCounted(codes[i], lookBack.IsLowerBound(minute)))]++;
            }

            if ((minute + 1) % 60 == 0 || i == codes.Length - 1)
            {
                var above = 0;
                for (var step = ladder.Count - 1; step >= 0; step--)
                {
                    above += hour[step + 1];
                    (worst[step], most[step]) = above > 0 && above >= most[step] ? (minute / 60 * 60, above) : (worst[step], most[step]);
                }

                hour.Clear();
            }
        }

        return
        [
            .. ladder.Steps.Select(
                (units, step) =>
                    new SteadyOption(
                        units,
                        steps.CountAbove(step, 0, steps.Days),
                        wanted[(step + 1)..].Sum(),
                        worst[step] is { } start ? Minutes.ToInstant(start) : null,
                        input.ComputeCost(candidates.GetSku(step), units)
                    )
                    {
                        NextSku = candidates.IsNextSku(step) ? candidates.GetSku(step).Name : null,
                    }
            ),
        ];
    }

    private static DateOnly? FindUnrepeatedDay(
        LookBack lookBack,
        int units,
        RequirementPeak peak,
        IReadOnlyList<SteadyOption> sizes,
        TimeZoneInfo zone
    )
    {
        if (peak.Units < units * UnrepeatedFactor || !sizes.Any(size => size.Units == units && size.OverloadedMinutes > 0))
        {
            return null;
        }

        DateOnly FindDay(DateTimeOffset at) => DateOnly.FromDateTime(TimeZoneInfo.ConvertTime(at, zone).DateTime);
        var day = FindDay(peak.At);
        var limit = UnitsCode.Encode(units);
        var codes = lookBack.Codes;
        for (var i = 0; i < codes.Length; i++)
        {
            var minute = lookBack.NextMinute - codes.Length + i;
            if (codes[i] > limit && FindDay(Minutes.ToInstant(minute)) != day)
            {
                return null;
            }
        }

        return day;
    }
}
