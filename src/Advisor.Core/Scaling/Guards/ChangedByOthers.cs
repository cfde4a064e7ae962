using System.Globalization;

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
        $"The size was changed from {s.State.Changes.ChangedFrom} to {s.State.Changes.Units} units by someone else {s.State.Decided - s.State.Changes.ChangedAt} minutes ago; that is not reversed for {s.Rules.Policy.RespectOthersFor.TotalMinutes:0} minutes.");

    private static bool IsRecent(Situation s) =>
        s.State.Changes is { Ours: false, ChangedAt: { } at } && s.State.Decided - at < s.Rules.Policy.RespectOthersFor.TotalMinutes;
}
