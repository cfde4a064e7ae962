using Advisor.Core.Settings;

namespace Advisor.Core.Scaling.State;

/// <summary>First scale-in of a resource by Advisor, as it came into force; see <see cref="ScalingTrust.Gradual"/>.</summary>
/// <param name="Minute">Minute in which the smaller size was first observed, counted from 1970.</param>
/// <param name="From">Units before it.</param>
internal sealed record FirstScaleIn(int Minute, int From)
{
    /// <summary>Returns the last change, if it is a scale-in by Advisor.</summary>
    public static FirstScaleIn? Find(SizeChangeHistory changes) =>
        changes is { IsOurs: true, IsScaleIn: true, ChangedAt: { } at } ? new(at, changes.ChangedFrom) : null;

    /// <summary>Moves a minute after another to that one: the clock went back.</summary>
    public FirstScaleIn MoveFutureTo(int minute) => Minute > minute ? this with { Minute = minute } : this;
}
