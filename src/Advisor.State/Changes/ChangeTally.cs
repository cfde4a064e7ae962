using System.Text.Json.Serialization;

namespace Advisor.State.Changes;

/// <summary>
/// How the changes of a resource went, kept beside its state and written with the end of each: what alerts ask for at every tick.
/// </summary>
/// <param name="AppliedSku">The SKU of the last change that was verified; null where there was none.</param>
/// <param name="AppliedUnits">Its units; null where there was none.</param>
/// <param name="FailedInARow">Changes that failed or were refused since.</param>
/// <param name="State">How the last one ended.</param>
/// <param name="Text">What was said of its end.</param>
public sealed record ChangeTally(
    string? AppliedSku,
    int? AppliedUnits,
    int FailedInARow,
    ChangeState State,
    string? Code,
    string? Text,
    int FromUnits,
    int ToUnits,
    DateTimeOffset At
)
{
    private const int MaxDurations = 5;

    /// <summary>Why the last one was decided, in words; null where it was not recorded.</summary>
    public string? Reason { get; init; }

    /// <summary>What the last one would have cost or saved a month, in words; null where no price is known.</summary>
    public string? Cost { get; init; }

    /// <summary>What the last changes that were verified took, the newest last, at most five; null before the first.</summary>
    public IReadOnlyList<TimeSpan>? Durations { get; init; }

    /// <summary>What a change of this resource takes: the longest of the last five; null where none was verified.</summary>
    [JsonIgnore]
    public TimeSpan? ChangeTime => Durations is { Count: > 0 } known ? known.Max() : null;

    /// <summary>The tally after one more closed change; a canceled one says nothing about how changes go.</summary>
    internal static ChangeTally? Advance(ChangeTally? before, ChangeRecord closed) =>
        closed.State switch
        {
            ChangeState.Verified => Create(closed, closed.ToSku, closed.ToUnits, 0) with
            {
                Durations = [.. (before?.Durations ?? []).TakeLast(MaxDurations - 1), ComputeDuration(closed)],
            },
            ChangeState.Failed or ChangeState.Refused => Create(
                closed,
                before?.AppliedSku,
                before?.AppliedUnits,
                (before?.FailedInARow ?? 0) + 1
            ) with
            {
                Durations = before?.Durations,
            },
            _ => before,
        };

    // From the decision on, since whoever asks ahead of time decides ahead; what a person took to approve it is none of it.
    private static TimeSpan ComputeDuration(ChangeRecord closed) =>
        (closed.ClosedAt ?? closed.DecidedAt) - (closed.ApprovalId is null ? closed.DecidedAt : closed.SentAt ?? closed.DecidedAt);

    private static ChangeTally Create(ChangeRecord closed, string? sku, int? units, int failed) =>
        new(
            sku,
            units,
            failed,
            closed.State,
            closed.Code,
            closed.Text,
            closed.FromUnits,
            closed.ToUnits,
            closed.ClosedAt ?? closed.DecidedAt
        )
        {
            Reason = closed.Reason,
            Cost = closed.Cost,
        };
}
