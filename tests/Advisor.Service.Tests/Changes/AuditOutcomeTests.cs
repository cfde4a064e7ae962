using Advisor.Core.Text;
using Advisor.Service.Changes;

namespace Advisor.Service.Tests.Changes;

/// <summary>Outcomes of decisions as people and stored rows name them.</summary>
public sealed class AuditOutcomeTests
{
    [Theory]
    [InlineData(AuditOutcome.AwaitingApproval, "awaitingApproval", "waiting for approval")]
    [InlineData(AuditOutcome.ApprovalVoid, "approvalVoid", "approval no longer valid")]
    [InlineData(AuditOutcome.DryRun, "dryRun", "dry run")]
    [InlineData(AuditOutcome.SnoozeEnded, "snoozeEnded", "snooze ended")]
    [InlineData(AuditOutcome.Recommended, "recommended", "recommended")]
    public void An_outcome_has_a_name_and_is_shown_in_words(AuditOutcome outcome, string name, string words) =>
        Assert.Equal((name, words), (outcome.ToCamelCase(), outcome.Describe()));
}
