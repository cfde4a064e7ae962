namespace Advisor.Core.Metrics;

/// <summary>Metrics that Azure Monitor reported for one resource and one minute, in Azure's units. Null is missing, never zero.</summary>
/// <param name="ServerLoad">Percent, 0 to 100, relative to the units of that minute.</param>
/// <param name="ConnectionCount">Client and server connections (Web PubSub: <c>TotalConnectionCount</c>).</param>
/// <param name="ConnectionQuotaUtilization">Percent of the connections that the units of that minute accept.</param>
/// <param name="InboundTraffic">Bytes in that minute.</param>
/// <param name="OutboundTraffic">Bytes in that minute.</param>
/// <param name="MessageCount">2-KB pieces of outbound traffic in that minute (SignalR only).</param>
/// <param name="SystemErrors">Percent of operations that failed inside the service (SignalR only); not used for sizing.</param>
/// <param name="ConnectionOpenCount">Connections opened in that minute; not used for sizing.</param>
/// <param name="Impossible">Metrics that were reported with an impossible value and count as missing.</param>
public readonly record struct MetricReadings(
    double? ServerLoad = null,
    double? ConnectionCount = null,
    double? ConnectionQuotaUtilization = null,
    double? InboundTraffic = null,
    double? OutboundTraffic = null,
    double? MessageCount = null,
    double? SystemErrors = null,
    double? ConnectionOpenCount = null,
    MetricSet Impossible = MetricSet.None
)
{
    /// <summary>Whether no metric was reported.</summary>
    public bool IsEmpty =>
        ServerLoad is null
        && ConnectionCount is null
        && ConnectionQuotaUtilization is null
        && InboundTraffic is null
        && OutboundTraffic is null
        && MessageCount is null;

    /// <summary>Whether connections were reported and every reported metric is exactly zero.</summary>
    public bool IsZero =>
        ConnectionCount is 0
        && ServerLoad is null or 0
        && ConnectionQuotaUtilization is null or 0
        && InboundTraffic is null or 0
        && OutboundTraffic is null or 0
        && MessageCount is null or 0
        && ConnectionOpenCount is null or 0;

    /// <summary>Whether every metric that a scale-in needs was reported; connections count by either of their metrics.</summary>
    public bool HasAllRequired() =>
        this
            is { ServerLoad: not null, InboundTraffic: not null, OutboundTraffic: not null }
                and ({ ConnectionCount: not null } or { ConnectionQuotaUtilization: not null });

    /// <summary>
    /// Returns the metrics that decide the size, linear between two readings; missing where either is. One by one and not by <see
    /// cref="MetricTable"/>, since a look-back interpolates 19,000 minutes: an evaluation spent 7 % of its time on it.
    /// </summary>
    /// <param name="way">Share of the way from the first to the second, 0 to 1.</param>
    public static MetricReadings Interpolate(in MetricReadings from, in MetricReadings to, double way) =>
        new(
            Interpolate(from.ServerLoad, to.ServerLoad, way),
            Interpolate(from.ConnectionCount, to.ConnectionCount, way),
            Interpolate(from.ConnectionQuotaUtilization, to.ConnectionQuotaUtilization, way),
            Interpolate(from.InboundTraffic, to.InboundTraffic, way),
            Interpolate(from.OutboundTraffic, to.OutboundTraffic, way),
            Interpolate(from.MessageCount, to.MessageCount, way)
        );

    private static double? Interpolate(double? from, double? to, double way) => from + ((to - from) * way);
}
