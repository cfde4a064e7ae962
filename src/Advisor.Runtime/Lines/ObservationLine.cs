using System.Text.Json;
using Advisor.Core.Capacity;
using Advisor.Core.Metrics;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling;

namespace Advisor.Runtime.Lines;

/// <summary>One line of input, read without making text of it. Fields that the contract does not know are passed over.</summary>
internal struct ObservationLine
{
    /// <summary>Where the resource's name stands in the line, without quotes, still escaped where <see cref="ResourceIsEscaped"/>; empty where it is absent.</summary>
    public Range Resource { get; private set; }

    public bool ResourceIsEscaped { get; private set; }

    public DateTimeOffset? Time { get; private set; }

    public DateTimeOffset? Now { get; private set; }

    /// <summary>Where the SKU's name stands in the line.</summary>
    public Range Sku { get; private set; }

    public int? Units { get; private set; }

    public bool ChangeInProgress { get; private set; }

    public bool? CountsServerLeg { get; private set; }

    public TargetOverrides Targets { get; private set; }

    /// <summary>Where the JSON of the workload stands in the line; empty where it is absent or null.</summary>
    public Range Workload { get; private set; }

    public MetricReadings Readings { get; private set; }

    /// <summary>Whether a field, metric or target was passed over: <see cref="UnknownNames"/> says which.</summary>
    public bool HasUnknownNames { get; private set; }

    /// <summary>Reads a line; the problem where it cannot be an observation, else null.</summary>
    public static LineProblem? Read(ReadOnlySpan<byte> json, out ObservationLine line)
    {
        line = default;
        try
        {
            var reader = new Utf8JsonReader(json);
            if (!reader.Read() || reader.TokenType != JsonTokenType.StartObject)
            {
                return LineProblem.NotJson("A line is one JSON object.");
            }

            while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
            {
                if (line.ReadField(ref reader) is { } problem)
                {
                    return problem;
                }
            }

            // Anything after the object makes the line no JSON: reading on throws.
            reader.Read();
            return line.Incomplete();
        }
        catch (JsonException e)
        {
            return LineProblem.NotJson($"The line is not JSON (byte {e.BytePositionInLine}).");
        }
        catch (InvalidOperationException)
        {
            // What the reader throws where it has to unescape a name: \ud800 without its other half is no text.
            return LineProblem.NotJson("The name of a field has half of a surrogate pair.");
        }
    }

    private readonly LineProblem? Incomplete() =>
        IsEmpty(Resource) ? LineProblem.Missing("resource")
        : Time is null ? LineProblem.Missing("time")
        : IsEmpty(Sku) ? LineProblem.Missing("sku")
        : Units is null ? LineProblem.Missing("units")
        : null;

    private LineProblem? ReadField(ref Utf8JsonReader reader)
    {
        if (reader.ValueTextEquals("resource"u8))
        {
            reader.Read();
            (Resource, ResourceIsEscaped) = (TextOf(reader), reader.ValueIsEscaped);
            return IsEmpty(Resource) && reader.TokenType != JsonTokenType.Null ? LineProblem.Invalid("resource", "a string that names the resource") : null;
        }

        if (reader.ValueTextEquals("time"u8))
        {
            Time = TimeOf(ref reader, out var bad);
            return bad ? LineProblem.Invalid("time", "a time such as \"2026-01-05T10:03:00Z\"") : null;
        }

        if (reader.ValueTextEquals("now"u8))
        {
            Now = TimeOf(ref reader, out var bad);
            return bad ? LineProblem.Invalid("now", "a time such as \"2026-01-05T10:05:00Z\"") : null;
        }

        if (reader.ValueTextEquals("sku"u8))
        {
            reader.Read();
            Sku = TextOf(reader);
            return IsEmpty(Sku) && reader.TokenType != JsonTokenType.Null ? LineProblem.Invalid("sku", "the name of a SKU such as \"Standard_S1\"") : null;
        }

        if (reader.ValueTextEquals("units"u8))
        {
            reader.Read();
            Units = reader.TokenType == JsonTokenType.Number && reader.TryGetInt32(out var units) ? units : null;
            return Units is null && reader.TokenType != JsonTokenType.Null ? LineProblem.Invalid("units", "a whole number") : null;
        }

        if (reader.ValueTextEquals("metrics"u8))
        {
            return ReadMetrics(ref reader);
        }

        if (reader.ValueTextEquals("workload"u8))
        {
            reader.Read();
            var from = (int)reader.TokenStartIndex;
            var isNull = reader.TokenType == JsonTokenType.Null;
            reader.Skip();
            Workload = isNull ? default : from..(int)reader.BytesConsumed;
            return null;
        }

        if (reader.ValueTextEquals("targets"u8))
        {
            return ReadTargets(ref reader);
        }

        if (reader.ValueTextEquals("changeInProgress"u8))
        {
            ChangeInProgress = TruthOf(ref reader, out var bad) ?? false;
            return bad ? LineProblem.Invalid("changeInProgress", "true or false") : null;
        }

        if (reader.ValueTextEquals("countsServerLeg"u8))
        {
            CountsServerLeg = TruthOf(ref reader, out var bad);
            return bad ? LineProblem.Invalid("countsServerLeg", "true or false") : null;
        }

        HasUnknownNames = true;
        reader.Skip();
        return null;
    }

    private LineProblem? ReadTargets(ref Utf8JsonReader reader)
    {
        reader.Read();
        if (reader.TokenType == JsonTokenType.Null)
        {
            return null;
        }

        var problem = LineProblem.Invalid("targets", "an object of limits and ratios such as {\"connections\":0.9}: serverLoad and connections from 0.05 to 1, inbound, outbound and routing to 2");
        if (reader.TokenType != JsonTokenType.StartObject)
        {
            return problem;
        }

        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var dimension = DimensionOf(reader);
            reader.Read();
            HasUnknownNames |= dimension == Dimension.None;
            if (dimension == Dimension.None || reader.TokenType == JsonTokenType.Null)
            {
                reader.Skip();
                continue;
            }

            if (reader.TokenType != JsonTokenType.Number || !reader.TryGetDouble(out var target) || target < TargetUtilizations.Min || target > TargetUtilizations.MaxOf(dimension))
            {
                return problem;
            }

            Targets = Targets.With(dimension, new Ratio(target));
        }

        return null;
    }

    private static Dimension DimensionOf(in Utf8JsonReader reader) =>
        reader.ValueTextEquals("serverLoad"u8) ? Dimension.ServerLoad
        : reader.ValueTextEquals("connections"u8) ? Dimension.Connections
        : reader.ValueTextEquals("inbound"u8) ? Dimension.Inbound
        : reader.ValueTextEquals("outbound"u8) ? Dimension.Outbound
        : reader.ValueTextEquals("routing"u8) ? Dimension.Routing
        : Dimension.None;

    private LineProblem? ReadMetrics(ref Utf8JsonReader reader)
    {
        reader.Read();
        if (reader.TokenType == JsonTokenType.Null)
        {
            return null;
        }

        if (reader.TokenType != JsonTokenType.StartObject)
        {
            return LineProblem.Invalid("metrics", "an object of metric names and numbers");
        }

        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var name = reader.ValueTextEquals("ServerLoad"u8) ? 1
                : reader.ValueTextEquals("ConnectionCount"u8) || reader.ValueTextEquals("TotalConnectionCount"u8) ? 2
                : reader.ValueTextEquals("ConnectionQuotaUtilization"u8) ? 3
                : reader.ValueTextEquals("InboundTraffic"u8) ? 4
                : reader.ValueTextEquals("OutboundTraffic"u8) ? 5
                : reader.ValueTextEquals("MessageCount"u8) ? 6
                : reader.ValueTextEquals("ConnectionOpenCount"u8) ? 7
                : 0;
            if (name == 0)
            {
                HasUnknownNames = true;
                reader.Skip();
                continue;
            }

            reader.Read();
            double? value = reader.TokenType == JsonTokenType.Number ? reader.GetDouble() : null;
            if (value is null && reader.TokenType != JsonTokenType.Null)
            {
                return LineProblem.Invalid("metrics", "an object of metric names and numbers; null or an absent name is a missing metric");
            }

            Readings = name switch
            {
                1 => Readings with { ServerLoad = value },
                2 => Readings with { ConnectionCount = value ?? Readings.ConnectionCount },
                3 => Readings with { ConnectionQuotaUtilization = value },
                4 => Readings with { InboundTraffic = value },
                5 => Readings with { OutboundTraffic = value },
                6 => Readings with { MessageCount = value },
                _ => Readings with { ConnectionOpenCount = value },
            };
        }

        return null;
    }

    private static bool IsEmpty(Range range) => range.End.Value == range.Start.Value;

    private static Range TextOf(in Utf8JsonReader reader)
    {
        var start = (int)reader.TokenStartIndex + 1;
        return reader.TokenType == JsonTokenType.String ? start..(start + reader.ValueSpan.Length) : default;
    }

    private static DateTimeOffset? TimeOf(ref Utf8JsonReader reader, out bool bad)
    {
        reader.Read();
        bad = false;
        if (reader.TokenType == JsonTokenType.Null)
        {
            return null;
        }

        if (reader.TokenType != JsonTokenType.String || !reader.TryGetDateTime(out var time))
        {
            bad = true;
            return null;
        }

        // Without a zone it is UTC, as the contract says.
        if (time.Kind == DateTimeKind.Unspecified)
        {
            return new DateTimeOffset(time, TimeSpan.Zero);
        }

        bad = !reader.TryGetDateTimeOffset(out var instant);
        return bad ? null : instant;
    }

    private static bool? TruthOf(ref Utf8JsonReader reader, out bool bad)
    {
        reader.Read();
        bad = reader.TokenType is not (JsonTokenType.True or JsonTokenType.False or JsonTokenType.Null);
        return reader.TokenType switch
        {
            JsonTokenType.True => true,
            JsonTokenType.False => false,
            _ => null,
        };
    }
}
