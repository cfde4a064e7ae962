using System.Text;
using System.Text.Json;
using Advisor.Core.Metrics;

namespace Advisor.Service.ObservationLines;

/// <summary>Parses the field <c>metrics</c> of an observation line.</summary>
internal static class ObservationMetrics
{
    private static readonly (byte[] Name, Metric Metric)[] Names =
    [
        .. MetricTable.LineNames.Select(known => (Encoding.UTF8.GetBytes(known.Name), known.Metric)),
    ];

    /// <param name="readings">Receives the values of the known metrics.</param>
    /// <param name="hasUnknownNames">Set when an unknown metric was skipped.</param>
    /// <returns>The problem; null when there is none.</returns>
    public static ObservationLineProblem? Read(ref Utf8JsonReader reader, ref MetricReadings readings, ref bool hasUnknownNames)
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
            var metric = Find(reader);
            if (metric is null)
            {
                hasUnknownNames = true;
                reader.Skip();
                continue;
            }

            reader.Read();
            double? value =
                reader.TokenType == JsonTokenType.Number ? reader.GetDouble()
                : IsNoNumber(reader) ? double.NaN
                : null;
            if (value is null && reader.TokenType != JsonTokenType.Null)
            {
                return ObservationLineProblem.Invalid(
                    "metrics",
                    "an object of metric names and numbers; null or an absent name is a missing metric"
                );
            }

            readings = metric.With(readings, value ?? metric.Get(readings));
        }

        readings = readings.DropImpossible();
        return null;
    }

    private static Metric? Find(in Utf8JsonReader reader)
    {
        foreach (var (name, metric) in Names)
        {
            if (reader.ValueTextEquals(name))
            {
                return metric;
            }
        }

        return null;
    }

    // JSON has no literal for these, so that programs write them as text. They are impossible values, like a negative number.
    private static bool IsNoNumber(in Utf8JsonReader reader) =>
        reader.TokenType == JsonTokenType.String
        && (reader.ValueTextEquals("NaN"u8) || reader.ValueTextEquals("Infinity"u8) || reader.ValueTextEquals("-Infinity"u8));
}
