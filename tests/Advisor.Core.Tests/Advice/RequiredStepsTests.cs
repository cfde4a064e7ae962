using Advisor.Core.Advice;
using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Advice;

public class RequiredStepsTests
{
    private static readonly UnitLadder Ladder = new([1, 2, 3, 5, 10]);

    private static readonly SteadyLadder Sizes = new(new Sku("Standard_S1", "Standard", Ladder, 1000, 0, null, null, false));

    [Fact]
    public void The_cheapest_step_is_the_one_of_lowest_objective_written_out()
    {
        var random = new Random(7);
        for (var round = 0; round < 300; round++)
        {
            // Of 10 units and less, or mostly more than any step carries.
            var most = random.Next(1, 40);
            double[] required =
            [
                .. Enumerable.Range(0, random.Next(1, 200)).Select(_ => Math.Round(0.5 + (most * random.NextDouble()), 2)),
            ];

            // u a minute, ten times the least step that carries the requirement where it is more; the largest where none does.
            double Compute(int units) =>
                required.Sum(need => Ladder[Ladder.FindIndexAtLeast(need)] is var step && units < step ? units + (10.0 * step) : units);

            var found = RequiredSteps.Count(required, Sizes).FindCheapestStep(0, 1, new ObjectivePrices())!.Value;

            Assert.Equal(Ladder.Steps.Min(Compute), Compute(Ladder[found]), 6);
        }
    }

    [Fact]
    public void The_cheapest_step_of_earlier_days_is_the_one_that_was_chosen_when_they_were_the_newest()
    {
        const int day = RequiredSteps.MinutesOfDay;
        var random = new Random(7);
        for (var round = 0; round < 20; round++)
        {
            // 10 units in some hours of each day, in about a tenth of all, where 10 units begin to cost less than one that is too few.
            double[] shares = [.. Enumerable.Range(0, 14).Select(_ => 0.2 * random.NextDouble())];
            ushort[] codes =
            [
                .. Enumerable
                    .Range(0, 14 * 24)
                    .SelectMany(hour => Enumerable.Repeat(UnitsCode.Encode(random.NextDouble() < shares[hour / 24] ? 10 : 1), 60)),
            ];
            var steps = Count(codes);

            foreach (var from in (int[])[1, 3, 6])
            {
                var then = Count(codes[..^(from * day)]);
                Assert.Equal(then.FindCheapestStep(0, 14 - from, new()), steps.FindCheapestStep(from, 14, new()));
            }
        }

        static RequiredSteps Count(ushort[] codes)
        {
            var history = RequiredUnitsHistory.Empty.Append(0, codes[0]);
            history.AddRange(1, codes.AsSpan(1));
            return RequiredSteps.Count(new LookBack(history), Sizes);
        }
    }

    [Fact]
    public void A_requirement_of_exactly_a_step_fits_it()
    {
        foreach (var units in Ladder.Steps)
        {
            Assert.Equal(0, RequiredSteps.Count([units], Sizes).CountAbove(Ladder.FindIndexAtLeast(units), 0, 1));
            Assert.Equal(1, RequiredSteps.Count([units * 1.001], Sizes).CountAbove(Ladder.FindIndexAtLeast(units), 0, 1));
        }
    }

    [Fact]
    public void Days_are_counted_back_from_the_newest_minute()
    {
        // 1,441 minutes: the oldest one belongs to the second day back.
        var history = RequiredUnitsHistory.Empty.Append(0, UnitsCode.Encode(4));
        for (var minute = 1; minute <= 1440; minute++)
        {
            history = history.Append(minute, UnitsCode.Encode(1));
        }

        var steps = RequiredSteps.Count(new LookBack(history), Sizes);

        Assert.Equal((1440, 1), (steps.CountKnown(0, 1), steps.CountKnown(1, 2)));
        Assert.Equal((0, 3), (steps.FindCheapestStep(0, 1, new ObjectivePrices()), steps.FindCheapestStep(1, 2, new ObjectivePrices())));
        Assert.Null(steps.FindCheapestStep(2, 3, new ObjectivePrices()));
    }
}
