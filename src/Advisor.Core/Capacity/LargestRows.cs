using System.Runtime.CompilerServices;

namespace Advisor.Core.Capacity;

/// <summary>
/// The largest inbound and outbound rows of an edition on a SKU, at every buyable size and published column. They depend on no workload
/// and are most of the work of a <see cref="WorkloadMix"/>, which every tick creates for every resource: computed once for each edition.
/// </summary>
/// <param name="Units">Sizes and columns, ascending.</param>
/// <param name="Inbound">Bytes per second into the service at each of them.</param>
/// <param name="Outbound">Bytes per second to clients at each of them.</param>
internal sealed record LargestRows(double[] Units, double[] Inbound, double[] Outbound)
{
    // Kept as long as the edition itself, with the few SKUs that there are.
    private static readonly ConditionalWeakTable<CapacityTable, ConditionalWeakTable<Sku, LargestRows>> Known = [];

    public static LargestRows Get(CapacityTable table, Sku sku) => Known.GetOrCreateValue(table).GetValue(sku, _ => Create(table, sku));

    private static LargestRows Create(CapacityTable table, Sku sku)
    {
        double[] units =
        [
            .. table
                .Rows.SelectMany(row => row.Units)
                .Where(u => u <= sku.Ladder.Max)
                .Concat(sku.Ladder.Steps)
                .Distinct()
                .Order()
                .Select(u => (double)u),
        ];
        return new(units, FindLargest(row => row.InboundBytes), FindLargest(row => row.OutboundBytes));

        double[] FindLargest(Func<CapacityRow, IReadOnlyList<double>> bytes)
        {
            CeilingCurve[] curves = [.. table.Rows.Select(row => CeilingsByWorkloadPart.CreateColumnCurve(row, bytes(row), sku))];
            return [.. units.Select(u => curves.Max(row => row.Interpolate(u)))];
        }
    }
}
