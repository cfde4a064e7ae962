using System.Globalization;
using Advisor.Core.Decisions;
using Advisor.Core.Forecasting;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.State;

namespace Advisor.Core.Scaling;

/// <summary>Compares what a change promised with what is seen once it is in force.</summary>
internal static class ChangeReview
{
    // So many minutes of metrics at the new size, and a load this far above what was promised, say that the promise was wrong.
    private const int AfterMinutes = 3;
    private const double MissedByPoints = 12,
        HardlyLower = 0.9;

    // A minute without the metrics that the promise needs is waited out so long.
    private const int WaitMinutes = 10;

    /// <summary>
    /// Looks at the last change of ours once, a few minutes after it came into force: where the load stayed up after a scale-out, or rose
    /// past what a scale-in was expected to leave, it says so, and the load model may move again.
    /// </summary>
    public static (Reason? Disappointment, ResourceState State) Compare(ResourceState state, RequiredUnits need, Observation observation)
    {
        if (state.Changes is not { IsReviewed: false, ChangedAt: { } at } changes || state.MeasuredMinute < at + AfterMinutes)
        {
            return (null, state);
        }

        var isComplete = observation.Readings.ServerLoad is not null && (changes.DemandBefore is null || need.PriorLoad is not null);
        if (changes.IsOurs && !isComplete && state.MeasuredMinute < at + AfterMinutes + WaitMinutes)
        {
            return (null, state);
        }

        var compared = state with { Changes = changes with { IsReviewed = true } };
        if (
            !changes.IsOurs
            || observation.Readings.ServerLoad is not { } seen
            || ExpectedLoad(changes, need) is not { } promised
            || !(HasOnlyServerLoad(changes, need) ? HasNotHelped(changes, promised, seen) : IsWorseThanExpected(changes, promised, seen))
        )
        {
            return (null, compared);
        }

        var reason = changes.IsScaleIn
            ? new Reason(
                ReasonCodes.ScaleInOverloads,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"The scale-in from {changes.ChangedFrom} to {Wording.Count(changes.Units, "unit")} was expected to leave a "
                        + $"server load of about {promised:0.#} %; it is {seen:0.#} %. The load model is being relearned."
                )
            )
            : new Reason(
                ReasonCodes.ScaleOutDidNotHelp,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"The scale-out from {changes.ChangedFrom} to {Wording.Count(changes.Units, "unit")} was expected to lower "
                        + $"the server load from {changes.LoadBefore:0.#} % to about {promised:0.#} %; it is {seen:0.#} %. "
                        + $"Either units do not limit it or the metric is stuck: until it moves, traffic and connections decide."
                )
            );
        return (reason, compared with { LoadModel = changes.IsScaleIn ? compared.LoadModel.Reopened() : ServerLoadModel.Distrusted() });
    }

    /// <summary>Whether only the server load can show what a scale-out has done.</summary>
    private static bool HasOnlyServerLoad(SizeChangeHistory changes, RequiredUnits need) =>
        changes is { IsScaleIn: false, LoadBefore: not null } && (changes.DemandBefore is not > 0 || need.PriorLoad is null);

    private static bool IsWorseThanExpected(SizeChangeHistory changes, double promised, double seen) =>
        seen - promised > MissedByPoints && (changes.IsScaleIn || seen > HardlyLower * changes.LoadBefore);

    /// <summary>On the word of the server load alone: less than half of what the scale-out was to take away is gone.</summary>
    private static bool HasNotHelped(SizeChangeHistory changes, double promised, double seen) => seen > (changes.LoadBefore + promised) / 2;

    /// <summary>
    /// The load to expect after a scale-out: that before it, as the demand has moved since and shared by more units. A load at the stop
    /// promises nothing, since what it hid is unknown. Where the demand is unknown, the same without it. After a scale-in: what was
    /// learned.
    /// </summary>
    private static double? ExpectedLoad(SizeChangeHistory changes, RequiredUnits need)
    {
        if (changes.IsScaleIn || changes.LoadBefore is not { } load)
        {
            return need.ExpectedLoad;
        }

        if (changes.DemandBefore is not > 0 || need.PriorLoad is not { } demand)
        {
            return load * changes.ChangedFrom / changes.Units;
        }

        return load >= ServerLoadModel.SaturatedAt ? null : load * demand / changes.DemandBefore * changes.ChangedFrom / changes.Units;
    }
}
