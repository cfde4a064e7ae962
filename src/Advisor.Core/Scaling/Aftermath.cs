using System.Globalization;
using Advisor.Core.Forecasting;
using Advisor.Core.Metrics;

namespace Advisor.Core.Scaling;

/// <summary>Compares what a change promised with what is seen once it is in force.</summary>
internal static class Aftermath
{
    // So many minutes of metrics at the new size, and a load this far above what was promised, say that the promise was wrong.
    private const int AfterMinutes = 3;
    private const double MissedByPoints = 12, HardlyLower = 0.9;

    /// <summary>
    /// Looks at the last change of ours once, a few minutes after it came into force: where the load stayed up although the units grew, or rose past what a
    /// shrink was to leave, it says so, and what was learned of the load may move again.
    /// </summary>
    public static (Reason? Disappointment, ResourceState State) Compare(ResourceState state, NeedNow need, Observation observation)
    {
        if (state.Changes is not { Compared: false, ChangedAt: { } at } changes || state.Measured < at + AfterMinutes)
        {
            return (null, state);
        }

        var compared = state with { Changes = changes with { Compared = true } };
        if (!changes.Ours || observation.Readings.ServerLoad is not { } seen || Promised(changes, need) is not { } promised || seen - promised <= MissedByPoints
            || (!changes.Shrank && !(seen > HardlyLower * changes.LoadBefore)))
        {
            return (null, compared);
        }

        var reason = changes.Shrank
            ? new Reason(ReasonCodes.ShrinkOverloads, string.Create(
                CultureInfo.InvariantCulture,
                $"The shrink from {changes.ChangedFrom} to {changes.Units} units was to leave a server load of about {promised:0.#} %; {seen:0.#} % is seen. What was learned of the load is learned anew."))
            : new Reason(ReasonCodes.GrowthDidNotHelp, string.Create(
                CultureInfo.InvariantCulture,
                $"The growth from {changes.ChangedFrom} to {changes.Units} units was to lower the server load from {changes.LoadBefore:0.#} to about {promised:0.#} %; {seen:0.#} % is seen. Units may not be what limits it, or the metric stands still: until it moves again, traffic and connections decide."));
        return (reason, compared with { Load = changes.Shrank ? compared.Load.Reopened() : LearnedLoad.Distrusted() });
    }

    /// <summary>
    /// The load to expect after a growth: that before it, as the demand has moved since and shared by more units. A load at the stop promises nothing, since
    /// what it hid is unknown. After a shrink, and where the demand was unknown: what was learned.
    /// </summary>
    private static double? Promised(ChangeLog changes, NeedNow need)
    {
        if (changes.Shrank || changes.LoadBefore is not { } load || changes.DemandBefore is not > 0 || LearnedLoad.PriorLoad(need.Needs) is not { } demand)
        {
            return need.ExpectedLoad;
        }

        return load >= LearnedLoad.SaturatedAt ? null : load * demand / changes.DemandBefore * changes.ChangedFrom / changes.Units;
    }
}
