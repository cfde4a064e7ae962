using Advisor.Core.Decisions;

namespace Advisor.Reporting.Tests;

public class SteadyPhrasesTests
{
    // 7 units are the size to keep, 5 in force: a guard keeps them.
    [Theory]
    [InlineData(ScalingAction.Hold, true, "would be 7 (Sun 14:03 UTC needs 7.2)")]
    [InlineData(ScalingAction.ScaleOut, true, "keep 7 (Sun 14:03 UTC needs 7.2)")]
    [InlineData(ScalingAction.Hold, false, "keep 7 (Sun 14:03 UTC needs 7.2)")] // the service decides every minute
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
}
