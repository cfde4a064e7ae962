using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Forecasting;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Settings;

namespace Advisor.Core.Advice;

/// <summary>
/// Selects the steady size: the one of lowest objective over the last 14 days, of which the newest 7 count twice. Over measured series no
/// other rule tried was better; docs/decisions has the table.
/// </summary>
internal static class SteadySizeSelector
{
    private const int WeekDays = 7,
        SlotMinutes = 5;
    private const double HeldShare = 0.02,
        UnrepeatedFactor = 1.5,
        BeyondFull = 1.05;

    /// <summary>Selects the steady size.</summary>
    /// <param name="expectedSoon">
    /// Units expected for the next hour (50 %) where the look-back has never required as many; otherwise the expectation of the next 24
    /// hours says more. Not used where the highest requirement is a lower bound, for which the look-back is already sized: a forecast from
    /// such minutes differs from hour to hour, and so would the advice.
    /// </param>
    /// <returns>Null when no minute of the look-back is known.</returns>
    public static SteadySize? Select(SteadyInput input, double? expectedSoon = null)
    {
        var (ladder, history) = (input.Sku.Ladder, input.History);
        var required = RequiredSteps.Count(history, ladder, input.IsIncluded, input.FullSize.Lead);
        if (required.FindCheapestStep(0, RequiredSteps.Days, input.Prices) is not { } step)
        {
            return null;
        }

        step = input.MaxOverload is { } share ? Math.Max(step, required.FindStepWithin(share.Value)) : step;
        var peak = FindPeak(history);
        var floor = Math.Max(FindExpectedStep(input), FindStepRequiredNow(input));
        var isPeakKnown = !history.LowerBounds.Contains(Minutes.ToNumber(peak.At));
        floor = isPeakKnown && expectedSoon > peak.Units ? Math.Max(floor, ladder.FindIndexAtLeast(expectedSoon.Value)) : floor;
        var sizes = ListSizes(input, required);
        var units = ladder[Math.Max(step, floor)];
        return new SteadySize(
            input.Sku.Name,
            units,
            sizes,
            TimeSpan.FromMinutes(RequiredUnitsHistory.MinutesKept),
            required.CountKnown(0, RequiredSteps.Days),
            peak,
            RunTrials(required, input.Prices),
            floor > step
        )
        {
            UnrepeatedDay = FindUnrepeatedDay(input, units, peak, sizes),
        };
    }

    /// <summary>Returns the step of lowest objective over the next 24 hours as the same minutes of previous days predict them.</summary>
    private static int FindExpectedStep(SteadyInput input)
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

        return RequiredSteps.Count(expected, input.Sku.Ladder).FindCheapestStep(0, 1, input.Prices) ?? 0;
    }

    /// <summary>Returns the step that each of the last minutes required; a single high minute is not what a size is kept for.</summary>
    private static int FindStepRequiredNow(SteadyInput input)
    {
        var limits = RequiredSteps.ListCodes(input.Sku.Ladder, 1);
        var lowest = ushort.MaxValue;
        for (var back = 1; back <= input.SustainedMinutes; back++)
        {
            var minute = input.History.NextMinute - back;
            lowest = Math.Min(lowest, input.IsIncluded?.Invoke(minute) == false ? UnitsCode.Unknown : input.History.GetCode(minute));
        }

        return lowest == UnitsCode.Unknown ? 0 : Math.Min(RequiredSteps.FindColumn(limits, lowest), input.Sku.Ladder.Count - 1);
    }

    private static RequirementPeak FindPeak(RequiredUnitsHistory history)
    {
        var codes = history.Codes;
        var highest = history.FindMaxCode();
        return new(Minutes.ToInstant(history.NextMinute - codes.Length + codes.LastIndexOf(highest)), UnitsCode.Decode(highest));
    }

    private static SteadyTrials RunTrials(RequiredSteps required, ObjectivePrices prices)
    {
        var (days, held) = (0, 0);
        for (var day = 0; day < WeekDays; day++)
        {
            var (known, before) = (required.CountKnown(day, day + 1), required.CountKnown(day + 1, RequiredSteps.Days));
            if (
                known > 0
                && before >= SteadySize.MinHistory.TotalMinutes * (1 - HeldShare)
                && required.FindCheapestStep(day + 1, RequiredSteps.Days, prices) is { } step
            )
            {
                days++;
                held += required.CountAbove(step, day, day + 1) <= HeldShare * known ? 1 : 0;
            }
        }

        return new(days, held);
    }

    // A minute in which the size was full shows as much as the limit admits; clients were refused, so more was wanted.
    private static ushort FindWanted(RequiredUnitsHistory history, int minute, ushort code) =>
        !history.LowerBounds.IsEmpty && history.LowerBounds.Contains(minute) ? UnitsCode.Encode(UnitsCode.Decode(code) * BeyondFull) : code;

    /// <summary>Lists the sizes with their overloaded minutes and the hour that has the most of them.</summary>
    private static SteadyOption[] ListSizes(SteadyInput input, RequiredSteps required)
    {
        var ladder = input.Sku.Ladder;
        var (atTarget, atLimit) = (
            RequiredSteps.ListCodes(ladder, 1),
            RequiredSteps.ListCodes(ladder, 1 / input.Targets.Connections.Value)
        );
        var (beyond, worst, most) = (new int[ladder.Count], new int?[ladder.Count], new int[ladder.Count]);
        Span<int> hour = stackalloc int[ladder.Count + 1];
        var codes = input.History.Codes;
        var first = input.History.NextMinute - codes.Length;
        for (var i = 0; i < codes.Length; i++)
        {
            var minute = first + i;
            if (codes[i] != UnitsCode.Unknown && input.IsIncluded?.Invoke(minute) != false)
            {
                hour[RequiredSteps.FindColumn(atTarget, codes[i])]++;
                for (var step = RequiredSteps.FindColumn(atLimit, FindWanted(input.History, minute, codes[i])) - 1; step >= 0; step--)
                {
                    beyond[step]++;
                }
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
                        required.CountAbove(step, 0, RequiredSteps.Days),
                        beyond[step],
                        worst[step] is { } start ? Minutes.ToInstant(start) : null,
                        input.ComputeCost(units)
                    )
            ),
        ];
    }

    private static DateOnly? FindUnrepeatedDay(SteadyInput input, int units, RequirementPeak peak, IReadOnlyList<SteadyOption> sizes)
    {
        if (peak.Units < units * UnrepeatedFactor || !sizes.Any(size => size.Units == units && size.OverloadedMinutes > 0))
        {
            return null;
        }

        var day = DateOnly.FromDateTime(peak.At.UtcDateTime);
        var limit = UnitsCode.Encode(units);
        var codes = input.History.Codes;
        for (var i = 0; i < codes.Length; i++)
        {
            var minute = input.History.NextMinute - codes.Length + i;
            if (codes[i] > limit && DateOnly.FromDateTime(Minutes.ToInstant(minute).UtcDateTime) != day)
            {
                return null;
            }
        }

        return day;
    }
}
