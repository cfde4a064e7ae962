using System.Collections.Immutable;

namespace Advisor.Core.Metrics;

/// <summary>
/// The metrics that Advisor reads, and the only place with Azure's names for them. Names, units and aggregations are those of Azure
/// Monitor's lists of supported metrics for <c>microsoft-signalrservice-signalr</c> and <c>-webpubsub</c> (edition of 2026-07-13). Levels
/// are read at their maximum, since the busiest instance determines the latency and connections are counted at their peak.
/// </summary>
public static class MetricTable
{
    private const MetricAggregation Maximum = MetricAggregation.Maximum,
        Total = MetricAggregation.Total;

    /// <summary>Every metric, in the order of <see cref="MetricReadings"/>.</summary>
    public static ImmutableArray<Metric> All { get; } =
    [
        new(MetricSet.ServerLoad, "server load", "Percent", Maximum, (in r) => r.ServerLoad, (in r, v) => r with { ServerLoad = v })
        {
            Max = PossibleReadings.MaxPercent,
        },
        new(
            MetricSet.ConnectionCount,
            "connections",
            "Count",
            Maximum,
            (in r) => r.ConnectionCount,
            (in r, v) => r with { ConnectionCount = v }
        )
        {
            WebPubSubName = "TotalConnectionCount",
        },
        new(
            MetricSet.ConnectionQuotaUtilization,
            "connection quota utilization",
            "Percent",
            Maximum,
            (in r) => r.ConnectionQuotaUtilization,
            (in r, v) => r with { ConnectionQuotaUtilization = v }
        ),
        new(
            MetricSet.InboundTraffic,
            "inbound traffic",
            "Bytes",
            Total,
            (in r) => r.InboundTraffic,
            (in r, v) => r with { InboundTraffic = v }
        ),
        new(
            MetricSet.OutboundTraffic,
            "outbound traffic",
            "Bytes",
            Total,
            (in r) => r.OutboundTraffic,
            (in r, v) => r with { OutboundTraffic = v }
        ),
        new(MetricSet.MessageCount, "messages", "Count", Total, (in r) => r.MessageCount, (in r, v) => r with { MessageCount = v })
        {
            WebPubSubName = null,
        },
        new(
            MetricSet.SystemErrors,
            "system errors",
            "Percent",
            Maximum,
            (in r) => r.SystemErrors,
            (in r, v) => r with { SystemErrors = v },
            MetricUse.Alerts
        )
        {
            WebPubSubName = null,
            Max = PossibleReadings.MaxPercent,
        },
        new(
            MetricSet.ConnectionOpenCount,
            "opened connections",
            "Count",
            Total,
            (in r) => r.ConnectionOpenCount,
            (in r, v) => r with { ConnectionOpenCount = v },
            MetricUse.Storms
        ),
    ];

    /// <summary>The metrics that decide the size.</summary>
    public static ImmutableArray<Metric> Sizing { get; } = [.. All.Where(metric => metric.Use == MetricUse.Sizing)];

    /// <summary>Names in the lines of <c>advisor decide</c>, those of both services; some metrics have two.</summary>
    public static IReadOnlyList<(string Name, Metric Metric)> LineNames { get; } =
    [
        .. from metric in All
        where metric.Use != MetricUse.Alerts
        from name in new[] { metric.Name, metric.WebPubSubName ?? metric.Name }.Distinct(StringComparer.Ordinal)
        select (name, metric),
    ];

    /// <summary>Finds a metric that decides the size by a name of either service, case-insensitive; null for any other.</summary>
    public static Metric? FindForSizing(string name) =>
        Sizing.FirstOrDefault(metric =>
            string.Equals(metric.Name, name, StringComparison.OrdinalIgnoreCase)
            || string.Equals(metric.WebPubSubName, name, StringComparison.OrdinalIgnoreCase)
        );

    /// <summary>Whether only Web PubSub has a metric of this name that decides the size, case-insensitive.</summary>
    public static bool IsOfWebPubSub(string name) =>
        FindForSizing(name) is { } metric && !string.Equals(metric.Name, name, StringComparison.OrdinalIgnoreCase);

    /// <summary>Returns readings whose metrics come each from the same metric of two others.</summary>
    /// <param name="metrics">The metrics to compute; the rest are missing.</param>
    public static MetricReadings Combine(
        ImmutableArray<Metric> metrics,
        in MetricReadings one,
        in MetricReadings other,
        Func<double?, double?, double?> combine
    )
    {
        var all = default(MetricReadings);
        foreach (var metric in metrics)
        {
            all = metric.With(all, combine(metric.Get(one), metric.Get(other)));
        }

        return all;
    }

    /// <summary>Returns the readings with other totals, such as those of a mean minute; levels and the other metrics stay.</summary>
    public static MetricReadings ConvertTotals(
        this in MetricReadings readings,
        ImmutableArray<Metric> metrics,
        Func<double, double> convert
    )
    {
        var converted = readings;
        foreach (var metric in metrics)
        {
            if (metric.IsTotal && metric.Get(readings) is { } total)
            {
                converted = metric.With(converted, convert(total));
            }
        }

        return converted;
    }
}
