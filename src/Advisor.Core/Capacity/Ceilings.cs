using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity;

/// <summary>
/// What a guide promises of one use case at one size, as its table has it: rates that stop growing stop growing here too.
/// </summary>
/// <param name="Row">The row it was read from.</param>
/// <param name="LowerColumn">The published unit count at or below the size; 0 below the first column.</param>
/// <param name="UpperColumn">The published unit count at or above the size; the last column beyond it.</param>
/// <param name="IsInterpolated">True where the guide has no column for this size and SKU, so that the figures are ours.</param>
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

/// <summary>Reads the tables at any size that can be bought.</summary>
public static class Ceilings
{
    /// <summary>
    /// The ceiling of a use case at a size: straight lines between published columns, flat on a flat stretch, never more than the last
    /// column.
    /// </summary>
    /// <returns>
    /// Null where the edition did not measure the use case or one in its place (<see cref="WorkloadCheck.FindRowOrEquivalent"/>).
    /// </returns>
    /// <exception cref="ArgumentOutOfRangeException">The SKU is not sold with that many units.</exception>
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
    /// Whether a figure of this row at this size is ours and not the guide's: no column, or Premium_P2 at 100 units, where the column was
    /// measured on a SKU whose routing does not scale out.
    /// </summary>
    public static bool IsInterpolated(CapacityRow row, Sku sku, int units) =>
        !row.Units.Contains(units) || (sku.LiftsRoutingWall && units == sku.Ladder.Min);
}
