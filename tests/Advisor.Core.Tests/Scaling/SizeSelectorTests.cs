using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;

namespace Advisor.Core.Tests.Scaling;

public sealed class SizeSelectorTests
{
    /// <summary>Elsewhere a single minute that exceeds the size may be noise; here it shows that the scale-in went too far.</summary>
    [Fact]
    public void What_exceeds_the_size_within_a_quarter_of_an_hour_after_a_scale_in_is_met_at_once_noise_or_not()
    {
        var settings = TestResource.Settings with { Billing = BillingModel.Prorated };
        var reverted = 0;
        for (var seed = 0; seed < 30; seed++)
        {
            // Three hours of 7,450 to 7,750 connections, then of 4,350 to 4,650, which 5 units carry, until they do; then about 4,900.
            var random = new Random(seed);
            var loop = new ClosedLoop(8, settings);
            Run(200, 7600);
            while (loop.Units == 8)
            {
                Run(1, 4500);
            }

            for (var minute = 0; minute < 15; minute++)
            {
                Run(1, 4900);
                var (decision, reason) = (loop.Decisions[^1], loop.Decisions[^1].Reasons[0]);
                if (reason.Code == ReasonCodes.ChangeInProgress)
                {
                    break;
                }

                Assert.True(decision.Units >= decision.UnitsRequired, $"seed {seed}, minute {minute}: {reason.Text}");
                reverted += reason.Code == ReasonCodes.ScaleInReverted ? 1 : 0;
            }

            void Run(int minutes, double connections) =>
                loop.Run(minutes, (_, units) => TestResource.CreateReadings(connections + (300 * (random.NextDouble() - 0.5)), units));
        }

        Assert.True(reverted > 0);
    }
}
