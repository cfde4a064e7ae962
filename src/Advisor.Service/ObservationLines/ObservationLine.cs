using System.Text.Json;
using Advisor.Core.Capacity;
using Advisor.Core.Metrics;
using Advisor.Core.Quantities;

namespace Advisor.Service.ObservationLines;

/// <summary>One line of input, parsed without allocating strings. Unknown fields are skipped.</summary>
internal struct ObservationLine
{
    /// <summary>
    /// Position of the resource name in the line, without quotes, still escaped if <see cref="ResourceIsEscaped"/>; empty when absent.
    /// </summary>
    public Range Resource { get; private set; }

    public bool ResourceIsEscaped { get; private set; }

    public DateTimeOffset? Time { get; private set; }

    public DateTimeOffset? Now { get; private set; }

    /// <summary>Position of the SKU name in the line.</summary>
    public Range Sku { get; private set; }

    public int? Units { get; private set; }

    public bool ChangeInProgress { get; private set; }

    public bool? CountsServerLeg { get; private set; }

    public TargetOverrides Targets { get; private set; }

    /// <summary>Position of the workload JSON in the line; empty when absent or null.</summary>
    public Range Workload { get; private set; }

    public MetricReadings Readings { get; private set; }

    /// <summary>Whether an unknown field, metric or target was skipped; <see cref="UnknownFieldNames"/> finds which.</summary>
    public bool HasUnknownNames { get; private set; }

    /// <summary>Parses a line; returns the problem when it is not an observation, else null.</summary>
    public static ObservationLineProblem? Read(ReadOnlySpan<byte> json, out ObservationLine line)
    {
        line = default;
        try
        {
            var reader = new Utf8JsonReader(json);
            if (!reader.Read() || reader.TokenType != JsonTokenType.StartObject)
            {
                return ObservationLineProblem.NotJson("A line is one JSON object.");
            }

            while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
            {
                if (line.ReadField(ref reader) is { } problem)
                {
                    return problem;
                }
            }

            // Content after the object is invalid JSON: reading on throws.
            reader.Read();
            return line.FindMissing();
        }
        catch (JsonException e)
        {
            return ObservationLineProblem.NotJson($"The line is not JSON (byte {e.BytePositionInLine}).");
        }
        catch (InvalidOperationException)
        {
            // The reader throws this when it unescapes a name with half of a surrogate pair, such as \ud800.
            return ObservationLineProblem.NotJson("The name of a field has half of a surrogate pair.");
        }
    }

    private readonly ObservationLineProblem? FindMissing() =>
        IsEmpty(Resource) ? ObservationLineProblem.Missing("resource")
        : Time is null ? ObservationLineProblem.Missing("time")
        : IsEmpty(Sku) ? ObservationLineProblem.Missing("sku")
        : Units is null ? ObservationLineProblem.Missing("units")
        : null;

    private ObservationLineProblem? ReadField(ref Utf8JsonReader reader)
    {
        if (reader.ValueTextEquals("resource"u8))
        {
            reader.Read();
            (Resource, ResourceIsEscaped) = (ReadText(reader), reader.ValueIsEscaped);
            return IsEmpty(Resource) && reader.TokenType != JsonTokenType.Null
                ? ObservationLineProblem.Invalid("resource", "a string that names the resource")
                : null;
        }

        if (reader.ValueTextEquals("time"u8))
        {
            Time = ReadTime(ref reader, out var bad);
            return bad ? ObservationLineProblem.Invalid("time", "a time such as \"2026-01-05T10:03:00Z\"") : null;
        }

        if (reader.ValueTextEquals("now"u8))
        {
            Now = ReadTime(ref reader, out var bad);
            return bad ? ObservationLineProblem.Invalid("now", "a time such as \"2026-01-05T10:05:00Z\"") : null;
        }

        if (reader.ValueTextEquals("sku"u8))
        {
            reader.Read();
            Sku = ReadText(reader);
            return IsEmpty(Sku) && reader.TokenType != JsonTokenType.Null
                ? ObservationLineProblem.Invalid("sku", "the name of a SKU such as \"Standard_S1\"")
                : null;
        }

        if (reader.ValueTextEquals("units"u8))
        {
            reader.Read();
            Units = reader.TokenType == JsonTokenType.Number && reader.TryGetInt32(out var units) ? units : null;
            return Units is null && reader.TokenType != JsonTokenType.Null
                ? ObservationLineProblem.Invalid("units", "a whole number")
                : null;
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
            ChangeInProgress = ReadBoolean(ref reader, out var bad) ?? false;
            return bad ? ObservationLineProblem.Invalid("changeInProgress", "true or false") : null;
        }

        if (reader.ValueTextEquals("countsServerLeg"u8))
        {
            CountsServerLeg = ReadBoolean(ref reader, out var bad);
            return bad ? ObservationLineProblem.Invalid("countsServerLeg", "true or false") : null;
        }

        HasUnknownNames = true;
        reader.Skip();
        return null;
    }

    private ObservationLineProblem? ReadTargets(ref Utf8JsonReader reader)
    {
        reader.Read();
        if (reader.TokenType == JsonTokenType.Null)
        {
            return null;
        }

        var problem = ObservationLineProblem.Invalid(
            "targets",
            "an object of limits and ratios such as {\"connections\":0.9}: serverLoad and connections from 0.05 to 1, inbound, "
                + "outbound and routing to 2"
        );
        if (reader.TokenType != JsonTokenType.StartObject)
        {
            return problem;
        }

        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var limit = FindDimension(reader);
            reader.Read();
            HasUnknownNames |= limit == Limit.None;
            if (limit == Limit.None || reader.TokenType == JsonTokenType.Null)
            {
                reader.Skip();
                continue;
            }

            if (
                reader.TokenType != JsonTokenType.Number
                || !reader.TryGetDouble(out var target)
                || target < TargetUtilizations.Min
                || target > TargetUtilizations.MaxOf(limit)
            )
            {
                return problem;
            }

            Targets = Targets.WithTarget(limit, new Ratio(target));
        }

        return null;
    }

    private static Limit FindDimension(in Utf8JsonReader reader) =>
        reader.ValueTextEquals("serverLoad"u8) ? Limit.ServerLoad
        : reader.ValueTextEquals("connections"u8) ? Limit.Connections
        : reader.ValueTextEquals("inbound"u8) ? Limit.Inbound
        : reader.ValueTextEquals("outbound"u8) ? Limit.Outbound
        : reader.ValueTextEquals("routing"u8) ? Limit.Routing
        : Limit.None;

    private ObservationLineProblem? ReadMetrics(ref Utf8JsonReader reader)
    {
        reader.Read();
        if (reader.TokenType == JsonTokenType.Null)
        {
            return null;
        }

        if (reader.TokenType != JsonTokenType.StartObject)
        {
            return ObservationLineProblem.Invalid("metrics", "an object of metric names and numbers");
        }

        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var name =
                reader.ValueTextEquals("ServerLoad"u8) ? 1
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
                return ObservationLineProblem.Invalid(
                    "metrics",
                    "an object of metric names and numbers; null or an absent name is a missing metric"
                );
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

    private static Range ReadText(in Utf8JsonReader reader)
    {
        var start = (int)reader.TokenStartIndex + 1;
        return reader.TokenType == JsonTokenType.String ? start..(start + reader.ValueSpan.Length) : default;
    }

    private static DateTimeOffset? ReadTime(ref Utf8JsonReader reader, out bool bad)
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

        // A time without an offset is UTC, as the contract says.
        if (time.Kind == DateTimeKind.Unspecified)
        {
            return new DateTimeOffset(time, TimeSpan.Zero);
        }

        bad = !reader.TryGetDateTimeOffset(out var instant);
        return bad ? null : instant;
    }

    private static bool? ReadBoolean(ref Utf8JsonReader reader, out bool bad)
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
