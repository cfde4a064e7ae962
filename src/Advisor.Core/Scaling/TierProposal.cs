using Advisor.Core.Capacity;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling;

/// <summary>Proposed change to another SKU.</summary>
/// <param name="Sku">SKU to change to.</param>
/// <param name="Units">Units of the SKU, a step of its ladder; of a larger tier it may be the units in force.</param>
/// <param name="IsScaleOut">
/// Whether no size of the present SKU suffices; false if the proposal has fewer units because a smaller SKU suffices.
/// </param>
internal sealed record TierProposal(Sku Sku, int Units, bool IsScaleOut)
{
    public Size Size => new(Sku.Name, Units);

    /// <summary>Units that the guards allow of it, beyond every size of the present SKU; null = all of <see cref="Units"/>.</summary>
    public int? AllowedUnits { get; init; }

    /// <summary>Size that is changed to.</summary>
    public Size AllowedSize => new(Sku.Name, AllowedUnits ?? Units);

    /// <summary>
    /// Whether it waits for no overload: the look-back has shown that the present SKU is too small, or a minimum says so. It precedes a
    /// change of size, since it is reached in one step.
    /// </summary>
    public bool IsKnown { get; init; }

    /// <summary>Whether it has the minimum, for which the present SKU has no size.</summary>
    public bool IsForMinimum { get; init; }
}

/// <summary>Verdict on a change of tier.</summary>
internal enum TierVerdict
{
    /// <summary>Apply the change.</summary>
    Change,

    /// <summary>Leave it to a person: the settings, the rules or an autoscale setting do not let Advisor apply it.</summary>
    Advise,

    /// <summary>Suppressed by a guard for now.</summary>
    Hold,
}
