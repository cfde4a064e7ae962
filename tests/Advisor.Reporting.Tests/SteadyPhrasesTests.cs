using Advisor.Core.Decisions;

namespace Advisor.Reporting.Tests;

public class SteadyPhrasesTests
{
    // 7 units are the size to keep, 5 in force: a guard keeps them.
    [Theory]
    [InlineData(ScalingAction.Hold, true, "would be 7 (Sun 14:03 UTC needs 7.2, +23 % a week)")]
    [InlineData(ScalingAction.ScaleOut, true, "keep 7 (Sun 14:03 UTC needs 7.2, +23 % a week)")]
    [InlineData(ScalingAction.Hold, false, "keep 7 (Sun 14:03 UTC needs 7.2, +23 % a week)")] // the service decides every minute
    public void A_size_that_a_guard_does_not_allow_is_not_said_to_be_kept(ScalingAction action, bool isSteady, string expected) =>
        Assert.StartsWith(
            expected,
            SteadyPhrases.Describe(
                SampleReport.ScaleOut.Decision! with
                {
                    Action = action,
                    Units = action == ScalingAction.Hold ? 5 : 7,
                    IsSteady = isSteady,
                }
            ),
            StringComparison.Ordinal
        );

    [Fact]
    public void A_size_that_allows_for_growth_says_how_much()
    {
        var decision = SampleReport.ScaleOut.Decision!;

        Assert.Equal(
            "keep 7 (Sun 14:03 UTC needs 7.2, +23 % a week)",
            SteadyPhrases.DescribeSize(decision.Steady! with { Growth = new(1.23, 7, 6, 8640) })
        );
    }

    // 7 units are the size to keep, 5 in force; the pin is what is changed to.
    [Theory]
    [InlineData(10, "would be 7 (")]
    [InlineData(7, "keep 7 (")]
    public void Beside_a_pin_at_another_size_it_is_the_one_that_would_be_kept(int pin, string expected) =>
        Assert.StartsWith(
            expected,
            SteadyPhrases.Describe(
                SampleReport.ScaleOut.Decision! with
                {
                    Units = pin,
                    IsSteady = true,
                    Reasons = [new(ReasonCodes.Pinned, "The size is pinned.")],
                }
            ),
            StringComparison.Ordinal
        );

    [Theory]
    [InlineData("Premium_P1", 5, "none smaller than 7 (")]
    [InlineData("Standard_S1", 5, "keep 7 (")] // as maxStep leaves it
    [InlineData("Premium_P2", 200, "keep 7 (")]
    public void Where_a_smaller_sku_is_recommended_no_size_of_this_one_is_kept(string sku, int units, string expected) =>
        Assert.StartsWith(
            expected,
            SteadyPhrases.Describe(
                SampleReport.ScaleOut.Decision! with
                {
                    Action = ScalingAction.Advise,
                    Advisory = new(sku, units),
                    IsSteady = true,
                }
            ),
            StringComparison.Ordinal
        );

    // 7.2 units are required now, which the metrics of a full size cannot tell from more; 20 are the size to keep.
    [Theory]
    [InlineData(false, "keep 20 (Sun 14:03 UTC needs 7.2, +23 % a week)", "now: 8 would do")]
    [InlineData(true, "keep 20 (Sun 14:03 UTC needs at least 7.2, +23 % a week)", "now: at least 8")]
    public void What_a_full_size_needs_is_at_least_what_it_shows(bool isFull, string size, string now)
    {
        var decision = SampleReport.ScaleOut.Decision!;
        var phrases = SteadyPhrases
            .Describe(
                decision with
                {
                    UnitsRequired = 7.2,
                    Reasons = isFull ? [new Reason(ReasonCodes.FullSize, "The 5 units are full.")] : [],
                    Steady = decision.Steady! with { Units = 20, IsPeakBound = isFull },
                }
            )!
            .Split(" · ");

        Assert.Equal((size, now), (phrases[0], phrases[^1]));
    }
}
