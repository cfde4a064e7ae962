using Advisor.Core.Forecasting;
using Advisor.Core.Scaling.Stability;

namespace Advisor.Core.Tests.Scaling.Stability;

/// <summary>How much a load varies from minute to minute.</summary>
public sealed class LoadNoiseTests
{
    [Theory]
    [InlineData(0.01)]
    [InlineData(0.02)]
    [InlineData(0.05)]
    public void The_noise_that_was_put_on_a_load_is_found_within_a_fifth(double noise)
    {
        // The median of 718 bends varies by some 4 % of itself: a fifth is five of those.
        var found = LoadNoise.Find(CreateHistory(720, minute => 8 * (1 + (noise * DrawNormal(minute)))), 720);

        Assert.InRange(found, 0.8 * noise, 1.2 * noise);
    }

    [Fact]
    public void A_trend_is_no_noise() =>
        Assert.InRange(LoadNoise.Find(CreateHistory(720, minute => 4 * Math.Exp(minute / 720.0)), 720), 0, 0.001);

    [Fact]
    public void Whether_the_noise_is_at_least_so_much_is_answered_as_by_finding_it_for_any_load_and_length()
    {
        var random = new Random(5);
        for (var run = 0; run < 400; run++)
        {
            var (noise, known, step) = (random.NextDouble() * 0.08, random.Next(3, 800), random.Next(8));
            var needs = CreateHistory(
                known,
                minute => (3 + (step * Math.Sin(minute / 50.0) / 4)) * (1 + (noise * DrawNormal((run * 1000) + minute))),
                run % 5 == 0 ? 0.01 : 0
            );
            foreach (
                var bound in new[] { 0, noise / 2, LoadNoise.Find(needs, 720), LoadNoise.Find(needs, 720) + 1e-9, noise, 2 * noise, 0.5 }
            )
            {
                Assert.Equal(LoadNoise.Find(needs, 720) >= bound, LoadNoise.IsAtLeast(bound, needs, 720));
            }
        }
    }

    private static RequiredUnitsHistory CreateHistory(int minutes, Func<int, double> need, double missing = 0)
    {
        var (history, random) = (RequiredUnitsHistory.Empty, new Random(minutes));
        for (var minute = 0; minute < minutes; minute++)
        {
            history = history.Append(minute, random.NextDouble() < missing ? UnitsCode.Unknown : UnitsCode.Encode(need(minute)));
        }

        return history;
    }

    private static double DrawNormal(int seed)
    {
        var random = new Random(seed);
        return Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
    }
}
