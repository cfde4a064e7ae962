using Advisor.Core.Quantities;
using Advisor.Core.Rules;

namespace Advisor.Core.Scaling.State;

/// <summary>
/// Requested changes that did not take effect, one after another: the size stayed. Null in the state until one is requested, and after one
/// took effect. Not stored: see <see cref="Observations.Observation.AppliesDecisions"/>.
/// </summary>
/// <param name="Count">Requests that had no effect, 0 or more; an open one does not count yet.</param>
/// <param name="LastAt">Minute in which the last of them was found to have none, counted from 1970.</param>
/// <param name="RequestedAt">Minute of the open request; null when none is open.</param>
/// <param name="WasInProgress">Whether the open request was seen in progress.</param>
/// <param name="AreScaleIns">
/// Whether all of them are scale-ins. They say nothing about a scale-out: a caller may leave them out on purpose.
/// </param>
internal sealed record IneffectiveChanges(int Count, int LastAt, int? RequestedAt, bool WasInProgress, bool AreScaleIns)
{
    // For a caller that reports no progress: a change usually takes 3 to 5 minutes. A later effect ends the wait.
    private const int TakesMinutes = 10;

    /// <summary>Returns what is known after a minute: the open request took effect, is in progress, or had no effect.</summary>
    /// <param name="isSameSize">Whether size and SKU are those of the decision before.</param>
    public static IneffectiveChanges? Observe(IneffectiveChanges? known, bool isSameSize, bool isInProgress, int minute) =>
        !isSameSize ? null
        : known?.RequestedAt is not { } requested ? known
        : isInProgress ? known with { WasInProgress = true }
        : known.WasInProgress || minute - requested >= TakesMinutes
            ? known with
            {
                Count = known.Count + 1,
                LastAt = minute,
                RequestedAt = null,
                WasInProgress = false,
            }
        : known;

    /// <summary>
    /// Records a request; one that repeats an open one adds nothing. The first scale-out after scale-ins begins again, with the shortest
    /// wait.
    /// </summary>
    public static IneffectiveChanges Request(IneffectiveChanges? known, bool isScaleIn, int minute) =>
        known is null ? new(0, minute, minute, false, isScaleIn)
        : known.AreScaleIns && !isScaleIn ? new(Math.Min(known.Count, 1), known.LastAt, minute, false, false)
        : known.RequestedAt is null ? known with { RequestedAt = minute }
        : known;

    /// <summary>Whether the next change waits: twice as long after each, as for changes by others, and for an open request.</summary>
    public bool IsWaiting(int minute, PolicyRules policy) =>
        Count > 0 && (RequestedAt is not null || minute - LastAt < ComputeWait(policy).TotalMinutes);

    /// <summary>Returns one sentence: how many changes had no effect, and for how long Advisor requests none.</summary>
    public string Describe(PolicyRules policy)
    {
        var change = AreScaleIns ? "scale-in" : "change";
        return (Count == 1 ? $"The last {change}" : $"The last {Wording.FormatCount(Count, change)}")
            + $" did not take effect: the size did not change. Advisor requests no {change} for "
            + $"{Wording.FormatDuration(ComputeWait(policy))}; the wait doubles each time.";
    }

    private TimeSpan ComputeWait(PolicyRules policy) => OtherController.ComputeWait(policy, Count);
}
