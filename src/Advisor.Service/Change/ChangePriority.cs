using Advisor.Core.Decisions;

namespace Advisor.Service.Change;

/// <summary>
/// Which changes of a tick come first: each takes its share of the change rate limit and of the regional quota in this order.
/// </summary>
internal enum ChangePriority
{
    /// <summary>An overload that stands, or a minimum of the settings or of an announced window.</summary>
    Urgent,

    ScaleOut,

    ChangeTier,

    ScaleIn,
}

internal static class ChangePriorities
{
    public static ChangePriority FromDecision(Decision decision) =>
        decision switch
        {
            { Action: ScalingAction.ChangeTier } => ChangePriority.ChangeTier,
            { Action: ScalingAction.ScaleIn } => ChangePriority.ScaleIn,
            { IsUrgent: true } => ChangePriority.Urgent,
            _ => ChangePriority.ScaleOut,
        };

    /// <summary>Whether it waits until every batch of its tick has been evaluated.</summary>
    public static bool WaitsForTick(this ChangePriority priority) => priority is ChangePriority.ChangeTier or ChangePriority.ScaleIn;
}
