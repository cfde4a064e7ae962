namespace Advisor.State.Changes;

/// <summary>Verifications that failed one after another in a subscription.</summary>
/// <param name="FailuresInARow">0 after a success.</param>
/// <param name="Counted">The changes counted last, so that one that is reported again counts once.</param>
public sealed record VerificationRun(string Subscription, int FailuresInARow, IReadOnlyList<string> Counted);
