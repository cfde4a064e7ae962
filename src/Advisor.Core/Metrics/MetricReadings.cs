namespace Advisor.Core.Metrics;

/// <summary>
/// What Azure Monitor reported of one resource for one minute, in Azure's own units. Null is missing, which is never zero.
/// </summary>
/// <param name="ServerLoad">Percent, 0 to 100, relative to the units of that minute.</param>
/// <param name="ConnectionCount">Connections, client and server ones (Web PubSub: <c>TotalConnectionCount</c>).</param>
/// <param name="ConnectionQuotaUtilization">Percent of the connections that the units of that minute hold.</param>
/// <param name="InboundTraffic">Bytes in that minute.</param>
/// <param name="OutboundTraffic">Bytes in that minute.</param>
/// <param name="MessageCount">2-KB pieces of outbound traffic in that minute (SignalR only).</param>
/// <param name="SystemErrors">Percent of operations that failed inside of the service (SignalR only); nothing is sized by it.</param>
/// <param name="ConnectionOpenCount">Connections opened in that minute; nothing is sized by it.</param>
public readonly record struct MetricReadings(
    double? ServerLoad = null,
    double? ConnectionCount = null,
    double? ConnectionQuotaUtilization = null,
    double? InboundTraffic = null,
    double? OutboundTraffic = null,
    double? MessageCount = null,
    double? SystemErrors = null,
    double? ConnectionOpenCount = null
)
{
    /// <summary>True where no metric at all was reported.</summary>
    public bool IsEmpty =>
        ServerLoad is null
        && ConnectionCount is null
        && ConnectionQuotaUtilization is null
        && InboundTraffic is null
        && OutboundTraffic is null
        && MessageCount is null;

    /// <summary>True where the connections were reported and every metric that was is exactly zero.</summary>
    public bool IsZero =>
        ConnectionCount is 0
        && ServerLoad is null or 0
        && ConnectionQuotaUtilization is null or 0
        && InboundTraffic is null or 0
        && OutboundTraffic is null or 0
        && MessageCount is null or 0
        && ConnectionOpenCount is null or 0;
}
