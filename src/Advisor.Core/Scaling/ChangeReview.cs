using Advisor.Core.Decisions;
using Advisor.Core.Forecasting;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.State;

namespace Advisor.Core.Scaling;

/// <summary>Compares the predicted effect of a change with the metrics after it.</summary>
internal static class ChangeReview
{
    // Minutes of metrics at the new size, and excess of the load over the prediction, that disprove it.
    private const int AfterMinutes = 3;
    private const double MissedByPoints = 12,
        MinReduction = 0.9;

    // A processor that is full serves more at a larger size. Connections, part of the demand, stay: so much of the difference shows it.
    private const double ServesMore = 0.4;

    // Longest wait for a minute with the metrics that the prediction needs.
    private const int WaitMinutes = 10;

    /// <summary>
    /// Reviews the last change by Advisor once, a few minutes after it is in force. If the load stayed high after a scale-out, or rose
    /// above the prediction for a scale-in, returns a reason, and the load model is relearned.
    /// </summary>
    public static (Reason? UnmetExpectation, ResourceState State) Compare(ResourceState state, RequiredUnits need, Observation observation)
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
        if (!changes.IsOurs || observation.Readings.ServerLoad is not { } seen || EstimateLoad(changes, need, seen) is not { } promised)
        {
            return (null, compared);
        }

        if (!(HasOnlyServerLoad(changes, need) ? HasNotHelped(changes, promised, seen) : IsWorseThanExpected(changes, promised, seen)))
        {
            var hasHelped =
                !changes.IsScaleIn && (changes.LoadBefore >= ServerLoadModel.SaturatedAt || !HasNotHelped(changes, promised, seen));
            return (null, hasHelped ? compared with { LoadModel = compared.LoadModel.Confirm(changes.Units, seen) } : compared);
        }

        var reason = changes.IsScaleIn
            ? new Reason(
                ReasonCodes.ScaleInOverloads,
                $"The scale-in from {changes.ChangedFrom} to {Wording.FormatCount(changes.Units, "unit")} was expected to leave a "
                    + $"server load of about {promised:0.#} %; it is {seen:0.#} %. The load model is being relearned."
            )
            : new Reason(
                ReasonCodes.ScaleOutDidNotHelp,
                $"The scale-out from {changes.ChangedFrom} to {Wording.FormatCount(changes.Units, "unit")} was expected to lower "
                    + $"the server load from {changes.LoadBefore:0.#} % to about {promised:0.#} %; it is {seen:0.#} %. "
                    + $"Either units do not limit it or the metric is stuck: until it moves, traffic and connections decide."
            );
        return (reason, compared with { LoadModel = changes.IsScaleIn ? compared.LoadModel.Reopen() : compared.LoadModel.Distrust() });
    }

    /// <summary>Whether only server load can show the effect of a scale-out.</summary>
    private static bool HasOnlyServerLoad(SizeChangeHistory changes, RequiredUnits need) =>
        changes is { IsScaleIn: false, LoadBefore: not null } && (changes.DemandBefore is not > 0 || need.PriorLoad is null);

    private static bool IsWorseThanExpected(SizeChangeHistory changes, double promised, double seen) =>
        seen - promised > MissedByPoints && (changes.IsScaleIn || seen > MinReduction * changes.LoadBefore);

    /// <summary>Whether less than half of the predicted reduction was reached.</summary>
    private static bool HasNotHelped(SizeChangeHistory changes, double promised, double seen) => seen > (changes.LoadBefore + promised) / 2;

    /// <summary>
    /// Returns the predicted load; null when nothing is predicted. After a scale-out: the load before it, scaled by the change of demand
    /// and by the units; without the scaling if demand is unknown. A saturated load, whose true value is unknown, falls or serves more at a
    /// larger size; where it does neither, what traffic and connections explain is the prediction. After a scale-in: the prediction of the
    /// load model.
    /// </summary>
    private static double? EstimateLoad(SizeChangeHistory changes, RequiredUnits need, double seen)
    {
        if (changes.IsScaleIn || changes.LoadBefore is not { } load)
        {
            return need.ExpectedLoad;
        }

        var ratio = (double)changes.Units / changes.ChangedFrom;
        if (changes.DemandBefore is not > 0 || need.PriorLoad is not { } demand)
        {
            return load / ratio;
        }

        var served = demand / changes.DemandBefore.Value;
        return load < ServerLoadModel.SaturatedAt ? load * served / ratio
            : seen < ServerLoadModel.SaturatedAt || served >= 1 + (ServesMore * (ratio - 1)) ? seen
            : need.ExpectedLoad;
    }
}
