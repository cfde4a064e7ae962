using Advisor.Core.Decisions;

namespace Advisor.Service.Changes;

/// <summary>
/// Priority of a change within its tick, the most urgent first: the order in which changes acquire their share of the change rate limit and
/// of the regional quota.
/// </summary>
internal enum ChangePriority
{
    /// <summary>A sustained overload, or a minimum from the settings or an announced window.</summary>
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

    /// <summary>Whether a change of this priority waits until every batch of its tick has been evaluated.</summary>
    public static bool ShouldWaitForTick(this ChangePriority priority) => priority is ChangePriority.ChangeTier or ChangePriority.ScaleIn;
}
