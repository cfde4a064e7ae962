using Advisor.Core.Metrics;

namespace Advisor.Benchmarks;

/// <summary>A metric that says what is not so.</summary>
/// <param name="Name">What it does, in words.</param>
/// <param name="Report">Readings as they are reported, from the honest ones of a minute and those of the minute before the lie.</param>
internal sealed record Lie(string Name, Func<MetricReadings, MetricReadings, MetricReadings> Report)
{
    private const double OtherUnit = 1024,
        Impossible = 1000;

    public static IReadOnlyList<Lie> All { get; } =
    [
        new("server load stuck at 100", (now, _) => now with { ServerLoad = 100 }),
        new("server load stuck at 99", (now, _) => now with { ServerLoad = 99 }),
        new("server load stuck at 95", (now, _) => now with { ServerLoad = 95 }),
        new("server load 92 to 98", (now, _) => now with { ServerLoad = 92 + ((now.ConnectionCount ?? 0) % 7) }),
        new("server load stuck at 0", (now, _) => now with { ServerLoad = 0 }),
        new(
            "traffic x 1,000",
            (now, _) => now with { InboundTraffic = now.InboundTraffic * Impossible, OutboundTraffic = now.OutboundTraffic * Impossible }
        ),
        new("inbound in another unit", (now, _) => now with { InboundTraffic = now.InboundTraffic * OtherUnit }),
        new("outbound in another unit", (now, _) => now with { OutboundTraffic = now.OutboundTraffic * OtherUnit }),
        new("connections x 10", (now, _) => now with { ConnectionCount = now.ConnectionCount * 10 }),
        new("connections frozen at 0", (now, _) => now with { ConnectionCount = 0 }),
        new("quota frozen at 0", (now, _) => now with { ConnectionQuotaUtilization = 0 }),
        new("all frozen", (_, before) => before),
        new("traffic frozen at 0", (now, _) => now with { InboundTraffic = 0, OutboundTraffic = 0, MessageCount = 0 }),
        new("load and quota missing", (now, _) => now with { ServerLoad = null, ConnectionQuotaUtilization = null }),
    ];
}
