namespace Advisor.Core.Metrics;

/// <summary>Metrics of one minute, as a set.</summary>
[Flags]
public enum MetricSet
{
    None = 0,

    /// <inheritdoc cref="MetricReadings.ServerLoad"/>
    ServerLoad = 1,

    /// <inheritdoc cref="MetricReadings.ConnectionCount"/>
    ConnectionCount = 2,

    /// <inheritdoc cref="MetricReadings.ConnectionQuotaUtilization"/>
    ConnectionQuotaUtilization = 4,

    /// <inheritdoc cref="MetricReadings.InboundTraffic"/>
    InboundTraffic = 8,

    /// <inheritdoc cref="MetricReadings.OutboundTraffic"/>
    OutboundTraffic = 16,

    /// <inheritdoc cref="MetricReadings.MessageCount"/>
    MessageCount = 32,

    /// <inheritdoc cref="MetricReadings.SystemErrors"/>
    SystemErrors = 64,

    /// <inheritdoc cref="MetricReadings.ConnectionOpenCount"/>
    ConnectionOpenCount = 128,
}
