namespace Advisor.Service.Changes;

/// <summary>Consecutive failed verifications in a subscription.</summary>
/// <param name="FailuresInARow">Number of consecutive failures; 0 after a success.</param>
/// <param name="Counted">Ids of the changes counted last, so that a repeated report counts once.</param>
public sealed record VerificationRun(string Subscription, int FailuresInARow, IReadOnlyList<string> Counted);
