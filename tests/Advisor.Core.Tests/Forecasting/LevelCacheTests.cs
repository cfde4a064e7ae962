using Advisor.Core.Forecasting;

namespace Advisor.Core.Tests.Forecasting;

public class LevelCacheTests
{
    [Fact]
    public void A_level_is_that_of_the_history_also_after_its_oldest_minutes_are_dropped()
    {
        var (history, random, cache) = (RequiredUnitsHistory.Empty, new Random(5), new LevelCache());
        for (var i = 0; i < 16 * 1440; i++)
        {
            // Noisy, so that levels are means; the first minutes kept have less noise behind them than they had.
            history.Add(10_000_000 + i, UnitsCode.Encode(5 + random.NextDouble()));
            if (i % 45 != 44)
            {
                continue;
            }

            var codes = history.Codes;
            for (var at = i % 5; at < codes.Length; at += at < 20 ? 1 : 5)
            {
                Assert.Equal(RequiredUnitsHistory.ComputeLevel(codes, at), cache.Get(codes, at, history.NextMinute - codes.Length + at));
            }
        }
    }
}
