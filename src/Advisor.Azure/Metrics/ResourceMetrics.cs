using System.Runtime.InteropServices;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Text;

namespace Advisor.Azure.Metrics;

/// <summary>Parsed response of Azure Monitor.</summary>
/// <param name="Resources">One entry per complete resource.</param>
/// <param name="IsWhole">False if the response was truncated or is not JSON of this shape.</param>
public sealed record MetricsDocument(IReadOnlyList<ResourceMetrics> Resources, bool IsWhole)
{
    /// <summary>Ids of resources that could not be parsed, null if the id is unknown too; the others are not affected.</summary>
    public IReadOnlyList<string?> Unreadable { get; init; } = [];
}

/// <summary>Metrics of one resource in a response.</summary>
/// <param name="Id">Resource id; null in a response for a single resource.</param>
/// <param name="Grain">Length of the buckets in the response, which may differ from the requested one.</param>
/// <param name="Samples">
/// Samples in ascending order, at the start of their bucket, with totals per minute; buckets without any value are omitted.
/// </param>
/// <param name="Errors">Metrics that failed inside the response.</param>
public sealed record ResourceMetrics(string? Id, TimeSpan Grain, IReadOnlyList<MinuteSample> Samples, IReadOnlyList<MetricError> Errors)
{
    /// <summary>Whether the response lists any metric, with or without values, known or not.</summary>
    public bool HasMetrics { get; init; } = true;
}

/// <summary>Metric that failed inside a response with status 200.</summary>
public sealed record MetricError(string Metric, string Code)
{
    /// <summary>Whether the code of a metric means success; so does a missing code.</summary>
    internal static bool IsSuccess(string? code) => code is null || string.Equals(code, "Success", StringComparison.OrdinalIgnoreCase);
}

/// <summary>Collects the metrics of one resource, whatever the order of the properties.</summary>
internal sealed class ResourceMetricsBuilder(TimeSpan requestedGrain)
{
    private readonly List<DateTimeOffset> times = [];
    private readonly List<MetricReadings> readings = [];
    private List<MetricError> errors = [];
    private readonly List<(DateTimeOffset Time, double? Maximum, double? Total, double? Average)> points = [];
    private int cursor;
    private bool hasMetrics;

    public string? Id { get; set; }

    /// <summary>Grain stated by the response; null if none.</summary>
    public TimeSpan? Answered { get; set; }

    /// <summary>Begins the next resource; the lists keep their room, since fifty resources follow each other.</summary>
    public void Clear()
    {
        times.Clear();
        readings.Clear();
        points.Clear();
        errors = [];
        (Id, Answered, hasMetrics) = (null, null, false);
    }

    public void BeginMetric()
    {
        hasMetrics = true;
        points.Clear();
    }

    public void Add(DateTimeOffset time, double? maximum, double? total, double? average) => points.Add((time, maximum, total, average));

    public void EndMetric(Metric? metric, string? name, string? errorCode)
    {
        if (!MetricError.IsSuccess(errorCode))
        {
            errors.Add(new MetricError(name ?? "?", UntrustedText.Redact(errorCode)));
            return;
        }

        if (metric is null)
        {
            return;
        }

        cursor = 0;
        foreach (var point in points)
        {
            // A time at the end of the calendar overflows with a day added.
            var value = metric.SelectAggregate(point.Maximum, point.Total, point.Average);
            if (value is { } number && ObservationCheck.IsPossible(point.Time))
            {
                var at = FindOrAddSlot(point.Time);
                ref var slot = ref CollectionsMarshal.AsSpan(readings)[at];
                slot = metric.With(slot, number);
            }
        }
    }

    public ResourceMetrics Build()
    {
        var grain = Answered is { } answered && answered > TimeSpan.Zero ? answered : requestedGrain;
        var minutes = grain.TotalMinutes;
        var samples = new MinuteSample[times.Count];
        for (var i = 0; i < samples.Length; i++)
        {
            // 300 MB in a bucket of five minutes are 60 MB a minute; levels do not change.
            var perMinute = minutes == 1 ? readings[i] : readings[i].ConvertTotals(MetricTable.All, total => total / minutes);
            samples[i] = new MinuteSample(times[i], perMinute.DropImpossible());
        }

        return new ResourceMetrics(Id, grain, samples, errors) { HasMetrics = hasMetrics };
    }

    // Times stay ascending. Most metrics have the same times in the same order, so the next one is almost always at the cursor.
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
}
