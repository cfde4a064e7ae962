namespace Advisor.Reporting.OpenMetrics;

/// <summary>OpenMetrics types used by Advisor.</summary>
public enum OpenMetricsType
{
    /// <summary>A value that can increase and decrease.</summary>
    Gauge,

    /// <summary>A total that only increases; its samples end in <c>_total</c>.</summary>
    Counter,

    /// <summary>Labels with descriptive information; its samples end in <c>_info</c> and are 1.</summary>
    Info,
}

/// <summary>A metric with all its samples.</summary>
/// <param name="Name">
/// Name without the suffix of its samples, such as <c>advisor_decisions</c>; with the unit as suffix if there is one.
/// </param>
/// <param name="Unit">Unit, such as <c>seconds</c>; null = none.</param>
/// <param name="Help">Help text, one sentence.</param>
/// <param name="Samples">Samples, each with distinct labels.</param>
public sealed record MetricFamily(string Name, OpenMetricsType Type, string? Unit, string Help, IEnumerable<MetricSample> Samples);

/// <param name="Labels">Names and values, in output order.</param>
public readonly record struct MetricSample(double Value, IReadOnlyList<KeyValuePair<string, string>> Labels);
