using System.Text.Json;
using Advisor.Core.Metrics;

namespace Advisor.Service.ObservationLines;

/// <summary>Parses the field <c>metrics</c> of an observation line.</summary>
internal static class ObservationMetrics
{
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

            readings = name switch
            {
                1 => readings with { ServerLoad = value },
                2 => readings with { ConnectionCount = value ?? readings.ConnectionCount },
                3 => readings with { ConnectionQuotaUtilization = value },
                4 => readings with { InboundTraffic = value },
                5 => readings with { OutboundTraffic = value },
                6 => readings with { MessageCount = value },
                _ => readings with { ConnectionOpenCount = value },
            };
        }

        readings = readings.DropImpossible();
        return null;
    }

    // JSON has no literal for these, so that programs write them as text. They are impossible values, like a negative number.
    private static bool IsNoNumber(in Utf8JsonReader reader) =>
        reader.TokenType == JsonTokenType.String
        && (reader.ValueTextEquals("NaN"u8) || reader.ValueTextEquals("Infinity"u8) || reader.ValueTextEquals("-Infinity"u8));
}
