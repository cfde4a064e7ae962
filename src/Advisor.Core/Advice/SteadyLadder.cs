using Advisor.Core.Capacity;

namespace Advisor.Core.Advice;

/// <summary>
/// Sizes that can be kept, ascending: those of the SKU in force, then the larger ones of the next SKU where the look-back required more
/// than the SKU has and a change of tier is open.
/// </summary>
internal sealed class SteadyLadder
{
    private readonly Sku own;
    private readonly Sku? next;
    private readonly double paidPerUnit;

    /// <param name="next">SKU whose larger sizes count, too; null = none does.</param>
    /// <param name="maxUnits">Largest size of the next SKU that the settings permit.</param>
    public SteadyLadder(Sku own, Sku? next = null, int maxUnits = int.MaxValue)
    {
        int[] larger = next is null ? [] : [.. next.Ladder.Steps.Where(units => units > own.Ladder.Max && units <= maxUnits)];
        (this.own, this.next) = (own, larger.Length > 0 ? next : null);
        Units = larger.Length > 0 ? new UnitLadder([.. own.Ladder.Steps, .. larger]) : own.Ladder;
        paidPerUnit =
            this.next?.UnitPricePerDay is { } price && own.UnitPricePerDay is { Amount: > 0 } unit && price.Currency == unit.Currency
                ? (double)(price.Amount / unit.Amount)
                : 1;
    }

    /// <summary>Unit counts, ascending.</summary>
    public UnitLadder Units { get; }

    /// <summary>Whether a step is a size of the next SKU.</summary>
    public bool IsNextSku(int step) => step >= own.Ladder.Count;

    /// <summary>Returns the SKU of a step.</summary>
    public Sku GetSku(int step) => IsNextSku(step) ? next! : own;

    /// <summary>
    /// Returns the units of the SKU in force that cost as much as a step: more than its units where the next SKU is dearer.
    /// </summary>
    public double GetPaidUnits(int step) => Units[step] * (IsNextSku(step) ? paidPerUnit : 1);
}
