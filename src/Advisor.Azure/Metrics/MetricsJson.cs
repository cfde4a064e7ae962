using System.Globalization;
using System.Text.Json;
using Advisor.Core.Capacity;

namespace Advisor.Azure.Metrics;

/// <summary>
/// Parses responses of Azure Monitor without building a document: the batch call (<c>{"values":[...]}</c>), the call for one resource, and
/// the output of <c>az monitor metrics list</c>, which has the latter's shape. Properties may come in any order.
/// </summary>
public static class MetricsJson
{
    /// <summary>
    /// Parses a response. A truncated one yields its complete resources, with <see cref="MetricsDocument.IsWhole"/> false.
    /// </summary>
    /// <param name="service">Service whose metric names are read; others are skipped.</param>
    /// <param name="asked">Requested grain, used if the response names none.</param>
    public static MetricsDocument Parse(ReadOnlySpan<byte> utf8, ServiceKind service, TimeSpan asked)
    {
        var catalog = MetricCatalog.ForService(service);
        var resources = new List<ResourceMetrics>();
        var unreadable = new List<string?>();
        try
        {
            var reader = new Utf8JsonReader(utf8);
            reader.Read();
            var single = ReadResource(ref reader, catalog, asked, resources, unreadable);
            if (single is not null)
            {
                resources.Add(single);
            }

            return new MetricsDocument(resources, IsWhole: true) { Unreadable = unreadable };
        }
        catch (Exception exception) when (IsUnreadable(exception))
        {
            return new MetricsDocument(resources, IsWhole: false) { Unreadable = unreadable };
        }
    }

    // The reader throws InvalidOperationException for a value of another type than the contract, and for invalid text.
    private static bool IsUnreadable(Exception exception) =>
        exception is JsonException or InvalidOperationException or FormatException or ArgumentException or OverflowException;

    // The root of a single response and each element of a batch have the same shape; the root of a batch has "values" instead.
    private static ResourceMetrics? ReadResource(
        ref Utf8JsonReader reader,
        ServiceMetrics catalog,
        TimeSpan asked,
        List<ResourceMetrics> batch,
        List<string?> unreadable
    )
    {
        Expect(reader.TokenType, JsonTokenType.StartObject);
        var builder = new ResourceMetricsBuilder(asked);
        var isBatch = false;
        while (NextProperty(ref reader))
        {
            if (reader.ValueTextEquals("values"u8))
            {
                isBatch = true;
                reader.Read();
                for (Expect(reader.TokenType, JsonTokenType.StartArray); NextElement(ref reader); )
                {
                    ReadElement(ref reader, catalog, asked, batch, unreadable);
                }
            }
            else if (reader.ValueTextEquals("value"u8))
            {
                reader.Read();
                for (Expect(reader.TokenType, JsonTokenType.StartArray); NextElement(ref reader); )
                {
                    ReadMetric(ref reader, catalog, builder);
                }
            }
            else if (reader.ValueTextEquals("resourceid"u8))
            {
                reader.Read();
                builder.Id = reader.GetString();
            }
            else if (reader.ValueTextEquals("interval"u8))
            {
                reader.Read();
                builder.Answered = MetricGrain.Parse(reader.GetString());
            }
            else
            {
                reader.Skip();
            }
        }

        return isBatch ? null : builder.Build();
    }

    // An element of another shape than the contract is skipped, and reported by id if possible; invalid JSON still throws.
    private static void ReadElement(
        ref Utf8JsonReader reader,
        ServiceMetrics catalog,
        TimeSpan asked,
        List<ResourceMetrics> batch,
        List<string?> unreadable
    )
    {
        var start = reader;
        try
        {
            if (ReadResource(ref reader, catalog, asked, batch, unreadable) is { } one)
            {
                batch.Add(one);
            }
        }
        catch (Exception exception) when (IsUnreadable(exception))
        {
            reader = start;
            reader.Skip();
            unreadable.Add(ReadId(start));
        }
    }

    private static string? ReadId(Utf8JsonReader element)
    {
        try
        {
            while (
                element.TokenType == JsonTokenType.StartObject ? NextProperty(ref element) : element.TokenType == JsonTokenType.PropertyName
            )
            {
                if (element.ValueTextEquals("resourceid"u8))
                {
                    element.Read();
                    return element.GetString();
                }

                element.Skip();
                element.Read();
            }
        }
        catch (Exception exception) when (IsUnreadable(exception))
        {
            // The id cannot be read.
        }

        return null;
    }

    private static void ReadMetric(ref Utf8JsonReader reader, ServiceMetrics catalog, ResourceMetricsBuilder builder)
    {
        Expect(reader.TokenType, JsonTokenType.StartObject);
        string? name = null,
            errorCode = null;
        builder.BeginMetric();
        while (NextProperty(ref reader))
        {
            if (reader.ValueTextEquals("name"u8))
            {
                reader.Read();
                name = ReadName(ref reader);
            }
            else if (reader.ValueTextEquals("timeseries"u8))
            {
                for (var any = BeginArray(ref reader); any && NextElement(ref reader); )
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
        for (Expect(reader.TokenType, JsonTokenType.StartObject); NextProperty(ref reader); )
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
        for (Expect(reader.TokenType, JsonTokenType.StartObject); NextProperty(ref reader); )
        {
            if (!reader.ValueTextEquals("data"u8))
            {
                reader.Skip();
                continue;
            }

            for (var any = BeginArray(ref reader); any && NextElement(ref reader); )
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
        for (Expect(reader.TokenType, JsonTokenType.StartObject); NextProperty(ref reader); )
        {
            if (reader.ValueTextEquals("timeStamp"u8) || reader.ValueTextEquals("timestamp"u8))
            {
                reader.Read();
                time = ReadTime(ref reader);
            }
            else if (reader.ValueTextEquals("maximum"u8))
            {
                maximum = ReadNumber(ref reader);
            }
            else if (reader.ValueTextEquals("total"u8))
            {
                total = ReadNumber(ref reader);
            }
            else if (reader.ValueTextEquals("average"u8))
            {
                average = ReadNumber(ref reader);
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

    private static DateTimeOffset ReadTime(ref Utf8JsonReader reader) =>
        reader.TryGetDateTimeOffset(out var time)
            ? time.ToUniversalTime()
            : DateTimeOffset.Parse(
                reader.GetString() ?? string.Empty,
                CultureInfo.InvariantCulture,
                DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal
            );

    private static double? ReadNumber(ref Utf8JsonReader reader)
    {
        reader.Read();
        if (reader.TokenType == JsonTokenType.Number)
        {
            return reader.GetDouble();
        }

        // An object or a list in this place is skipped as a whole, so that its content is not taken for the next value.
        reader.Skip();
        return null;
    }

    private static bool NextProperty(ref Utf8JsonReader reader)
    {
        reader.Read();
        return reader.TokenType == JsonTokenType.PropertyName;
    }

    /// <summary>Advances to the list of a property; false if it is null, which counts as empty.</summary>
    private static bool BeginArray(ref Utf8JsonReader reader)
    {
        reader.Read();
        if (reader.TokenType == JsonTokenType.Null)
        {
            return false;
        }

        Expect(reader.TokenType, JsonTokenType.StartArray);
        return true;
    }

    private static bool NextElement(ref Utf8JsonReader reader)
    {
        reader.Read();
        return reader.TokenType != JsonTokenType.EndArray;
    }

    private static void Expect(JsonTokenType found, JsonTokenType expected)
    {
        if (found != expected)
        {
            throw new JsonException($"Expected {expected}, found {found}.");
        }
    }
}
