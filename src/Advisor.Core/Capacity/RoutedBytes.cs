using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity;

/// <summary>
/// Bytes of the messages that routing limits. Byte ceilings of their rows are taken linear in the units, although the guides measured no
/// more bytes than messages: beyond the most that routing carries, bytes are no reason for more units.
/// </summary>
/// <param name="InboundShare">Their share of the inbound bytes; 0 when routing sets no limit.</param>
/// <param name="OutboundShare">Their share of the outbound bytes to clients.</param>
/// <param name="MaxInbound">
/// Total inbound bytes per second at which routing carries no more at any size, as the guides print them: 20 MB for 10,000 messages of
/// 2,048 B.
/// </param>
/// <param name="MaxOutbound">Total outbound bytes per second to clients that go with them, in the proportions of the workload.</param>
internal readonly record struct RoutedBytes(double InboundShare, double OutboundShare, double MaxInbound, double MaxOutbound)
{
    /// <summary>Returns the bytes that a resource carries whose routing has a target above the figures of the guide.</summary>
    public RoutedBytes RaiseTo(Ratio target) =>
        target.Value > 1 ? this with { MaxInbound = MaxInbound * target.Value, MaxOutbound = MaxOutbound * target.Value } : this;

    /// <summary>
    /// Returns the share of the bytes of a demand, in each direction, that some size carries. Outbound bytes that were counted were
    /// delivered: where the metrics show fewer than those of all inbound messages, routing has dropped the others already.
    /// </summary>
    public (double Inbound, double Outbound) FindCarriedShares(in Demand demand)
    {
        if (InboundShare == 0 || !(demand.InboundBytes > MaxInbound))
        {
            return (1, 1);
        }

        var inbound = MaxInbound / demand.InboundBytes.Value;
        var outbound = Math.Max(inbound, Math.Min(1, MaxOutbound / demand.OutboundBytes ?? 1));
        return (1 - (InboundShare * (1 - inbound)), 1 - (OutboundShare * (1 - outbound)));
    }
}
