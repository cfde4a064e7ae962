using System.Text.Json;
using Advisor.Lab.LocalAzure.Load;

namespace Advisor.Lab.LocalAzure.Monitor;

/// <summary>
/// Computes the buckets of a series from the demand and writes them: nothing is stored, so that every minute can be queried at any time.
/// </summary>
internal sealed class MetricBuckets
{
    /// <summary>Time from the start of a minute until its metrics are visible.</summary>
    public static readonly TimeSpan Lag = TimeSpan.FromMinutes(2);

    private static readonly JsonEncodedText TimeStamp = JsonEncodedText.Encode("timeStamp");
    private static readonly JsonEncodedText Average = JsonEncodedText.Encode("average");
    private static readonly JsonEncodedText Minimum = JsonEncodedText.Encode("minimum");
    private static readonly JsonEncodedText Maximum = JsonEncodedText.Encode("maximum");
    private static readonly JsonEncodedText Total = JsonEncodedText.Encode("total");
    private static readonly JsonEncodedText Count = JsonEncodedText.Encode("count");

    private readonly MetricsRequest query;
    private readonly JsonEncodedText[] times;

    public MetricBuckets(MetricsRequest query, DateTimeOffset now)
    {
        this.query = query;
        VisibleMinutes = (int)Math.Max(0, Math.Min(query.EndMinute, LocalClock.ToMinute(now - Lag) + 1) - query.StartMinute);
        var buckets = (int)((query.EndMinute - query.StartMinute + query.GrainMinutes - 1) / query.GrainMinutes);
        times = new JsonEncodedText[buckets];
        for (var i = 0; i < buckets; i++)
        {
            times[i] = JsonEncodedText.Encode(FormatTime(query.StartMinute + ((long)i * query.GrainMinutes)));
        }
    }

    /// <summary>Number of visible minutes of the query, from its start.</summary>
    public int VisibleMinutes { get; }

    public static string FormatTime(long minute) => LocalClock.ToTime(minute).UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ssZ");

    /// <summary>Writes the array "data".</summary>
    /// <param name="minutes">Visible minutes from the start of the query.</param>
    /// <param name="value">Returns what a minute adds to a bucket.</param>
    /// <param name="missing">Whether every bucket contains only its time.</param>
    public void Write(
        Utf8JsonWriter writer,
        ReadOnlySpan<LocalMinute> minutes,
        MetricDefinition metric,
        Func<LocalMinute, double> value,
        bool missing
    )
    {
        var aggregations =
            query.RequestedAggregations == Aggregations.None
                ? metric.Primary
                : query.RequestedAggregations & (metric.Supported | Aggregations.Count);
        writer.WriteStartArray("data");
        for (var i = 0; i < times.Length; i++)
        {
            var from = i * query.GrainMinutes;
            var until = Math.Min(from + query.GrainMinutes, minutes.Length);
            var bucket = default(Bucket);
            for (var minute = from; !missing && minute < until; minute++)
            {
                if (!minutes[minute].IsMissing)
                {
                    bucket.Add(value(minutes[minute]));
                }
            }

            Write(writer, times[i], bucket, aggregations);
        }

        writer.WriteEndArray();
    }

    private static void Write(Utf8JsonWriter writer, JsonEncodedText time, Bucket bucket, Aggregations aggregations)
    {
        writer.WriteStartObject();
        writer.WriteString(TimeStamp, time);
        if (bucket.Count > 0)
        {
            WriteIf(Aggregations.Count, Count, bucket.Count);
            WriteIf(Aggregations.Total, Total, bucket.Sum);
            WriteIf(Aggregations.Average, Average, bucket.Sum / bucket.Count);
            WriteIf(Aggregations.Minimum, Minimum, bucket.Min);
            WriteIf(Aggregations.Maximum, Maximum, bucket.Max);
        }

        writer.WriteEndObject();

        void WriteIf(Aggregations one, JsonEncodedText name, double value)
        {
            if ((aggregations & one) != Aggregations.None)
            {
                writer.WriteNumber(name, value);
            }
        }
    }

    private struct Bucket
    {
        public int Count;
        public double Sum;
        public double Min;
        public double Max;

        public void Add(double value)
        {
            Min = Count == 0 ? value : Math.Min(Min, value);
            Max = Count == 0 ? value : Math.Max(Max, value);
            Sum += value;
            Count++;
        }
    }
}
