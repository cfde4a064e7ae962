using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Reporting.Json;

/// <summary>
/// Writes a decision as JSON: the output line of <c>advisor decide</c>, and the same fields in every other output. Ratios have four
/// decimals; null is unknown.
/// </summary>
public static class DecisionJson
{
    private const int RatioDecimals = 4;

    private static readonly JsonEncodedText Resource = JsonEncodedText.Encode("resource");
    private static readonly JsonEncodedText Time = JsonEncodedText.Encode("time");
    private static readonly JsonEncodedText Action = JsonEncodedText.Encode("action");
    private static readonly JsonEncodedText Sku = JsonEncodedText.Encode("sku");
    private static readonly JsonEncodedText Units = JsonEncodedText.Encode("units");
    private static readonly JsonEncodedText Advisory = JsonEncodedText.Encode("advisory");
    private static readonly JsonEncodedText LimitingFactor = JsonEncodedText.Encode("limitingFactor");
    private static readonly JsonEncodedText Utilization = JsonEncodedText.Encode("utilization");
    private static readonly JsonEncodedText ServerLoad = JsonEncodedText.Encode("serverLoad");
    private static readonly JsonEncodedText Connections = JsonEncodedText.Encode("connections");
    private static readonly JsonEncodedText Inbound = JsonEncodedText.Encode("inbound");
    private static readonly JsonEncodedText Outbound = JsonEncodedText.Encode("outbound");
    private static readonly JsonEncodedText Routing = JsonEncodedText.Encode("routing");
    private static readonly JsonEncodedText Confidence = JsonEncodedText.Encode("confidence");
    private static readonly JsonEncodedText Reasons = JsonEncodedText.Encode("reasons");
    private static readonly JsonEncodedText Code = JsonEncodedText.Encode("code");
    private static readonly JsonEncodedText Text = JsonEncodedText.Encode("text");
    private static readonly JsonEncodedText Alerts = JsonEncodedText.Encode("alerts");
    private static readonly JsonEncodedText Id = JsonEncodedText.Encode("id");
    private static readonly JsonEncodedText Severity = JsonEncodedText.Encode("severity");
    private static readonly JsonEncodedText State = JsonEncodedText.Encode("state");

    /// <summary>
    /// Writer options for JSON Lines: a single line, without validation of the call order. The result is data for programs, not safe inside
    /// a web page.
    /// </summary>
    public static JsonWriterOptions Line { get; } = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping, SkipValidation = true };

    /// <summary>Writer options for a document read by people.</summary>
    public static JsonWriterOptions Document { get; } =
        new()
        {
            Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
            Indented = true,
            NewLine = "\n",
        };

    /// <summary>Writes the decision as one object.</summary>
    public static void Write(Utf8JsonWriter writer, Decision decision)
    {
        writer.WriteStartObject();
        WriteFields(writer, decision);
        writer.WriteEndObject();
    }

    /// <summary>Formats the decision as one line for the audit trail.</summary>
    public static string FormatLine(Decision decision)
    {
        using var stream = new MemoryStream();
        using (var writer = new Utf8JsonWriter(stream, Line))
        {
            Write(writer, decision);
        }

        return Encoding.UTF8.GetString(stream.GetBuffer(), 0, (int)stream.Length);
    }

    /// <summary>Writes the fields of the output line into an object opened by the caller.</summary>
    public static void WriteFields(Utf8JsonWriter writer, Decision decision)
    {
        writer.WriteString(Resource, decision.ResourceId);
        writer.WriteString(Time, decision.Time.UtcDateTime);
        writer.WriteString(Action, decision.Action.ToWireName());
        writer.WriteString(Sku, decision.Sku);
        writer.WriteNumber(Units, decision.Units);
        if (decision.Advisory is { } advised)
        {
            writer.WriteStartObject(Advisory);
            writer.WriteString(Sku, advised.Sku);
            writer.WriteNumber(Units, advised.Units);
            writer.WriteEndObject();
        }

        writer.WriteString(LimitingFactor, decision.LimitingFactor.ToWireName());
        WriteUtilization(writer, decision.Utilization);
        writer.WriteNumber(Confidence, Math.Round(decision.Confidence.Value, RatioDecimals));
        WriteReasons(writer, decision.Reasons, isLine: true);
        WriteAlerts(writer, decision.Alerts);
    }

    /// <summary>Writes <c>"utilization":{…}</c>, all five names, null when unknown.</summary>
    public static void WriteUtilization(Utf8JsonWriter writer, PerLimit<Ratio> utilization)
    {
        writer.WriteStartObject(Utilization);
        WriteRatio(writer, ServerLoad, utilization.ServerLoad);
        WriteRatio(writer, Connections, utilization.Connections);
        WriteRatio(writer, Inbound, utilization.Inbound);
        WriteRatio(writer, Outbound, utilization.Outbound);
        WriteRatio(writer, Routing, utilization.Routing);
        writer.WriteEndObject();
    }

    internal static void WriteReasons(Utf8JsonWriter writer, IReadOnlyList<Reason> reasons, bool isLine = false)
    {
        writer.WriteStartArray(Reasons);
        for (var i = 0; i < reasons.Count; i++)
        {
            writer.WriteStartObject();
            writer.WriteString(Code, reasons[i].Code);
            writer.WriteString(Text, isLine ? reasons[i].GetLineText() : reasons[i].Text);
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
    }

    internal static void WriteAlerts(Utf8JsonWriter writer, IReadOnlyList<Alert> alerts)
    {
        writer.WriteStartArray(Alerts);
        for (var i = 0; i < alerts.Count; i++)
        {
            writer.WriteStartObject();
            writer.WriteString(Id, alerts[i].Id);
            writer.WriteString(Severity, alerts[i].Severity.FormatName());
            writer.WriteString(State, alerts[i].Phase.FormatName());
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
    }

    private static void WriteRatio(Utf8JsonWriter writer, JsonEncodedText name, Ratio? ratio)
    {
        if (ratio is { } known)
        {
            writer.WriteNumber(name, Math.Round(known.Value, RatioDecimals));
        }
        else
        {
            writer.WriteNull(name);
        }
    }
}
