using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity;

/// <summary>Published throughput of one use case at one size. Rates that level off in the table level off here.</summary>
/// <param name="Row">Row that the figures come from.</param>
/// <param name="LowerColumn">Published unit count at or below the size; 0 below the first column.</param>
/// <param name="UpperColumn">Published unit count at or above the size; the last column if the size is beyond it.</param>
/// <param name="IsInterpolated">Whether the guide has no column for this size and SKU, so that the figures are interpolated.</param>
public sealed record Ceiling(
    CapacityRow Row,
    string Sku,
    int Units,
    double Connections,
    MessageRate InboundMessages,
    MessageRate OutboundMessages,
    ByteRate InboundBytes,
    ByteRate OutboundBytes,
    int LowerColumn,
    int UpperColumn,
    bool IsInterpolated
);

/// <summary>Reads the capacity tables at any size that can be bought.</summary>
public static class Ceilings
{
    /// <summary>
    /// Returns the ceiling of a use case at a size: interpolated between published columns, flat on a flat stretch, never above the last
    /// column.
    /// </summary>
    /// <returns>
    /// Null if the edition measured neither the use case nor an equivalent (<see cref="WorkloadCheck.FindRowOrEquivalent"/>).
    /// </returns>
    /// <exception cref="ArgumentOutOfRangeException">The SKU is not sold with this unit count.</exception>
    public static Ceiling? Find(CapacityTable table, UseCase useCase, Sku sku, int units)
    {
        if (!sku.Ladder.Contains(units))
        {
            throw new ArgumentOutOfRangeException(nameof(units), units, $"{sku.Name} is not sold with that many units.");
        }

        if (table.FindRowOrEquivalent(useCase) is not { } row)
        {
            return null;
        }

        double Read(IReadOnlyList<double> values) => CeilingsByWorkloadPart.Columns(row, values, sku).At(units);
        return new Ceiling(
            row,
            sku.Name,
            units,
            (double)sku.ConnectionsPerUnit * units,
            new MessageRate(row.InboundIsPublisher ? row.InboundMessages[0] : Read(row.InboundMessages)),
            new MessageRate(Read(row.OutboundMessages)),
            new ByteRate(row.InboundIsPublisher ? row.InboundBytes[0] : Read(row.InboundBytes)),
            new ByteRate(Read(row.OutboundBytes)),
            row.Units.LastOrDefault(u => u <= units),
            row.Units.Append(row.Units[^1]).First(u => u >= units || u == row.Units[^1]),
            IsInterpolated(row, sku, units)
        );
    }

    /// <summary>
    /// Whether the figures of a row at this size are interpolated: no column, or Premium_P2 at 100 units, a column that was measured on a
    /// SKU whose routing does not scale out.
    /// </summary>
    public static bool IsInterpolated(CapacityRow row, Sku sku, int units) =>
        !row.Units.Contains(units) || (sku.LiftsRoutingWall && units == sku.Ladder.Min);
}
