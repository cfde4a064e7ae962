using Advisor.Core.Forecasting;
using FsCheck;
using FsCheck.Fluent;

namespace Advisor.Core.Tests.Forecasting;

public class CodeRanksTests
{
    [Fact]
    public void The_code_of_a_rank_is_the_one_that_sorting_has_there()
    {
        var cases =
            from codes in Gen.NonEmptyListOf(Gen.OneOf(Gen.Choose(0, ushort.MaxValue), Gen.Elements(0, 1, 255, 256, 257, 65_535)))
            from rank in Gen.Choose(0, codes.Count - 1)
            select (Codes: codes.Select(code => (ushort)code).ToArray(), Rank: rank);

        Prop.ForAll(cases.ToArbitrary(), one => CodeRanks.Find(one.Codes, one.Rank) == one.Codes.Order().ElementAt(one.Rank))
            .QuickCheckThrowOnFailure();
    }

    // Ten known minutes of 1 to 10 units and five unknown ones: nine of ten do not exceed the ninth, 9 units.
    [Theory]
    [InlineData(0.9, 9)]
    [InlineData(0.91, 10)]
    [InlineData(1, 10)]
    [InlineData(0.01, 1)]
    public void A_quantile_of_a_history_counts_its_known_minutes_alone(double share, double units)
    {
        var history = RequiredUnitsHistory.Empty;
        for (var minute = 0; minute < 15; minute++)
        {
            history = history.Append(minute, minute % 3 == 2 ? UnitsCode.Unknown : UnitsCode.Encode(10 - (minute / 3 * 2) - (minute % 3)));
        }

        Assert.Equal(units, history.FindQuantile(share)!.Value, 2); // a code has steps of 0.02 %
        Assert.Null(RequiredUnitsHistory.Empty.FindQuantile(share));
    }
}
