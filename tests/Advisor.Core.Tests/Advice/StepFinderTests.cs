using Advisor.Core.Advice;
using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;
using FsCheck;
using FsCheck.Fluent;

namespace Advisor.Core.Tests.Advice;

public class StepFinderTests
{
    private static readonly UnitLadder Ladder = new([1, 2, 3, 5, 10]);

    [Fact]
    public void What_was_found_before_does_not_change_what_is_found() =>
        Prop.ForAll<double[]>(loads =>
            {
                var finder = new StepFinder(Ladder);
                ushort[] codes = [.. loads.Select(load => UnitsCode.Encode(double.IsFinite(load) ? Math.Abs(load) % 12 : 0))];

                // Counted one by one: a step is too small when its units have a lower code.
                return codes.Select(finder.Find).SequenceEqual(codes.Select(code => Ladder.Steps.Count(u => UnitsCode.Encode(u) < code)));
            })
            .QuickCheckThrowOnFailure();

    [Fact]
    public void With_a_factor_a_step_carries_more_than_its_units()
    {
        // At 1.25 a step of 2 carries 2.5, and the largest 12.5.
        var finder = new StepFinder(Ladder, 1.25);

        Assert.Equal([1, 2, 4, 5], new[] { 2.5, 2.6, 12.5, 12.6 }.Select(units => finder.Find(UnitsCode.Encode(units))));
    }
}
