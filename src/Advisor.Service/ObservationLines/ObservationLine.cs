using System.Text.Json;
using Advisor.Core.Capacity;
using Advisor.Core.Metrics;

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
        ObservationValues.IsEmpty(Resource) ? ObservationLineProblem.Missing("resource")
        : Time is null ? ObservationLineProblem.Missing("time")
        : ObservationValues.IsEmpty(Sku) ? ObservationLineProblem.Missing("sku")
        : Units is null ? ObservationLineProblem.Missing("units")
        : null;

    private ObservationLineProblem? ReadField(ref Utf8JsonReader reader)
    {
        if (reader.ValueTextEquals("resource"u8))
        {
            reader.Read();
            (Resource, ResourceIsEscaped) = (ObservationValues.ReadText(reader), reader.ValueIsEscaped);
            return ObservationValues.IsEmpty(Resource) && reader.TokenType != JsonTokenType.Null
                ? ObservationLineProblem.Invalid("resource", "a string that names the resource")
                : null;
        }

        if (reader.ValueTextEquals("time"u8))
        {
            Time = ObservationValues.ReadTime(ref reader, out var bad);
            return bad ? ObservationLineProblem.Invalid("time", "a time such as \"2026-01-05T10:03:00Z\"") : null;
        }

        if (reader.ValueTextEquals("now"u8))
        {
            Now = ObservationValues.ReadTime(ref reader, out var bad);
            return bad ? ObservationLineProblem.Invalid("now", "a time such as \"2026-01-05T10:05:00Z\"") : null;
        }

        if (reader.ValueTextEquals("sku"u8))
        {
            reader.Read();
            Sku = ObservationValues.ReadText(reader);
            return ObservationValues.IsEmpty(Sku) && reader.TokenType != JsonTokenType.Null
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
            var (readings, unknown) = (Readings, HasUnknownNames);
            var problem = ObservationMetrics.Read(ref reader, ref readings, ref unknown);
            (Readings, HasUnknownNames) = (readings, unknown);
            return problem;
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
            var (targets, unknown) = (Targets, HasUnknownNames);
            var problem = ObservationTargets.Read(ref reader, ref targets, ref unknown);
            (Targets, HasUnknownNames) = (targets, unknown);
            return problem;
        }

        if (reader.ValueTextEquals("changeInProgress"u8))
        {
            ChangeInProgress = ObservationValues.ReadBoolean(ref reader, out var bad) ?? false;
            return bad ? ObservationLineProblem.Invalid("changeInProgress", "true or false") : null;
        }

        if (reader.ValueTextEquals("countsServerLeg"u8))
        {
            CountsServerLeg = ObservationValues.ReadBoolean(ref reader, out var bad);
            return bad ? ObservationLineProblem.Invalid("countsServerLeg", "true or false") : null;
        }

        HasUnknownNames = true;
        reader.Skip();
        return null;
    }
}
