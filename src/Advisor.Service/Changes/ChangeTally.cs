using System.Text.Json.Serialization;
using Advisor.Core.Fleet;

namespace Advisor.Service.Changes;

/// <summary>
/// Results of the changes of a resource, stored with its state and updated with the end of each; alerts read it every tick.
/// </summary>
/// <param name="AppliedSku">SKU of the last verified change; null if there was none.</param>
/// <param name="AppliedUnits">Units of the last verified change; null if there was none.</param>
/// <param name="FailedInARow">
/// Failed or refused changes since then, or since the alert about them was resolved because no change was wanted any more.
/// </param>
/// <param name="State">Final state of the last change.</param>
/// <param name="Text">Text recorded for its end.</param>
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

    /// <summary>SKU that the last change requested; null in a row of an older version.</summary>
    public string? ToSku { get; init; }

    /// <summary>Reason for the last change, in words; null if not recorded.</summary>
    public string? Reason { get; init; }

    /// <summary>Additional cost or saving of the last change per month, in words; null when no price is known.</summary>
    public string? Cost { get; init; }

    /// <summary>Durations of the last verified changes, newest last, at most five; null before the first.</summary>
    public IReadOnlyList<TimeSpan>? Durations { get; init; }

    /// <summary>Version of the row that was read; null for one that was not read.</summary>
    [JsonIgnore]
    public string? ETag { get; init; }

    /// <summary>
    /// Returns the duration to expect of a change of this resource: the longest of the last five; null if none is known. Longer than a
    /// change can be followed, it is that of a pause of Advisor, and does not count.
    /// </summary>
    /// <param name="interval">Time between two ticks, by which the end of a change is seen late.</param>
    public TimeSpan? FindChangeTime(TimeSpan interval) =>
        (Durations ?? [])
            .Where(duration => duration <= ChangeLimits.MaxDecisionAge + ChangeLimits.Timeout + interval)
            .Max(duration => (TimeSpan?)duration);

    /// <summary>Describes the end of a change that did not succeed: "was refused (Locked)", "failed".</summary>
    internal string DescribeFailure() =>
        (State == ChangeState.Refused ? "was refused" : "failed") + (Code == nameof(ChangeState.Failed) ? "" : $" ({Code})");

    /// <summary>Returns the results including one more closed change; a canceled one does not count.</summary>
    internal static ChangeTally? Advance(ChangeTally? before, ChangeRecord closed) =>
        closed.State switch
        {
            ChangeState.Verified => Create(closed, closed.ToSku, closed.ToUnits, 0) with
            {
                Durations = [.. (before?.Durations ?? []).TakeLast(MaxDurations - 1), ComputeDuration(closed)],
                ETag = before?.ETag,
            },
            ChangeState.Failed or ChangeState.Refused => Create(
                closed,
                before?.AppliedSku,
                before?.AppliedUnits,
                (before?.FailedInARow ?? 0) + 1
            ) with
            {
                Durations = before?.Durations,
                ETag = before?.ETag,
            },
            _ => before,
        };

    /// <summary>
    /// Returns the results where the resource has the size of the last change although that failed; null where it has not, or they say so.
    /// One that Azure was still making succeeded late. One that Azure had ended did not: someone else has set the size, and its failures
    /// end. So do those of an earlier resource of the same id, after which no change waits for an hour.
    /// </summary>
    internal ChangeTally? FindLateEnd(FleetResource resource, DateTimeOffset now) =>
        State is not (ChangeState.Failed or ChangeState.Refused) ? null
        : resource.IsCreatedSince(At, now) ? this with { FailedInARow = 0, State = ChangeState.Canceled, Code = ChangeLimits.Recreated }
        : ToSku is not { } sku || !resource.IsSettled || !resource.HasSize(new(sku, ToUnits)) ? null
        : Code == ChangeLimits.TimedOut && now - At < ChangeLimits.LateFor
            ? this with
            {
                AppliedSku = sku,
                AppliedUnits = ToUnits,
                FailedInARow = 0,
                State = ChangeState.Verified,
                Code = null,
                Text = "In effect, later than Advisor had waited for it.",
                At = now,
            }
        : FailedInARow > 0 ? this with { FailedInARow = 0 }
        : null;

    // From the decision, since a lead starts at the decision; the time until an approval does not count.
    private static TimeSpan ComputeDuration(ChangeRecord closed) =>
        (closed.ClosedAt ?? closed.DecisionTime) - (closed.ApprovalId is null ? closed.DecisionTime : closed.SentAt ?? closed.DecisionTime);

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
            ToSku = closed.ToSku,
            Reason = closed.Reason,
            Cost = closed.Cost,
        };
}
