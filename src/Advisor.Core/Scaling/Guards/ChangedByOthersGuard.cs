using System.Globalization;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>
/// Someone else changed the size and had a reason: for the policy's <c>respectOthersFor</c> it is not changed back the other way, a
/// standing overload excepted.
/// </summary>
internal sealed class ChangedByOthersGuard : Guard
{
    public override string Code => ReasonCodes.ChangedByOthers;

    public override int AllowedStep(DecisionContext s, int wanted) =>
        !IsRecent(s) || (s.IsOverloaded && wanted > s.CurrentStep) ? wanted
        : s.State.Changes.IsScaleIn ? Math.Min(wanted, s.CurrentStep)
        : Math.Max(wanted, s.CurrentStep);

    public override bool HasRemark(DecisionContext s) => IsRecent(s);

    public override string Describe(DecisionContext s, int wanted) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"Someone outside Advisor changed the size from {s.State.Changes.ChangedFrom} to "
                + $"{Wording.Count(s.State.Changes.Units, "unit")} "
                + $"{Wording.Duration(TimeSpan.FromMinutes(s.State.DecisionMinute - s.State.Changes.ChangedAt ?? 0))} ago; "
                + $"Advisor does not reverse that for {Wording.Duration(s.Rules.Policy.RespectOthersFor)}."
        );

    private static bool IsRecent(DecisionContext s) =>
        s.State.Changes is { IsOurs: false, ChangedAt: { } at }
        && s.State.DecisionMinute - at < s.Rules.Policy.RespectOthersFor.TotalMinutes;
}
