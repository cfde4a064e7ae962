using System.Globalization;
using Advisor.Core.Forecasting;
using Advisor.Core.Metrics;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling;

/// <summary>Compares what a change promised with what is seen once it is in force.</summary>
internal static class Aftermath
{
    // So many minutes of metrics at the new size, and a load this far above what was promised, say that the promise was wrong.
    private const int AfterMinutes = 3;
    private const double MissedByPoints = 12, HardlyLower = 0.9;

    // A minute without the metrics that the promise needs is waited out so long.
    private const int WaitMinutes = 10;

    /// <summary>
    /// Looks at the last change of ours once, a few minutes after it came into force: where the load stayed up after a scale-out, or rose past what a scale-in
    /// was expected to leave, it says so, and the load model may move again.
    /// </summary>
    public static (Reason? Disappointment, ResourceState State) Compare(ResourceState state, NeedNow need, Observation observation)
    {
        if (state.Changes is not { Compared: false, ChangedAt: { } at } changes || state.Measured < at + AfterMinutes)
        {
            return (null, state);
        }

        var isComplete = observation.Readings.ServerLoad is not null
            && (changes.DemandBefore is null || need.PriorLoad is not null);
        if (changes.Ours && !isComplete && state.Measured < at + AfterMinutes + WaitMinutes)
        {
            return (null, state);
        }

        var compared = state with { Changes = changes with { Compared = true } };
        if (!changes.Ours || observation.Readings.ServerLoad is not { } seen || Promised(changes, need) is not { } promised
            || !(IsAlone(changes, need) ? HasNotHelped(changes, promised, seen) : HasDisappointed(changes, promised, seen)))
        {
            return (null, compared);
        }

        var reason = changes.Shrank
            ? new Reason(ReasonCodes.ShrinkOverloads, string.Create(
                CultureInfo.InvariantCulture,
                $"The scale-in from {changes.ChangedFrom} to {Wording.Counted(changes.Units, "unit")} was expected to leave a server load of about {promised:0.#} %; it is {seen:0.#} %. The load model is being relearned."))
            : new Reason(ReasonCodes.GrowthDidNotHelp, string.Create(
                CultureInfo.InvariantCulture,
                $"The scale-out from {changes.ChangedFrom} to {Wording.Counted(changes.Units, "unit")} was expected to lower the server load from {changes.LoadBefore:0.#} % to about {promised:0.#} %; it is {seen:0.#} %. Either units do not limit it or the metric is stuck: until it moves, traffic and connections decide."));
        return (reason, compared with { Load = changes.Shrank ? compared.Load.Reopened() : LearnedLoad.Distrusted() });
    }

    /// <summary>Whether nothing but the server load can tell what a scale-out has done.</summary>
    private static bool IsAlone(ChangeLog changes, NeedNow need) =>
        changes is { Shrank: false, LoadBefore: not null }
            && (changes.DemandBefore is not > 0 || need.PriorLoad is null);

    private static bool HasDisappointed(ChangeLog changes, double promised, double seen) =>
        seen - promised > MissedByPoints && (changes.Shrank || seen > HardlyLower * changes.LoadBefore);

    /// <summary>On the word of the server load alone: less than half of what the scale-out was to take away is gone.</summary>
    private static bool HasNotHelped(ChangeLog changes, double promised, double seen) =>
        seen > (changes.LoadBefore + promised) / 2;

    /// <summary>
    /// The load to expect after a scale-out: that before it, as the demand has moved since and shared by more units. A load at the stop promises
    /// nothing, since what it hid is unknown. Where the demand is unknown, the same without it. After a scale-in: what was learned.
    /// </summary>
    private static double? Promised(ChangeLog changes, NeedNow need)
    {
        if (changes.Shrank || changes.LoadBefore is not { } load)
        {
            return need.ExpectedLoad;
        }

        if (changes.DemandBefore is not > 0 || need.PriorLoad is not { } demand)
        {
            return load * changes.ChangedFrom / changes.Units;
        }

        return load >= LearnedLoad.SaturatedAt ? null : load * demand / changes.DemandBefore * changes.ChangedFrom / changes.Units;
    }
}
