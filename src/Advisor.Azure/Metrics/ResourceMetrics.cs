using System.Runtime.InteropServices;
using Advisor.Core.Metrics;
using Advisor.Core.Text;

namespace Advisor.Azure.Metrics;

/// <summary>What an answer of Azure Monitor holds.</summary>
/// <param name="Resources">One for each resource that came whole.</param>
/// <param name="IsWhole">False where the answer was cut off or is no JSON of this shape.</param>
public sealed record MetricsDocument(IReadOnlyList<ResourceMetrics> Resources, bool IsWhole)
{
    /// <summary>
    /// The ids of those that came in a form that cannot be read, null where not even that is known; they hide none of the others.
    /// </summary>
    public IReadOnlyList<string?> Unreadable { get; init; } = [];
}

/// <summary>The metrics of one resource in an answer.</summary>
/// <param name="Id">The resource; null in an answer for a single one.</param>
/// <param name="Grain">Length of the buckets, as answered, which may differ from what was asked for.</param>
/// <param name="Samples">
/// Ascending; a sample stands at the start of its bucket, totals are per minute of it; buckets without any value are left out.
/// </param>
/// <param name="Errors">Metrics that failed inside the answer.</param>
public sealed record ResourceMetrics(string? Id, TimeSpan Grain, IReadOnlyList<MinuteSample> Samples, IReadOnlyList<MetricError> Errors);

/// <summary>A metric that failed inside an answer with status 200.</summary>
public sealed record MetricError(string Metric, string Code, string Message)
{
    /// <summary>Whether the code of a metric means that it came: one that has none did.</summary>
    internal static bool IsSuccess(string? code) => code is null || string.Equals(code, "Success", StringComparison.OrdinalIgnoreCase);
}

/// <summary>Collects the metrics of one resource, whatever the order of the properties.</summary>
internal sealed class ResourceMetricsBuilder(TimeSpan asked)
{
    private readonly List<DateTimeOffset> times = [];
    private readonly List<MetricReadings> readings = [];
    private readonly List<MetricError> errors = [];
    private readonly List<(DateTimeOffset Time, double? Maximum, double? Total, double? Average)> points = [];
    private int cursor;

    public string? Id { get; set; }

    /// <summary>The grain that the answer names, if any.</summary>
    public TimeSpan? Answered { get; set; }

    public void BeginMetric() => points.Clear();

    public void Add(DateTimeOffset time, double? maximum, double? total, double? average) => points.Add((time, maximum, total, average));

    public void EndMetric(CatalogMetric? metric, string? name, string? errorCode, string? errorMessage)
    {
        if (!MetricError.IsSuccess(errorCode))
        {
            errors.Add(new MetricError(name ?? "?", UntrustedText.Redacted(errorCode), UntrustedText.Redacted(errorMessage)));
            return;
        }

        if (metric is null)
        {
            return;
        }

        cursor = 0;
        foreach (var point in points)
        {
            // A level may be given as an average only (what az prints by default); a sum cannot be made from one.
            var value = metric.IsTotal ? point.Total : point.Maximum ?? point.Average;
            if (value is { } number && double.IsFinite(number))
            {
                var at = FindOrAddSlot(point.Time);
                ref var slot = ref CollectionsMarshal.AsSpan(readings)[at];
                slot = metric.With(slot, number);
            }
        }
    }

    public ResourceMetrics Build()
    {
        var grain = Answered is { } answered && answered > TimeSpan.Zero ? answered : asked;
        var minutes = grain.TotalMinutes;
        var samples = new MinuteSample[times.Count];
        for (var i = 0; i < samples.Length; i++)
        {
            samples[i] = new MinuteSample(times[i], minutes == 1 ? readings[i] : ConvertToPerMinute(readings[i], minutes));
        }

        return new ResourceMetrics(Id, grain, samples, errors);
    }

    // The times stay ascending. Every metric has mostly the same ones in the same order, so the next is nearly always where the cursor
    // stands.
    private int FindOrAddSlot(DateTimeOffset time)
    {
        if (cursor < times.Count && times[cursor] == time)
        {
            return cursor++;
        }

        var at = times.BinarySearch(time);
        if (at < 0)
        {
            at = ~at;
            times.Insert(at, time);
            readings.Insert(at, default);
        }

        cursor = at + 1;
        return at;
    }

    // 300 MB in a bucket of five minutes are 60 MB a minute; levels stay as they are.
    private static MetricReadings ConvertToPerMinute(MetricReadings values, double minutes) =>
        values with
        {
            InboundTraffic = values.InboundTraffic / minutes,
            OutboundTraffic = values.OutboundTraffic / minutes,
            MessageCount = values.MessageCount / minutes,
            ConnectionOpenCount = values.ConnectionOpenCount / minutes,
        };
}
