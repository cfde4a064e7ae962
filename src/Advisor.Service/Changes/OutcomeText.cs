namespace Advisor.Service.Changes;

/// <summary>Formats the outcome of a decision, an identifier in the audit trail, for people.</summary>
public static class OutcomeText
{
    /// <summary>Returns the outcome in words, such as "dry run"; an outcome of one word stays as it is.</summary>
    public static string Format(string outcome) =>
        outcome switch
        {
            "awaitingApproval" => "waiting for approval",
            "approvalVoid" => "approval no longer valid",
            "dryRun" => "dry run",
            "snoozeEnded" => "snooze ended",
            _ => outcome,
        };
}
