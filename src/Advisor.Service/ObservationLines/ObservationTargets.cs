using System.Text.Json;
using Advisor.Core.Capacity;
using Advisor.Core.Quantities;

namespace Advisor.Service.ObservationLines;

/// <summary>Parses the field <c>targets</c> of an observation line.</summary>
internal static class ObservationTargets
{
    /// <param name="targets">Receives the targets of the known limits.</param>
    /// <param name="hasUnknownNames">Set when an unknown limit was skipped.</param>
    /// <returns>The problem; null when there is none.</returns>
    public static ObservationLineProblem? Read(ref Utf8JsonReader reader, ref TargetOverrides targets, ref bool hasUnknownNames)
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
            hasUnknownNames |= limit == Limit.None;
            if (limit == Limit.None || reader.TokenType == JsonTokenType.Null)
            {
                reader.Skip();
                continue;
            }

            if (
                reader.TokenType != JsonTokenType.Number
                || !reader.TryGetDouble(out var target)
                || target < TargetUtilizations.Min
                || target > TargetUtilizations.GetMax(limit)
            )
            {
                return problem;
            }

            targets = targets.WithTarget(limit, new Ratio(target));
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
}
