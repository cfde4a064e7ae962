using System.Globalization;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>One change at a time.</summary>
internal sealed class ChangeInProgressGuard : Guard
{
    public override string Code => ReasonCodes.ChangeInProgress;

    public override int AllowedStep(DecisionContext s, int wanted) => s.Observation.ChangeInProgress ? s.CurrentStep : wanted;

    public override string Describe(DecisionContext s, int wanted) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"A change is in progress; {Wording.Count(s.Ladder[wanted], "unit")} {Wording.IsOrAre(s.Ladder[wanted])} recommended after it."
        );
}
