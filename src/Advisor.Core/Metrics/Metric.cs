namespace Advisor.Core.Metrics;

/// <summary>Metrics of one minute, as a set. The names are those of Azure for SignalR and of <see cref="MetricReadings"/>.</summary>
[Flags]
public enum MetricSet
{
    None = 0,
    ServerLoad = 1,
    ConnectionCount = 2,
    ConnectionQuotaUtilization = 4,
    InboundTraffic = 8,
    OutboundTraffic = 16,
    MessageCount = 32,
    SystemErrors = 64,
    ConnectionOpenCount = 128,
}

/// <summary>Aggregation of the samples in a bucket by Azure Monitor.</summary>
public enum MetricAggregation
{
    Maximum,
    Total,
}

/// <summary>What a metric is read for, and so where it may come from.</summary>
public enum MetricUse
{
    /// <summary>The size of a resource: from Azure, from the lines of <c>advisor decide</c>, and from traces.</summary>
    Sizing,

    /// <summary>Signs of a reconnect storm: from Azure and from lines.</summary>
    Storms,

    /// <summary>Alerts on the service itself: from Azure only.</summary>
    Alerts,
}

/// <summary>Returns the value of a metric; null is missing.</summary>
public delegate double? MetricGetter(in MetricReadings readings);

/// <summary>Returns the readings with another value of a metric.</summary>
public delegate MetricReadings MetricSetter(in MetricReadings readings, double? value);

/// <summary>A metric that Advisor reads.</summary>
/// <param name="Key">Which one.</param>
/// <param name="Text">How sentences name it, such as "server load".</param>
/// <param name="Unit">Azure's unit: Percent, Count or Bytes.</param>
/// <param name="Aggregation">The only one that Azure supports, or the only one that decisions use.</param>
/// <param name="Get">Its value in the readings of a minute.</param>
/// <param name="With">The readings with another value.</param>
public sealed record Metric(
    MetricSet Key,
    string Text,
    string Unit,
    MetricAggregation Aggregation,
    MetricGetter Get,
    MetricSetter With,
    MetricUse Use = MetricUse.Sizing
)
{
    /// <summary>Azure's name, the one of SignalR in <see cref="MetricTable"/>.</summary>
    public string Name { get; init; } = Key.ToString();

    /// <summary>Azure's name for Web PubSub; null where that service does not have the metric.</summary>
    public string? WebPubSubName { get; init; } = Key.ToString();

    /// <summary>Highest possible value.</summary>
    public double Max { get; init; } = PossibleReadings.Max;

    /// <summary>Whether the metric adds up over time, such as bytes, in contrast to a level, such as connections.</summary>
    public bool IsTotal => Aggregation == MetricAggregation.Total;

    /// <summary>
    /// Returns the value of a bucket among its aggregations, null where it lacks one: a level is its maximum, or the average where that is
    /// all there is (the default of az); a total cannot be derived from another.
    /// </summary>
    public double? SelectAggregate(double? maximum, double? total, double? average) => IsTotal ? total : maximum ?? average;

    /// <summary>The unit after a number in a text: "%", "bytes", or what is counted.</summary>
    public string UnitText =>
        Unit switch
        {
            "Percent" => "%",
            "Bytes" => "bytes",
            _ => Text,
        };
}
