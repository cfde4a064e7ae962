using System.Globalization;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Guards;

/// <summary>Someone else changed the size and had a reason: for the policy's <c>respectOthersFor</c> it is not changed back the other way, a standing overload excepted.</summary>
internal sealed class ChangedByOthers : Guard
{
    public override string Code => ReasonCodes.ChangedByOthers;

    public override int Allowed(Situation s, int wanted) => !IsRecent(s) || (s.IsOverloaded && wanted > s.InForce)
        ? wanted
        : s.State.Changes.Shrank ? Math.Min(wanted, s.InForce) : Math.Max(wanted, s.InForce);

    public override bool Speaks(Situation s) => IsRecent(s);

    public override string Text(Situation s, int wanted) => string.Create(
        CultureInfo.InvariantCulture,
        $"Somebody else changed the size from {s.State.Changes.ChangedFrom} to {Wording.Counted(s.State.Changes.Units, "unit")} {Wording.Duration(TimeSpan.FromMinutes(s.State.Decided - s.State.Changes.ChangedAt ?? 0))} ago; Advisor does not reverse that for {Wording.Duration(s.Rules.Policy.RespectOthersFor)}.");

    private static bool IsRecent(Situation s) =>
        s.State.Changes is { Ours: false, ChangedAt: { } at } && s.State.Decided - at < s.Rules.Policy.RespectOthersFor.TotalMinutes;
}
