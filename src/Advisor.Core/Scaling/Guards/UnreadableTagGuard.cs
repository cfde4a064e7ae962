using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// Makes the scale-ins of mode auto advisory while a tag that limits what Advisor may do cannot be read: what it was to prevent is not
/// known.
/// </summary>
internal sealed class UnreadableTagGuard : Guard
{
    public override string Code => ReasonCodes.UnreadableTag;

    /// <summary>Whether Advisor makes no scale-in by itself because of a tag.</summary>
    public static bool KeepsSize(DecisionContext context) =>
        context.Settings.Mode == AdvisorMode.Auto && context.Settings.FindTagAgainstScaleIn(context.Now) is not null;

    public override bool IsAdvisory(DecisionContext context) => KeepsSize(context);

    public override int LimitStep(DecisionContext context, int wanted) =>
        wanted < context.CurrentStep && IsAdvisory(context) ? context.CurrentStep : wanted;

    public override string Describe(DecisionContext context, int wanted) =>
        $"The tag {context.Settings.UnreadableTag} cannot be read, so Advisor does not scale in by itself: "
        + $"{Wording.FormatCount(context.Ladder[wanted], "unit")} {Wording.FormatIsOrAre(context.Ladder[wanted])} advisory. "
        + "Correct or remove the tag.";
}
