using System.Buffers;
using System.Text.Json;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Lab.LocalAzure.Load;
using Advisor.Lab.LocalAzure.Resources;

namespace Advisor.Lab.LocalAzure.Monitor;

/// <summary>Writes the metrics of one resource, as both metrics calls return them under "value".</summary>
internal sealed class MetricWriter(MetricsRequest query, MetricBuckets buckets, LocalAzureFaults faults, CallKind call)
{
    // Azure documents top as a limit per resource; series of batches of four and more were missing as if it were one of the whole answer
    // (azure-sdk-for-go, issue 22757). A client must be right under both.
    private int left = query.Split.Count == 0 ? int.MaxValue : query.Top;

    /// <param name="id">Id as written in the response.</param>
    /// <param name="resource">
    /// The resource; null when there is none or the namespace belongs to another type: every series is empty then, without an error.
    /// </param>
    public void Write(Utf8JsonWriter writer, string id, LocalResource? resource)
    {
        var rented = ArrayPool<LocalMinute>.Shared.Rent(buckets.VisibleMinutes);
        var minutes = rented.AsSpan(0, buckets.VisibleMinutes);
        resource?.Read(query.StartMinute, minutes);
        WriteMetrics(writer, id, resource, minutes);
        ArrayPool<LocalMinute>.Shared.Return(rented);
    }

    private void WriteMetrics(Utf8JsonWriter writer, string id, LocalResource? resource, ReadOnlySpan<LocalMinute> minutes)
    {
        writer.WriteStartArray("value");
        foreach (var metric in query.Metrics)
        {
            writer.WriteStartObject();
            writer.WriteString("id", $"{id}/providers/Microsoft.Insights/metrics/{metric.Name}");
            writer.WriteString("type", "Microsoft.Insights/metrics");
            WriteName(writer, metric.Name, metric.Title);
            writer.WriteString("displayDescription", metric.Description);
            writer.WriteString("unit", metric.Unit);
            var error = FindError(metric, resource);
            writer.WriteStartArray("timeseries");
            if (resource is not null && error is null)
            {
                WriteSeries(writer, resource, minutes, metric);
            }

            writer.WriteEndArray();
            writer.WriteString("errorCode", error?.Code ?? "Success");
            if (error is { } failed)
            {
                writer.WriteString("errorMessage", failed.Message);
            }

            writer.WriteEndObject();
        }

        writer.WriteEndArray();
    }

    /// <summary>Writes an object with a value and its display name.</summary>
    public static void WriteName(Utf8JsonWriter writer, string value, string localized)
    {
        writer.WriteStartObject("name");
        writer.WriteString("value", value);
        writer.WriteString("localizedValue", localized);
        writer.WriteEndObject();
    }

    // A metric fails by itself because of a fault, or when it supports none of the requested aggregations.
    private (string Code, string Message)? FindError(MetricDefinition metric, LocalResource? resource)
    {
        if (resource is not null && faults.TryTrigger([FaultKind.MetricError], call, resource.Id, metric.Name) is not null)
        {
            return ("InternalServerError", $"The metric {metric.Name} could not be read.");
        }

        var none =
            query.RequestedAggregations != Aggregations.None
            && (query.RequestedAggregations & (metric.Supported | Aggregations.Count)) == Aggregations.None;
        return none
            ? ("InvalidSamplingType", $"Sampling type is not found. Metric:{metric.Name}, SamplingType:{query.RequestedAggregations}.")
            : null;
    }

    private void WriteSeries(Utf8JsonWriter writer, LocalResource resource, ReadOnlySpan<LocalMinute> minutes, MetricDefinition metric)
    {
        var missing = faults.TryTrigger([FaultKind.MetricMissing], call, resource.Id, metric.Name) is not null;
        foreach (var (labels, share) in ListSplits(metric).Take(left))
        {
            left--;
            writer.WriteStartObject();
            writer.WriteStartArray("metadatavalues");
            foreach (var (name, value) in labels)
            {
                writer.WriteStartObject();
                WriteName(writer, name.ToLowerInvariant(), name.ToLowerInvariant());
                writer.WriteString("value", value);
                writer.WriteEndObject();
            }

            writer.WriteEndArray();
            if (!query.MetadataOnly)
            {
                buckets.Write(writer, minutes, metric, minute => metric.ComputeAdditional(minute, resource.Noise, labels, share), missing);
            }

            writer.WriteEndObject();
        }
    }

    // All combinations of the requested values of the dimensions in the filter.
    private IEnumerable<(IReadOnlyList<(string Name, string Value)> Labels, double Share)> ListSplits(MetricDefinition metric)
    {
        IEnumerable<(IReadOnlyList<(string, string)> Labels, double Share)> splits = [([], 1.0)];
        foreach (var dimension in metric.Dimensions.Where(d => query.Split.ContainsKey(d.Name)))
        {
            var requested = query.Split[dimension.Name];
            var values = dimension
                .Values.Where(v =>
                    requested.Contains("*", StringComparer.Ordinal) || requested.Contains(v.Value, StringComparer.OrdinalIgnoreCase)
                )
                .ToList();
            splits = splits.SelectMany(s =>
                values.Select(v => ((IReadOnlyList<(string, string)>)[.. s.Labels, (dimension.Name, v.Value)], s.Share * v.Share))
            );
        }

        return splits;
    }
}
