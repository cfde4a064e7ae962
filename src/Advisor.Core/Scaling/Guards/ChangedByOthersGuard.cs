using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// Does not revert a change made by others for the policy's <c>respectOthersFor</c>, twice as long with each repetition, except in a
/// sustained overload.
/// </summary>
internal sealed class ChangedByOthersGuard : Guard
{
    public override string Code => ReasonCodes.ChangedByOthers;

    public override int LimitStep(DecisionContext context, int wanted) =>
        !IsRecent(context) || IsExempt(context, wanted) ? wanted
        : context.State.Changes.IsScaleIn ? Math.Min(wanted, context.CurrentStep)
        : Math.Max(wanted, context.CurrentStep);

    public override bool HasRemark(DecisionContext context) => IsRecent(context);

    public override string Describe(DecisionContext context, int wanted)
    {
        var repetition = context.State.OtherController is { Count: > 1 } other ? $" {other.Describe()} The wait doubles each time." : "";
        var who = context.Observation.Fleet.ChangedBy ?? "Someone outside Advisor";
        var age = ComputeAge(context);
        var when = age < TimeSpan.FromMinutes(1) ? "just now" : $"{Wording.FormatDuration(age)} ago";
        return $"{who} changed the size from {Wording.FormatNumber(context.State.Changes.ChangedFrom)} to "
            + $"{Wording.FormatCount(context.State.Changes.Units, "unit")} {when}; "
            + $"Advisor does not reverse that for {Wording.FormatDuration(FindWait(context))}"
            + (IsExempt(context, wanted) && context.State.Changes.IsScaleIn ? DescribeOverload(context) : ".")
            + repetition;
    }

    private static bool IsExempt(DecisionContext context, int wanted) => context.IsOverloaded && wanted > context.CurrentStep;

    private static TimeSpan ComputeAge(DecisionContext context) =>
        TimeSpan.FromMinutes(context.State.DecisionMinute - context.State.Changes.ChangedAt ?? 0);

    private static bool IsRecent(DecisionContext context) =>
        context.State.Changes is { IsOurs: false, ChangedAt: { } at } && context.State.DecisionMinute - at < FindWait(context).TotalMinutes;

    private static TimeSpan FindWait(DecisionContext context) =>
        context.State.OtherController?.ComputeWait(context.Rules.Policy) ?? context.Rules.Policy.RespectOthersFor;
}
