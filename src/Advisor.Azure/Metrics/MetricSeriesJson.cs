using System.Text.Json;

namespace Advisor.Azure.Metrics;

/// <summary>Reads one metric of an answer: its name, its error, and the points of its series.</summary>
internal static class MetricSeriesJson
{
    public static void Read(ref Utf8JsonReader reader, ServiceMetrics catalog, ResourceMetricsBuilder builder)
    {
        JsonTokens.Expect(reader.TokenType, JsonTokenType.StartObject);
        string? name = null,
            errorCode = null;
        builder.BeginMetric();
        while (JsonTokens.MoveToNextProperty(ref reader))
        {
            if (reader.ValueTextEquals("name"u8))
            {
                reader.Read();
                name = ReadName(ref reader);
            }
            else if (reader.ValueTextEquals("timeseries"u8))
            {
                for (var any = JsonTokens.BeginArray(ref reader); any && JsonTokens.MoveToNextElement(ref reader); )
                {
                    ReadSeries(ref reader, builder);
                }
            }
            else if (reader.ValueTextEquals("errorCode"u8))
            {
                reader.Read();
                errorCode = reader.GetString();
            }
            else
            {
                reader.Skip();
            }
        }

        builder.EndMetric(name is null ? null : catalog.Find(name), name, errorCode);
    }

    private static string? ReadName(ref Utf8JsonReader reader)
    {
        if (reader.TokenType == JsonTokenType.String)
        {
            return reader.GetString();
        }

        string? value = null;
        for (JsonTokens.Expect(reader.TokenType, JsonTokenType.StartObject); JsonTokens.MoveToNextProperty(ref reader); )
        {
            var isValue = reader.ValueTextEquals("value"u8);
            if (isValue)
            {
                reader.Read();
                value = reader.GetString();
            }
            else
            {
                reader.Skip();
            }
        }

        return value;
    }

    private static void ReadSeries(ref Utf8JsonReader reader, ResourceMetricsBuilder builder)
    {
        for (JsonTokens.Expect(reader.TokenType, JsonTokenType.StartObject); JsonTokens.MoveToNextProperty(ref reader); )
        {
            if (!reader.ValueTextEquals("data"u8))
            {
                reader.Skip();
                continue;
            }

            for (var any = JsonTokens.BeginArray(ref reader); any && JsonTokens.MoveToNextElement(ref reader); )
            {
                ReadPoint(ref reader, builder);
            }
        }
    }

    // A bucket without data has only its time stamp, or a count of 0 and no value: nothing is added, since missing is not zero.
    private static void ReadPoint(ref Utf8JsonReader reader, ResourceMetricsBuilder builder)
    {
        DateTimeOffset? time = null;
        double? maximum = null,
            total = null,
            average = null;
        for (JsonTokens.Expect(reader.TokenType, JsonTokenType.StartObject); JsonTokens.MoveToNextProperty(ref reader); )
        {
            if (reader.ValueTextEquals("timeStamp"u8) || reader.ValueTextEquals("timestamp"u8))
            {
                reader.Read();
                time = JsonTokens.ReadTime(ref reader);
            }
            else if (reader.ValueTextEquals("maximum"u8))
            {
                maximum = JsonTokens.ReadNumber(ref reader);
            }
            else if (reader.ValueTextEquals("total"u8))
            {
                total = JsonTokens.ReadNumber(ref reader);
            }
            else if (reader.ValueTextEquals("average"u8))
            {
                average = JsonTokens.ReadNumber(ref reader);
            }
            else
            {
                reader.Skip();
            }
        }

        if (time is { } at)
        {
            builder.Add(at, maximum, total, average);
        }
    }
}
