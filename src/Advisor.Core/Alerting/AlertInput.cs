using System.Collections.Immutable;

namespace Advisor.Core.Alerting;

/// <summary>Inputs of an evaluation of a subject's alerts.</summary>
/// <param name="Readings">Number of each condition; a condition without a reading is missing.</param>
/// <param name="ChangeInProgress">Whether a change of the subject's size is in progress.</param>
/// <param name="Suppression">Silences and mute windows in force.</param>
/// <param name="HandledBy">Action by Advisor on an exceeded target, in words; null if there is none, or it did not help.</param>
/// <param name="Advice">What is recommended to people for the subject.</param>
public sealed record AlertInput(
    AlertSubject Subject,
    ImmutableArray<AlertReading> Readings,
    bool ChangeInProgress,
    AlertSuppression Suppression,
    string? HandledBy = null,
    AdviceDirection Advice = AdviceDirection.None
);
