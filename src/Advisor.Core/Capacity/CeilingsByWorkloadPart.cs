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
            table.FindRowOrEquivalent(useCase)
            ?? throw new ArgumentException(WorkloadCheck.DescribeUnmeasured(table, useCase), nameof(part));
        return row.UseCase switch
        {
            UseCase.SendToSmallGroup => CreateForGroup(table, sku, row, UseCaseTraffic.GetGroupSize(table, part)),
            UseCase.SendToConnection => new(
                row,
                CreateLinearCurve(row, row.InboundBytes, sku),
                CreateLinearCurve(row, row.OutboundBytes, sku),
                CreateColumnCurve(row, row.InboundMessages, sku)
            ),
            _ => new(
                row,
                row.InboundIsPublisher ? null : CreateColumnCurve(row, row.InboundBytes, sku),
                CreateColumnCurve(row, row.OutboundBytes, sku),
                null
            ),
        };
    }

    /// <summary>Returns the published columns that this SKU can buy, the last one extended to its largest size.</summary>
    public static CeilingCurve CreateColumnCurve(CapacityRow row, IReadOnlyList<double> values, Sku sku)
    {
        var max = Math.Min(sku.Ladder.Max, sku.MaxMeasuredUnits ?? sku.Ladder.Max);
        var reach = row.Units.Count(units => units <= max);
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
    private static CeilingCurve CreateLinearCurve(CapacityRow row, IReadOnlyList<double> values, Sku sku)
    {
        var columns = CreateColumnCurve(row, values, sku);
        return CreateCurve(row.Units, sku, u => Math.Max(values[0] / row.Units[0] * u, columns.Interpolate(u)));
    }

    private static CeilingCurve CreateCurve(IEnumerable<int> columns, Sku sku, Func<double, double> at)
    {
        var units = columns.Where(u => u <= sku.Ladder.Max).Concat(sku.Ladder.Steps).Distinct().Order().Select(u => (double)u).ToList();
        return new CeilingCurve(units, [.. units.Select(at)]);
    }

    // A message to a group costs one look-up plus one delivery per member, so its cost, 1 / rate, is linear in the members. The guide gives
    // two points at every size: send to connection (one member; it calls a group of one "close to" it) and the small group (ten). At unit
    // 5: 1/5,000 and 1/1,000 s, so 5 members cost 1/1,800 s. From 10 to 19 members the published rate applies; its limit of 10,000 msg/s
    // times 20 members is the outbound ceiling of 100 units, which is why the guide's warning ends there.
    private static CeilingsByWorkloadPart CreateForGroup(CapacityTable table, Sku sku, CapacityRow row, int size)
    {
        var single = table.FindRow(UseCase.SendToConnection);
        var published = CreateColumnCurve(row, row.InboundMessages, sku);
        var measured = UseCaseTraffic.GetMeasuredGroupSize(table);
        if (size >= measured || single is null)
        {
            return new(
                row,
                CreateLinearCurve(row, row.InboundBytes, sku),
                CreateLinearCurve(row, row.OutboundBytes, sku),
                size < UseCaseTraffic.GetMinBigGroupSize(table) ? published : null
            );
        }

        var one = CreateColumnCurve(single, single.InboundMessages, sku);
        var (bytesOfOne, bytesMeasured) = (
            CreateLinearCurve(single, single.InboundBytes, sku),
            CreateLinearCurve(row, row.InboundBytes, sku)
        );
        double ComputeBytes(double units) =>
            InterpolateGroupSize(bytesOfOne.Interpolate(units), bytesMeasured.Interpolate(units), size, measured);
        IReadOnlyList<int> columns = [.. row.Units, .. single.Units];
        return new(
            row,
            CreateCurve(columns, sku, ComputeBytes),
            CreateCurve(columns, sku, units => size * ComputeBytes(units)),
            CreateCurve(columns, sku, units => InterpolateGroupSize(one.Interpolate(units), published.Interpolate(units), size, measured))
        );
    }

    private static double InterpolateGroupSize(double rateOfOne, double rateAsMeasured, int size, int measured) =>
        1 / ((1 / rateOfOne) + ((size - 1) * ((1 / rateAsMeasured) - (1 / rateOfOne)) / (measured - 1)));
}
