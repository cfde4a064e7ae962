using Advisor.Core.Scaling.Experts;

namespace Advisor.Core.Tests.Scaling.Experts;

public sealed class ExpertWeightsTests
{
    [Fact]
    public void A_rule_that_cost_a_hundredth_more_has_little_more_than_half_the_say_of_the_cheapest()
    {
        // exp(-60 x 0.01) = 0.5488; of 1.5488 the cheapest has 0.6457.
        var weights = ExpertWeights.FromCosts([200, 202]);

        Assert.Equal([0.6457f, 0.3543f], weights, (a, b) => Math.Abs(a - b) < 1e-4f);
    }

    [Fact]
    public void Rules_that_cost_nothing_yet_have_the_same_say() => Assert.Equal([0.5f, 0.5f], ExpertWeights.FromCosts([0, 0]));

    [Theory]
    [InlineData(0.6f, 0.4f, 1)] // the lower vote has more than half
    [InlineData(0.5f, 0.5f, 1)] // exactly half is enough
    [InlineData(0.4f, 0.6f, 3)]
    public void The_agreed_step_is_the_smallest_that_half_of_the_weight_accepts(float low, float high, int step) =>
        Assert.Equal(step, ExpertWeights.ComputeWeightedMedian([1, 3], [low, high], 5));
}
