using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using Advisor.Core.Decisions;

namespace Advisor.Reporting.Json;

/// <summary>
/// Writes a decision as JSON: the output line of <c>advisor decide</c>, and the same fields in every other output. Ratios have four
/// decimals; null is unknown.
/// </summary>
public static class DecisionJson
{
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
    /// <param name="isDetailed">Whether the numbers behind it follow.</param>
    public static void Write(Utf8JsonWriter writer, Decision decision, bool isDetailed = false) =>
        JsonSerializer.Serialize(writer, new DecisionLine(decision, isDetailed), ReportingJson.Default.DecisionLine);

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
}
