namespace Advisor.Reporting.OpenMetrics;

/// <summary>The types of OpenMetrics that Advisor uses.</summary>
public enum OpenMetricsType
{
    /// <summary>A value that goes up and down.</summary>
    Gauge,

    /// <summary>A total that only increases; its samples end in <c>_total</c>.</summary>
    Counter,

    /// <summary>Labels that describe something; its samples end in <c>_info</c> and are 1.</summary>
    Info,
}

/// <summary>A metric with all its samples.</summary>
/// <param name="Name">
/// Without the ending of its samples, such as <c>advisor_decisions</c>; with the unit at its end where there is one.
/// </param>
/// <param name="Unit">Such as <c>seconds</c>; null = none.</param>
/// <param name="Help">One sentence.</param>
/// <param name="Samples">No two of them have the same labels.</param>
public sealed record MetricFamily(string Name, OpenMetricsType Type, string? Unit, string Help, IEnumerable<MetricSample> Samples);

/// <param name="Labels">Names and values, in the order in which they are written.</param>
public readonly record struct MetricSample(double Value, IReadOnlyList<KeyValuePair<string, string>> Labels);
