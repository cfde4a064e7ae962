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
    /// <param name="requestedGrain">Requested grain, used if the response names none.</param>
    public static MetricsDocument Parse(ReadOnlySpan<byte> utf8, ServiceKind service, TimeSpan requestedGrain)
    {
        var catalog = MetricCatalog.GetMetrics(service);
        var resources = new List<ResourceMetrics>();
        var unreadable = new List<string?>();
        try
        {
            var reader = new Utf8JsonReader(utf8);
            reader.Read();
            var single = ReadResource(ref reader, catalog, requestedGrain, resources, unreadable);
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
        TimeSpan requestedGrain,
        List<ResourceMetrics> batch,
        List<string?> unreadable
    )
    {
        JsonTokens.Expect(reader.TokenType, JsonTokenType.StartObject);
        var builder = new ResourceMetricsBuilder(requestedGrain);
        var isBatch = false;
        while (JsonTokens.MoveToNextProperty(ref reader))
        {
            if (reader.ValueTextEquals("values"u8))
            {
                isBatch = true;
                reader.Read();
                for (JsonTokens.Expect(reader.TokenType, JsonTokenType.StartArray); JsonTokens.MoveToNextElement(ref reader); )
                {
                    ReadElement(ref reader, catalog, requestedGrain, batch, unreadable);
                }
            }
            else if (reader.ValueTextEquals("value"u8))
            {
                reader.Read();
                for (JsonTokens.Expect(reader.TokenType, JsonTokenType.StartArray); JsonTokens.MoveToNextElement(ref reader); )
                {
                    MetricSeriesJson.Read(ref reader, catalog, builder);
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
        TimeSpan requestedGrain,
        List<ResourceMetrics> batch,
        List<string?> unreadable
    )
    {
        var start = reader;
        try
        {
            if (ReadResource(ref reader, catalog, requestedGrain, batch, unreadable) is { } one)
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
                element.TokenType == JsonTokenType.StartObject
                    ? JsonTokens.MoveToNextProperty(ref element)
                    : element.TokenType == JsonTokenType.PropertyName
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
}
