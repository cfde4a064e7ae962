using System.Text.Json;
using System.Text.Json.Nodes;
using Advisor.Reporting.Json;

namespace Advisor.Cli.Output;

/// <summary>Prints one JSON object, indented, without anything that a terminal would act on.</summary>
internal static class JsonOutput
{
    public static void Write(TextWriter output, JsonObject document)
    {
        using var bytes = new MemoryStream();
        using (var json = new Utf8JsonWriter(bytes, DecisionJson.Document))
        {
            document.WriteTo(json);
        }

        output.WriteLine(TerminalSafeJson.ToText(bytes.GetBuffer().AsSpan(0, (int)bytes.Length)));
    }

    /// <summary>Returns the list of a document.</summary>
    public static JsonArray CreateList<T>(IEnumerable<T> items, Func<T, JsonNode?> create) => new([.. items.Select(create)]);

    /// <inheritdoc cref="CreateList{T}"/>
    public static JsonArray CreateList(IEnumerable<string> texts) => CreateList(texts, text => (JsonNode)text);
}
