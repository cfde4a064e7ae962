namespace Advisor.Core.Capacity;

/// <summary>
/// Ceilings of one basic case on one SKU, as curves over the units. Byte ceilings of small groups and of send to connection are linear in
/// the units, but never below a published column; <see cref="Routing"/> carries what levels off in their rows.
/// </summary>
/// <param name="Row">Row behind the ceilings.</param>
/// <param name="Inbound">
/// Bytes per second into the service; null for broadcast and big groups, whose inbound is never the limiting factor.
/// </param>
/// <param name="Outbound">Bytes per second to clients.</param>
/// <param name="Routing">Routable messages per second into the service; null when routing sets no limit.</param>
internal sealed record CeilingsByWorkloadPart(CapacityRow Row, CeilingCurve? Inbound, CeilingCurve Outbound, CeilingCurve? Routing)
{
    /// <summary>Creates the ceilings of a part of the workload on a SKU.</summary>
    /// <exception cref="ArgumentException">The edition did not measure the use case.</exception>
    public static CeilingsByWorkloadPart Create(CapacityTable table, Sku sku, WorkloadPart part)
    {
        var useCase =
            part.UseCase == UseCase.SendToBigGroup && UseCaseTraffic.IsSmallGroup(table, part) ? UseCase.SendToSmallGroup : part.UseCase;
        var row =
            table.FindRowOrEquivalent(useCase) ?? throw new ArgumentException(WorkloadCheck.NotMeasured(table, useCase), nameof(part));
        return row.UseCase switch
        {
            UseCase.SendToSmallGroup => Group(table, sku, row, UseCaseTraffic.GroupSize(table, part)),
            UseCase.SendToConnection => new(
                row,
                Linear(row, row.InboundBytes, sku),
                Linear(row, row.OutboundBytes, sku),
                Columns(row, row.InboundMessages, sku)
            ),
            _ => new(row, row.InboundIsPublisher ? null : Columns(row, row.InboundBytes, sku), Columns(row, row.OutboundBytes, sku), null),
        };
    }

    /// <summary>Returns the published columns that this SKU can buy, the last one extended to its largest size.</summary>
    public static CeilingCurve Columns(CapacityRow row, IReadOnlyList<double> values, Sku sku)
    {
        var reach = row.Units.Count(units => units <= sku.Ladder.Max);
        List<double> units = [.. row.Units.Take(reach).Select(u => (double)u)];
        List<double> taken = [.. values.Take(reach)];
        if (reach == 0 || units[^1] < sku.Ladder.Max)
        {
            var end = reach == 0 ? values[0] * sku.Ladder.Max / row.Units[0] : taken[^1];
            units.Add(sku.Ladder.Max);
            taken.Add(end);
        }

        return new CeilingCurve(units, taken);
    }

    // A line through the first column, raised at columns where the guide measured more: 2,500 msg/s of small groups at 10 units of the 2019
    // edition, 200 at 1.
    private static CeilingCurve Linear(CapacityRow row, IReadOnlyList<double> values, Sku sku)
    {
        var columns = Columns(row, values, sku);
        return Curve(row.Units, sku, u => Math.Max(values[0] / row.Units[0] * u, columns.Interpolate(u)));
    }

    private static CeilingCurve Curve(IEnumerable<int> columns, Sku sku, Func<double, double> at)
    {
        var units = columns.Where(u => u <= sku.Ladder.Max).Concat(sku.Ladder.Steps).Distinct().Order().Select(u => (double)u).ToList();
        return new CeilingCurve(units, [.. units.Select(at)]);
    }

    // A message to a group costs one look-up plus one delivery per member, so its cost, 1 / rate, is linear in the members. The guide gives
    // two points at every size: send to connection (one member; it calls a group of one "close to" it) and the small group (ten). At unit
    // 5: 1/5,000 and 1/1,000 s, so 5 members cost 1/1,800 s. From 10 to 19 members the published rate applies; its limit of 10,000 msg/s
    // times 20 members is the outbound ceiling of 100 units, which is why the guide's warning ends there.
    private static CeilingsByWorkloadPart Group(CapacityTable table, Sku sku, CapacityRow row, int size)
    {
        var single = table.FindRow(UseCase.SendToConnection);
        var published = Columns(row, row.InboundMessages, sku);
        var measured = UseCaseTraffic.MeasuredGroupSize(table);
        if (size >= measured || single is null)
        {
            return new(
                row,
                Linear(row, row.InboundBytes, sku),
                Linear(row, row.OutboundBytes, sku),
                size < UseCaseTraffic.BigGroupFrom(table) ? published : null
            );
        }

        var one = Columns(single, single.InboundMessages, sku);
        var (bytesOfOne, bytesMeasured) = (Linear(single, single.InboundBytes, sku), Linear(row, row.InboundBytes, sku));
        double Bytes(double units) => Between(bytesOfOne.Interpolate(units), bytesMeasured.Interpolate(units), size, measured);
        IReadOnlyList<int> columns = [.. row.Units, .. single.Units];
        return new(
            row,
            Curve(columns, sku, Bytes),
            Curve(columns, sku, units => size * Bytes(units)),
            Curve(columns, sku, units => Between(one.Interpolate(units), published.Interpolate(units), size, measured))
        );
    }

    private static double Between(double rateOfOne, double rateAsMeasured, int size, int measured) =>
        1 / ((1 / rateOfOne) + ((size - 1) * ((1 / rateAsMeasured) - (1 / rateOfOne)) / (measured - 1)));
}
