using Advisor.Core.Forecasting;

namespace Advisor.Core.Tests.Forecasting;

public class RequiredUnitsHistoryTests
{
    [Fact]
    public void Minutes_appended_at_once_are_those_appended_one_by_one()
    {
        // 18 days in quarters of an hour, longer than the buffer of 16; every seventh minute is unknown.
        const int first = 29_460_960;
        var codes = Enumerable.Range(0, 18 * 1440).Select(i => (ushort)(i % 7 == 0 ? 0 : 1000 + (i % 900))).ToArray();
        var (each, atOnce) = (RequiredUnitsHistory.Empty, RequiredUnitsHistory.Empty);

        for (var i = 0; i < codes.Length; i += 15)
        {
            for (var j = i; j < i + 15; j++)
            {
                each = each.Append(first + j, codes[j]);
            }

            atOnce.AddRange(first + i, codes.AsSpan(i, 15));
        }

        Assert.Equal(each.NextMinute, atOnce.NextMinute);
        Assert.Equal(each.Codes, atOnce.Codes);
        Assert.Equal(each.Grid, atOnce.Grid);
    }

    [Fact]
    public void Minutes_appended_at_once_do_not_change_the_history_that_shares_the_buffer()
    {
        var history = RequiredUnitsHistory.Empty.Append(100, 1000);
        var (one, other) = (history.Fork(), history.Fork());

        one.AddRange(101, [2000, 3000]);
        other.AddRange(101, [4000]);

        Assert.Equal([1000], history.Codes.ToArray());
        Assert.Equal([1000, 2000, 3000], one.Codes.ToArray());
        Assert.Equal([1000, 4000], other.Codes.ToArray());
    }
}
