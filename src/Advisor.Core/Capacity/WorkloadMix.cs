namespace Advisor.Core.Capacity;

/// <summary>
/// Ceilings of a whole workload: for each direction, the total bytes per second (client side, at the workload's proportions) at which the
/// first of its limits is met. Computed at every buyable size and published column, and interpolated between them.
/// </summary>
internal sealed class WorkloadMix
{
    private readonly List<Part> parts;
    private readonly LargestRows largest;

    public WorkloadMix(CapacityTable table, Sku sku, Workload workload, bool countsServerLeg)
    {
        largest = LargestRows.Get(table, sku);
        parts = [.. workload.Parts.Where(p => p.Share.Value > 0).Select(p => Part.Create(table, sku, p, countsServerLeg))];

        var weightIn = parts.Sum(p => p.InboundWeight);
        LegOfInbound = weightIn == 0 ? 0 : parts.Sum(p => p.Leg) / parts.Sum(p => p.InboundWeight + p.Leg);
        ClientShareOfOutbound = parts.Sum(p => p.OutboundWeight) / parts.Sum(p => p.OutboundWeight + p.Leg);

        var senders = parts.Where(p => p.Ceilings.Inbound is not null).ToList();
        Inbound = senders.Count == 0 ? null : CreateBytesCurve(senders, p => p.InboundWeight, p => p.Ceilings.Inbound!, largest.Inbound);
        Outbound = CreateBytesCurve(parts, p => p.OutboundWeight, p => p.Ceilings.Outbound, largest.Outbound);
        CountedInbound = senders.Count == 0 ? 1 : ComputeMessageFactor(senders, p => p.InboundWeight);
        CountedOutbound = ComputeMessageFactor(parts, p => p.OutboundWeight);
        var routingLimited = senders.Where(p => p.Ceilings.Routing is not null).ToList();
        var sent = senders.Sum(p => p.InboundWeight);
        Routing =
            routingLimited.Count == 0
                ? null
                : CreateCurve(
                    (u, _) => 1 / routingLimited.Sum(p => p.InboundWeight / sent / (p.MessageBytes * p.Ceilings.Routing!.Interpolate(u)))
                );
        RoutedMessagesPerByte = routingLimited.Count == 0 ? 0 : routingLimited.Sum(p => p.InboundWeight / p.MessageBytes) / sent;
        if (Routing is not null)
        {
            var (received, max) = (parts.Sum(p => p.OutboundWeight), Routing.Interpolate(sku.Ladder.Max) / table.ComputeRounding());
            Routed = new(
                routingLimited.Sum(p => p.InboundWeight) / sent,
                routingLimited.Sum(p => p.OutboundWeight) / received,
                max,
                max * received / sent
            );
        }
    }

    public CeilingCurve? Inbound { get; }

    public CeilingCurve Outbound { get; }

    /// <summary>Total inbound bytes per second at which its routed part reaches the routing limit; null when no part has one.</summary>
    public CeilingCurve? Routing { get; }

    /// <summary>Bytes of the routed part.</summary>
    public RoutedBytes Routed { get; }

    /// <summary>Share of the measured inbound that comes from the app servers; as many bytes of the measured outbound go to them.</summary>
    public double LegOfInbound { get; }

    /// <summary>
    /// Share of the measured outbound that goes to clients, by the declared fan-out; used for minutes without a measured inbound.
    /// </summary>
    public double ClientShareOfOutbound { get; }

    /// <summary>Routed messages per inbound byte: the quantity that the routing limit counts.</summary>
    public double RoutedMessagesPerByte { get; }

    /// <summary>Bytes that the guides count per inbound byte: 1, or more when messages are under 1,024 B.</summary>
    public double CountedInbound { get; }

    /// <summary>Bytes that the guides count per outbound byte: 1, or more when messages are under 1,024 B.</summary>
    public double CountedOutbound { get; }

    private static double ComputeMessageFactor(List<Part> of, Func<Part, double> weight) =>
        of.Sum(p => weight(p) * p.SmallMessageFactor) / of.Sum(weight);

    // Each basic case keeps its own row (parts of one row are added up first, or a case named twice would get twice its capacity); all of
    // them together keep the largest row.
    private CeilingCurve CreateBytesCurve(List<Part> of, Func<Part, double> weight, Func<Part, CeilingCurve> own, double[] highest)
    {
        var total = of.Sum(weight);
        var sum = ComputeMessageFactor(of, weight);
        var rows = of.GroupBy(p => p.Ceilings.Row).Select(row => row.ToList()).ToList();
        return CreateCurve(
            (u, i) =>
                Math.Min(highest[i] / sum, rows.Min(row => total / row.Sum(p => weight(p) * p.SmallMessageFactor / own(p).Interpolate(u))))
        );
    }

    // A sum of equal figures may come out one digit lower in the last place at a larger size; a ceiling never decreases.
    private CeilingCurve CreateCurve(Func<double, int, double> at)
    {
        var highest = 0.0;
        return new CeilingCurve(largest.Units, [.. largest.Units.Select((u, i) => highest = Math.Max(highest, at(u, i)))]);
    }

    /// <param name="InboundWeight">Client-side inbound bytes per event of the whole workload.</param>
    /// <param name="OutboundWeight">Outbound bytes to clients per event.</param>
    /// <param name="Leg">Bytes of one leg between service and app server per event; 0 when none is counted.</param>
    /// <param name="SmallMessageFactor">Counted bytes per byte: 1, or more for messages below the smallest counted size.</param>
    private sealed record Part(
        CeilingsByWorkloadPart Ceilings,
        double MessageBytes,
        double InboundWeight,
        double OutboundWeight,
        double Leg,
        double SmallMessageFactor
    )
    {
        public static Part Create(CapacityTable table, Sku sku, WorkloadPart part, bool countsServerLeg)
        {
            var traffic = UseCaseTraffic.Compute(table, part, countsServerLeg);
            var bytes = part.Share.Value * part.MessageBytes;
            return new Part(
                CeilingsByWorkloadPart.Create(table, sku, part),
                part.MessageBytes,
                bytes * traffic.In,
                bytes * traffic.Out,
                traffic.CrossesTwice ? bytes * traffic.In : 0,
                Math.Max(part.MessageBytes, table.MinMessageBytes) / (double)part.MessageBytes
            );
        }
    }
}
