using System.Buffers;
using System.Text.Json;
using Advisor.Core.Capacity;
using Advisor.Core.Metrics;

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
    public static MetricsDocument Parse(ReadOnlySpan<byte> utf8, ServiceKind service, TimeSpan requestedGrain) =>
        Parse(new Utf8JsonReader(utf8), service, requestedGrain);

    /// <summary>Parses a response in several pieces.</summary>
    internal static MetricsDocument Parse(in ReadOnlySequence<byte> utf8, ServiceKind service, TimeSpan requestedGrain) =>
        utf8.IsSingleSegment ? Parse(utf8.FirstSpan, service, requestedGrain) : Parse(new Utf8JsonReader(utf8), service, requestedGrain);

    private static MetricsDocument Parse(Utf8JsonReader reader, ServiceKind service, TimeSpan requestedGrain)
    {
        var content = new Content(MetricCatalog.GetMetrics(service), requestedGrain);
        try
        {
            reader.Read();
            if (ReadResource(ref reader, content) is { } single)
            {
                content.Resources.Add(single);
            }

            return content.ToDocument(isWhole: true);
        }
        catch (Exception exception) when (IsUnreadable(exception))
        {
            return content.ToDocument(isWhole: false);
        }
    }

    // The reader throws InvalidOperationException for a value of another type than the contract, and for invalid text.
    private static bool IsUnreadable(Exception exception) =>
        exception is JsonException or InvalidOperationException or FormatException or ArgumentException or OverflowException;

    // The root of a single response and each element of a batch have the same shape; the root of a batch has "values" instead.
    private static ResourceMetrics? ReadResource(ref Utf8JsonReader reader, Content content)
    {
        JsonTokens.Expect(reader.TokenType, JsonTokenType.StartObject);
        var builder = content.BeginResource();
        var isBatch = false;
        while (JsonTokens.MoveToNextProperty(ref reader))
        {
            if (reader.ValueTextEquals("values"u8))
            {
                isBatch = true;
                reader.Read();
                for (JsonTokens.Expect(reader.TokenType, JsonTokenType.StartArray); JsonTokens.MoveToNextElement(ref reader); )
                {
                    ReadElement(ref reader, content);
                }
            }
            else if (reader.ValueTextEquals("value"u8))
            {
                reader.Read();
                for (JsonTokens.Expect(reader.TokenType, JsonTokenType.StartArray); JsonTokens.MoveToNextElement(ref reader); )
                {
                    MetricSeriesJson.Read(ref reader, content.Catalog, builder);
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
                builder.Answered = MetricInterval.Parse(reader.GetString());
            }
            else
            {
                reader.Skip();
            }
        }

        return isBatch ? null : content.EndResource(builder);
    }

    // An element of another shape than the contract is skipped, and reported by id if possible; invalid JSON still throws.
    private static void ReadElement(ref Utf8JsonReader reader, Content content)
    {
        var start = reader;
        try
        {
            if (ReadResource(ref reader, content) is { } one)
            {
                content.Resources.Add(one);
            }
        }
        catch (Exception exception) when (IsUnreadable(exception))
        {
            reader = start;
            reader.Skip();
            content.Unreadable.Add(ReadId(start));
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

    /// <summary>Content of a response so far.</summary>
    private sealed class Content(ServiceMetrics catalog, TimeSpan requestedGrain)
    {
        private ResourceMetricsBuilder? spare;

        public ServiceMetrics Catalog { get; } = catalog;

        public List<ResourceMetrics> Resources { get; } = [];

        public List<string?> Unreadable { get; } = [];

        public ResourceMetricsBuilder BeginResource()
        {
            var builder = spare ?? new ResourceMetricsBuilder(requestedGrain);
            spare = null;
            return builder;
        }

        public ResourceMetrics EndResource(ResourceMetricsBuilder builder)
        {
            var built = builder.Build();
            builder.Clear();
            spare = builder;
            return built;
        }

        public MetricsDocument ToDocument(bool isWhole) => new(Resources, isWhole) { Unreadable = Unreadable };
    }
}
