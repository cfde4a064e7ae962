using System.Globalization;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>Does not revert a change made by others for the policy's <c>respectOthersFor</c>, except in a sustained overload.</summary>
internal sealed class ChangedByOthersGuard : Guard
{
    public override string Code => ReasonCodes.ChangedByOthers;

    public override int LimitStep(DecisionContext context, int wanted) =>
        !IsRecent(context) || (context.IsOverloaded && wanted > context.CurrentStep) ? wanted
        : context.State.Changes.IsScaleIn ? Math.Min(wanted, context.CurrentStep)
        : Math.Max(wanted, context.CurrentStep);

    public override bool HasRemark(DecisionContext context) => IsRecent(context);

    public override string Describe(DecisionContext context, int wanted) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"Someone outside Advisor changed the size from {context.State.Changes.ChangedFrom} to "
                + $"{Wording.FormatCount(context.State.Changes.Units, "unit")} {Wording.FormatDuration(ComputeAge(context))} ago; "
                + $"Advisor does not reverse that for {Wording.FormatDuration(context.Rules.Policy.RespectOthersFor)}."
        );

    private static TimeSpan ComputeAge(DecisionContext context) =>
        TimeSpan.FromMinutes(context.State.DecisionMinute - context.State.Changes.ChangedAt ?? 0);

    private static bool IsRecent(DecisionContext context) =>
        context.State.Changes is { IsOurs: false, ChangedAt: { } at }
        && context.State.DecisionMinute - at < context.Rules.Policy.RespectOthersFor.TotalMinutes;
}
