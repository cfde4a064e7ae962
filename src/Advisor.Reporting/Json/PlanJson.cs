using System.Buffers;
using System.Text.Json;
using Advisor.Core.Capacity;
using Advisor.Core.Planning;
using Advisor.Core.Quantities;

namespace Advisor.Reporting.Json;

/// <summary>
/// Writes a plan as one JSON object, with the fields of docs/schema/plan.schema.json. Ratios have four decimals; null is unknown or not
/// available: <c>targetSku</c> and <c>targetUnits</c> when no size is enough, <c>appServers</c> when the guide states none (extrapolated
/// beyond its last column).
/// </summary>
public static class PlanJson
{
    private const int RatioDecimals = 4;

    public static string Render(Plan plan)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(buffer, DecisionJson.Document))
        {
            Write(writer, plan);
        }

        return TerminalSafeJson.ToText(buffer.WrittenSpan) + "\n";
    }

    public static void Write(Utf8JsonWriter writer, Plan plan)
    {
        writer.WriteStartObject();
        writer.WriteString("service", plan.Request.Service.ToWireName());
        writer.WriteString("edition", plan.Edition);
        writer.WriteString("targetSku", plan.Sku);
        DecisionDetailsJson.WriteNumber(writer, "targetUnits", plan.Units);
        PlanSizesJson.WriteAnswers(writer, plan);
        writer.WriteBoolean("fits", plan.Fits);
        writer.WriteString("reason", plan.Fits ? null : PlanPhrases.DescribeAnswer(plan));
        writer.WriteString("limitingFactor", plan.LimitingFactor.ToWireName());
        WriteUtilization(writer, plan.Utilization);
        DecisionDetailsJson.WriteNumber(writer, "appServers", plan.AppServers);
        writer.WriteBoolean("appServersExtrapolated", plan.AppServersExtrapolatedFrom is not null);
        PlanSizesJson.WriteServers(writer, plan.ServerConnections);
        CostJson.Write(writer, plan.Cost);
        writer.WriteNumber("hoursPerDay", plan.Request.HoursPerDay);
        DecisionDetailsJson.WriteNumber(writer, "messagesPerMinute", plan.MessagesPerMinute);
        CostJson.WritePrices(writer, plan.PriceOrigin, plan.PriceBasis);
        WriteSolved(writer, plan);
        WriteLoad(writer, plan.Load);
        WriteLimits(writer, plan.Citations);
        PlanSizesJson.Write(writer, plan);
        DecisionDetailsJson.WriteAlternatives(writer, plan.Alternatives);
        writer.WriteStartArray("notes");
        foreach (var note in plan.Notes)
        {
            writer.WriteStringValue(note);
        }

        writer.WriteEndArray();
        writer.WriteEndObject();
    }

    private static void WriteSolved(Utf8JsonWriter writer, Plan plan)
    {
        if (plan.SolvedFor is not { } quantity)
        {
            writer.WriteNull("solved");
            return;
        }

        writer.WriteStartObject("solved");
        writer.WriteString("quantity", ToWireName(quantity));
        writer.WriteNumber("value", PlanPhrases.GetSolvedValue(plan, quantity));
        writer.WriteEndObject();
    }

    private static void WriteLoad(Utf8JsonWriter writer, PlanLoad load)
    {
        writer.WriteStartObject("load");
        writer.WriteNumber("connections", load.Connections);
        writer.WriteNumber("messageBytes", load.MessageBytes);
        writer.WriteNumber("interval", load.IntervalSeconds);
        WriteRates(writer, load.InboundMessages, load.OutboundMessages, load.InboundBytes, load.OutboundBytes);
        writer.WriteStartArray("cases");
        foreach (var part in load.Cases)
        {
            writer.WriteStartObject();
            writer.WriteString("useCase", part.UseCase.ToWireName());
            DecisionDetailsJson.WriteNumber(writer, "connections", part.Connections);
            writer.WriteNumber("messageBytes", part.MessageBytes);
            DecisionDetailsJson.WriteNumber(writer, "groupSize", part.GroupSize);
            WriteRates(
                writer,
                part.Inbound,
                part.Outbound,
                new ByteRate(part.Inbound.PerSecond * part.MessageBytes),
                new ByteRate(part.Outbound.PerSecond * part.MessageBytes)
            );
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
        writer.WriteEndObject();
    }

    private static void WriteRates(
        Utf8JsonWriter writer,
        MessageRate inbound,
        MessageRate outbound,
        ByteRate inboundBytes,
        ByteRate outboundBytes
    )
    {
        DecisionDetailsJson.WriteNumber(writer, "inboundMessagesPerSecond", inbound.PerSecond);
        DecisionDetailsJson.WriteNumber(writer, "outboundMessagesPerSecond", outbound.PerSecond);
        DecisionDetailsJson.WriteNumber(writer, "inboundBytesPerSecond", inboundBytes.BytesPerSecond);
        DecisionDetailsJson.WriteNumber(writer, "outboundBytesPerSecond", outboundBytes.BytesPerSecond);
    }

    private static void WriteLimits(Utf8JsonWriter writer, IReadOnlyList<CapacityCitation> citations)
    {
        writer.WriteStartArray("limits");
        foreach (var citation in citations)
        {
            writer.WriteStartObject();
            writer.WriteString("dimension", citation.Limit.ToWireName());
            DecisionDetailsJson.WriteNumber(writer, "used", citation.Used);
            DecisionDetailsJson.WriteNumber(writer, "limit", citation.TargetLimit);
            DecisionDetailsJson.WriteNumber(writer, "headroom", citation.Headroom);
            writer.WriteStartArray("rows");
            foreach (var row in citation.Rows)
            {
                writer.WriteStringValue(row);
            }

            writer.WriteEndArray();
            writer.WriteString("source", citation.Source);
            writer.WriteBoolean("interpolated", citation.IsInterpolated);
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
    }

    // A plan has no server load: no table predicts it.
    internal static void WriteUtilization(Utf8JsonWriter writer, PerLimit<Ratio> utilization)
    {
        writer.WriteStartObject("utilization");
        foreach (var limit in PlanPhrases.Limits)
        {
            if (utilization[limit] is { } known)
            {
                writer.WriteNumber(limit.ToWireName(), Math.Round(known.Value, RatioDecimals));
            }
            else
            {
                writer.WriteNull(limit.ToWireName());
            }
        }

        writer.WriteEndObject();
    }

    internal static string ToWireName(PlanQuantity quantity) => JsonNamingPolicy.CamelCase.ConvertName(quantity.ToString());
}
