using Advisor.Service.Changes;

namespace Advisor.Service.Tests.Changes;

/// <summary>Outcomes of decisions as people read them.</summary>
public sealed class OutcomeTextTests
{
    [Theory]
    [InlineData("awaitingApproval", "waiting for approval")]
    [InlineData("approvalVoid", "approval no longer valid")]
    [InlineData("dryRun", "dry run")]
    [InlineData("recommended", "recommended")]
    public void An_outcome_is_shown_in_words(string outcome, string expected) => Assert.Equal(expected, OutcomeText.Format(outcome));
}
