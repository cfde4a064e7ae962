using Advisor.Core.Forecasting;

namespace Advisor.Core.Tests.Forecasting;

/// <summary>The peaks of a case, held against the plain loop that they stand for.</summary>
public sealed class CasePeaksTests
{
    [Fact]
    public void The_peaks_are_those_of_a_plain_loop_for_every_lag_that_metrics_can_have()
    {
        var random = new Random(3);
        Span<float> peaks = stackalloc float[5];
        for (var lag = 0; lag <= 113; lag++) // windows end at minute 120 at the latest: 113 + 7
        {
            var past = Array.ConvertAll(new int[CasePeaks.Length], _ => (ushort)random.Next(1, ushort.MaxValue));
            var left = Array.ConvertAll(new int[CasePeaks.Length], _ => random.NextSingle());
            var (deviation, start) = ((random.NextSingle() - 0.5f) * 20_000, lag + 2);
            int[] ends = [lag + 8, Math.Max(16, lag + 8), Math.Max(31, lag + 8), Math.Max(61, lag + 8), 121];

            CasePeaks.Find(past, left, deviation, start, ends, peaks);

            for (var i = 0; i < ends.Length; i++)
            {
                var expected = float.NegativeInfinity;
                for (var h = start; h < ends[i]; h++)
                {
                    expected = Math.Max(expected, past[h] + (left[h] * deviation));
                }

                Assert.Equal(expected, peaks[i]);
            }
        }
    }

    [Fact]
    public void A_past_that_is_too_short_to_be_read_is_refused() =>
        Assert.Throws<ArgumentException>(() =>
            CasePeaks.Find(new ushort[CasePeaks.Length - 1], new float[CasePeaks.Length], 0, 4, [121], new float[1])
        );
}
