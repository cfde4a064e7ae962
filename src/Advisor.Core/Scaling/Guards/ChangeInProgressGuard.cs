using System.Globalization;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>Allows one change at a time.</summary>
internal sealed class ChangeInProgressGuard : Guard
{
    public override string Code => ReasonCodes.ChangeInProgress;

    public override int AllowedStep(DecisionContext context, int wanted) =>
        context.Observation.ChangeInProgress ? context.CurrentStep : wanted;

    public override string Describe(DecisionContext context, int wanted) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"A change is in progress; "
                + $"{Wording.Count(context.Ladder[wanted], "unit")} {Wording.IsOrAre(context.Ladder[wanted])} recommended after it."
        );
}
